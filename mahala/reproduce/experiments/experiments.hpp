/// @file
/// The experiments there are, in the order of the papers; each has a file of its own.
#pragma once

#include <span>
#include <string_view>

#include "mahala/reproduce/experiment.hpp"

namespace mahala::reproduce {

std::span<const Experiment> experiments();

/// Those whose data are not to be had.
std::span<const Impossible> impossible();

/// Error with the nearest names if there is none called `name`.
const Experiment& find_experiment(std::string_view name);

Experiment toy_subspace();
Experiment toy_lambda();
Experiment toy_online();
Experiment gyrb_kernel();
Experiment digits_kernel();
Experiment usps_kernel();
Experiment usps_times();
Experiment uci_full_rank();
Experiment isolet_low_rank();
Experiment spectra_low_rank();
Experiment newsgroups();
Experiment label_ranking();
Experiment uci_logdet();
Experiment clustering();
Experiment text_basis();
Experiment usps_plane();
Experiment tracking_lambda();
Experiment tracking();

}  // namespace mahala::reproduce
