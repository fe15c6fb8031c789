#include "mahala/train/registry.hpp"

#include <algorithm>
#include <cctype>

#include "mahala/core/error.hpp"
#include "mahala/core/suggest.hpp"
#include "mahala/learn/bregman/frobenius.hpp"
#include "mahala/learn/bregman/iplr.hpp"
#include "mahala/learn/bregman/itml.hpp"
#include "mahala/learn/bregman/logdet_kernel.hpp"
#include "mahala/learn/bregman/logdet_lowrank.hpp"
#include "mahala/learn/bregman/sdp_logdet.hpp"
#include "mahala/learn/bregman/ssikdr.hpp"
#include "mahala/learn/bregman/von_neumann.hpp"
#include "mahala/learn/closed_form/covariance.hpp"
#include "mahala/learn/closed_form/dmlmj.hpp"
#include "mahala/learn/closed_form/euclidean.hpp"
#include "mahala/learn/closed_form/kpca.hpp"
#include "mahala/learn/closed_form/ksr.hpp"
#include "mahala/learn/closed_form/lda.hpp"
#include "mahala/learn/closed_form/lfda.hpp"
#include "mahala/learn/closed_form/lsa.hpp"
#include "mahala/learn/closed_form/one_vs_rest.hpp"
#include "mahala/learn/closed_form/pca.hpp"
#include "mahala/learn/closed_form/rca.hpp"
#include "mahala/learn/convex/frobmetric.hpp"
#include "mahala/learn/convex/hmrf_kmeans.hpp"
#include "mahala/learn/convex/lsml.hpp"
#include "mahala/learn/convex/mmc.hpp"
#include "mahala/learn/convex/mvu.hpp"
#include "mahala/learn/convex/scml.hpp"
#include "mahala/learn/convex/sdml.hpp"
#include "mahala/learn/neighbours/lmnn.hpp"
#include "mahala/learn/neighbours/mcml.hpp"
#include "mahala/learn/neighbours/mlkr.hpp"
#include "mahala/learn/neighbours/nca.hpp"
#include "mahala/learn/neighbours/ncmml.hpp"
#include "mahala/learn/riemannian/kernel_psd.hpp"
#include "mahala/learn/riemannian/lms.hpp"
#include "mahala/learn/riemannian/mds.hpp"
#include "mahala/learn/riemannian/oja.hpp"
#include "mahala/learn/riemannian/psd_flat.hpp"
#include "mahala/learn/riemannian/psd_polar.hpp"
#include "mahala/learn/riemannian/spd.hpp"
#include "mahala/learn/similarity/factor_gradient.hpp"
#include "mahala/learn/similarity/lego.hpp"
#include "mahala/learn/similarity/loreta.hpp"
#include "mahala/learn/similarity/loreta_labels.hpp"
#include "mahala/learn/similarity/oasis.hpp"
#include "mahala/learn/similarity/pa.hpp"
#include "mahala/learn/similarity/perceptron.hpp"
#include "mahala/learn/similarity/pola.hpp"
#include "mahala/train/auto_learner.hpp"
#include "mahala/train/entry.hpp"

