#include "mahala/reproduce/experiments/experiments.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/core/suggest.hpp"

namespace mahala::reproduce {

std::span<const Experiment> experiments() {
  static const std::vector<Experiment> all = {
      toy_subspace(), toy_lambda(),      toy_online(),    gyrb_kernel(),     digits_kernel(),
      usps_kernel(),  usps_times(),      uci_full_rank(), isolet_low_rank(), spectra_low_rank(),
      newsgroups(),   label_ranking(),   uci_logdet(),    clustering(),      text_basis(),
      usps_plane(),   tracking_lambda(), tracking()};
  return all;
}

std::span<const Impossible> impossible() {
  static const std::vector<Impossible> all = {
      {"Figure 6 (left), GyrB", "meyer-2011", "Tsuda's GyrB kernel is not to be had",
       "`gyrb-kernel`, on gyrB sequences of PubMLST"},
      {"Figure 9, Prostate", "meyer-2011", "the 322 spectra of 2002 are not to be had",
       "`spectra-low-rank`, on Arcene and on the EVMS prostate peaks"},
      {"Figures 4 and 5, ImageNet", "shalit-2012",
       "the features of the 2010 challenge are not to be had",
       "`label-ranking`, on bibtex, delicious and Corel5k"},
      {"Figure 1 (b, c), CLARIFY", "jain-2012", "the traces of programs are not to be had", "none"},
      {"Figure 3, Caltech-101", "jain-2012", "images and kernels are not to be had", "none"}};
  return all;
}

const Experiment& find_experiment(std::string_view name) {
  const auto found = std::ranges::find(experiments(), name, &Experiment::name);
  if (found != experiments().end()) return *found;
  std::vector<std::string_view> names;
  for (const Experiment& each : experiments()) names.push_back(each.name);
  fail("there is no experiment '{}'{}; 'mahala reproduce list' lists them", name,
       did_you_mean(name, names));
}

}  // namespace mahala::reproduce