namespace mahala {
std::span<const LearnerEntry> learners() {
  using namespace registering;
  using enum Supervision;
  static const std::vector<LearnerEntry> all = {
      similarity("bilinear-gd", bilinear_gd, bilinear_gd_stream,
                 "low-rank similarity from triplets by gradient steps on its factors"),
      entry("covariance", covariance, nothing, "inverse covariance (classical Mahalanobis)"),
      entry("dmlmj", dmlmj, labels, "differences inside and between classes told apart (Jeffrey)"),
      entry("euclidean", euclidean, nothing, "the Euclidean metric: learns nothing"),
      of_neighbours(BoundRule::percentile,
                    entry("frobenius", frobenius,
                          "the metric of least squares that keeps bounds on distances (POLA)",
                          frobenius_prior)),
      entry("frobmetric", frobmetric, sets, {triplets},
            "margins between near and far at the smallest Frobenius norm",
            euclidean_prior<FrobmetricOptions>),
      streaming(ExampleKind::rankings, group_perceptron_stream,
                drawing<Rankings>("group-perceptron", group_perceptron, ModelKind::ranking,
                                  "ranks labels by a perceptron that shares few features")),
      of_open_pairs(OpenBounds::none,
                    entry("hmrf-kmeans", hmrf_kmeans,
                          "weights of features that suit clusters which respect pairs")),
      of_neighbours(BoundRule::percentile,
                    entry("iplr", iplr,
                          "LogDet metric that differs from the Euclidean one in few directions")),
      of_neighbours(
          BoundRule::percentile,
          continuing(entry("itml", itml, pairs, {triplets, forms},
                           "the metric nearest to a prior that keeps bounds on distances (LogDet)",
                           itml_prior))),
      either_way(placing(continuing(
          entry("kernel-psd", kernel_psd,
                "low-rank kernel over these samples from bounds on distances", kernel_psd_prior)))),
      entry("kpca", kpca, nothing,
            "kernel principal components: the leading axes in a kernel's space"),
      of_open_pairs(
          OpenBounds::none,
          placing(entry("ksr", ksr, nothing, {pairs},
                        "kernel spectral regression: smooth over a graph of these samples",
                        ksr_prior))),
      entry("lda", lda, labels, "linear discriminant analysis with shrinkage"),
      streaming(ExampleKind::triplets, lego_stream,
                drawing<Triplets, Pairs>("lego", lego, ModelKind::metric,
                                         "full metric from triplets or pairs, one LogDet step "
                                         "each")),
      entry("lfda", lfda, labels, "local Fisher discriminant analysis: classes of several clouds"),
      continuing(entry_also<Triplets>(
          "lmnn", lmnn, labels, "large margin nearest neighbours, low-rank or full", lmnn_prior)),
      streaming(ExampleKind::outputs, lms_stream,
                of_vectors(continuing(
                    entry("lms", lms, outputs,
                          "adaptive filter: follows the regression targets of a stream")))),
      of_neighbours(
          BoundRule::percentile,
          continuing(entry("logdet-kernel", logdet_kernel,
                           "the kernel nearest to a given one that keeps bounds on distances",
                           logdet_kernel_prior))),
      placing(continuing(entry("logdet-lowrank", logdet_lowrank,
                               "the same among kernels of low rank", logdet_lowrank_prior))),
      similarity("loreta", loreta, loreta_stream,
                 "low-rank similarity from triplets by Riemannian steps, online"),
      ranking("loreta-labels", loreta_labels, loreta_labels_stream,
              "ranks labels by low-rank scores, Riemannian steps, online"),
      similarity("loreta-mi", loreta_mi, loreta_mi_stream,
                 "loreta with several steps inside the subspaces found"),
      similarity("loreta-psd", loreta_psd, loreta_psd_stream,
                 "low-rank inner product from triplets by Riemannian steps, online"),
      entry("lsa", lsa, nothing, "latent semantic analysis: singular vectors, nothing centred"),
      entry("lsml", lsml, "distances in the order of triplets, near the Euclidean metric"),
      continuing(entry("mcml", mcml, labels,
                       "maximally collapsing metric learning: classes that are points",
                       mcml_prior)),
      either_way(placing(
          continuing(entry("mds", mds, nothing, {pairs},
                           "multidimensional scaling: a map that fits distances", mds_prior)))),
      continuing(entry("mlkr", mlkr, outputs,
                       "metric learning for kernel regression: neighbours that predict a number",
                       mlkr_prior)),
      of_open_pairs(
          OpenBounds::none,
          entry("mmc", mmc, "pairs that are not alike apart while those that are stay close")),
      placing(entry("mvu", mvu, nothing,
                    "maximum variance unfolding: neighbours keep their distances")),
      continuing(entry("nca", nca, labels,
                       "neighbourhood components analysis: random neighbours of the same class",
                       nca_prior)),
      continuing(entry("ncmml", ncmml, labels, "nearest class mean metric learning, low-rank",
                       ncmml_prior)),
      streaming(ExampleKind::outputs, nlms_stream,
                of_vectors(continuing(entry("nlms", nlms, outputs,
                                            "normalised adaptive filter: the same in all units")))),
      streaming(ExampleKind::triplets, oasis_stream,
                drawing<Triplets>("oasis", oasis, ModelKind::similarity,
                                  "full similarity from triplets by passive-aggressive steps")),
      streaming(ExampleKind::samples, oja_stream,
                continuing(entry("oja", oja, nothing,
                                 "subspace tracking on the Grassmann manifold, online"))),
      giving(ModelKind::ranking, entry("one-vs-rest", one_vs_rest, labels,
                                       "ranks labels by ridge regression, one against the rest")),
      similarity("pa", pa, pa_stream,
                 "low-rank similarity from triplets by passive-aggressive steps"),
      ranking("pa-labels", pa_labels, pa_labels_stream,
              "ranks labels by low-rank scores, passive-aggressive steps"),
      entry("pca", pca, nothing, "the leading principal axes, unscaled"),
      streaming(ExampleKind::rankings, perceptron_stream,
                drawing<Rankings>("perceptron", perceptron, ModelKind::ranking,
                                  "ranks labels by a perceptron of full rank")),
      of_open_pairs(
          OpenBounds::none,
          streaming(ExampleKind::pairs, pola_stream,
                    entry("pola", pola,
                          "pseudo-metric and threshold, online from pairs that are alike or not"))),
      either_way(of_open_pairs(
          OpenBounds::unit,
          of_neighbours(BoundRule::local,
                        continuing(entry("psd-flat", psd_flat, pairs, {triplets, forms},
                                         "low-rank metric by Riemannian regression, flat geometry",
                                         psd_flat_prior))))),
      similarity("psd-gd", psd_gd, psd_gd_stream,
                 "low-rank inner product from triplets by gradient steps on its factor"),
      either_way(of_open_pairs(
          OpenBounds::unit,
          of_neighbours(BoundRule::local,
                        continuing(entry("psd-polar", psd_polar, pairs, {forms},
                                         "low-rank metric by Riemannian regression, polar geometry",
                                         psd_polar_prior))))),
      of_open_pairs(OpenBounds::none,
                    entry_also<Pairs>(
                        "rca", rca, labels,
                        "relevant component analysis: inverse covariance of samples that are alike",
                        rca_prior)),
      continuing(entry_also<Triplets>(
          "scml", scml, labels, "margins from few of many local discriminants (sparse weights)",
          scml_prior)),
      of_open_pairs(OpenBounds::none,
                    continuing(entry("sdml", sdml,
                                     "sparse metric near a prior from pairs that are alike or not",
                                     sdml_prior))),
      entry("sdp-logdet", sdp_logdet, pairs, {triplets},
            "similar samples pulled together, others kept apart, LogDet regularised",
            sdp_logdet_prior),
      either_way(of_open_pairs(
          OpenBounds::unit,
          of_neighbours(BoundRule::local,
                        continuing(entry(
                            "spd-affine", spd_affine,
                            "full metric by Riemannian regression, affine-invariant geometry"))))),
      either_way(of_open_pairs(
          OpenBounds::unit,
          of_neighbours(BoundRule::local,
                        continuing(entry("spd-flat", spd_flat,
                                         "full metric by Riemannian regression, flat geometry"))))),
      either_way(of_open_pairs(
          OpenBounds::unit,
          of_neighbours(
              BoundRule::local,
              continuing(
                  entry("spd-log", spd_log,
                        "full metric by Riemannian regression, log-Euclidean or von Neumann"))))),
      entry("ssikdr", ssikdr, "few dimensions of a kernel's space from bounds on distances",
            ssikdr_prior),
      of_neighbours(
          BoundRule::percentile,
          entry("von-neumann", von_neumann,
                "the metric nearest in von Neumann divergence that keeps bounds on distances",
                von_neumann_prior)),
      ranking("warp", warp, warp_stream,
              "ranks many labels by sampled comparisons, low rank (WARP, WSABIE)"),
  };
  return all;
}

namespace {

std::string as_listed(std::string_view typed) {
  std::string name(typed);
  for (char& c : name) {
    c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return name;
}

}  // namespace

const LearnerEntry& find_learner(std::string_view name) {
  const std::string wanted = as_listed(name);
  if (wanted == auto_learner().name) return auto_learner();
  std::vector<std::string_view> names;
  for (const LearnerEntry& entry : learners()) {
    if (entry.name == wanted) return entry;
    names.push_back(entry.name);
  }
  const std::string near = did_you_mean(wanted, names, 3);
  fail("there is no learner '{}'{}", name, near.empty() ? "; see the list of learners" : near);
}

}  // namespace mahala
