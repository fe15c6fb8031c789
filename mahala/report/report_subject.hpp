/// @file
/// What a report is about: a model that is there already, or one that is learned on a part of the
/// samples and judged on the rest.
#pragma once

#include <optional>
#include <string>

#include "mahala/report/findings.hpp"
#include "mahala/train/train.hpp"

namespace mahala {

/// How far numbers of a model on samples with this fingerprint can be trusted.
std::string basis_of(const Model& model, const std::string& print);

/// The model on all samples of `data`, each judged among the others. Error if the model has no map
/// for samples, or more neighbours are to vote than there are.
ReportSubject report_on_model(Model model, const Dataset& data, const ReportSampleOptions& options,
                              const std::string& model_name, const std::string& data_name);

struct HeldOutReport {
  std::string data_name = {};
  double held_out = 0.3;  ///< share of the samples that is judged and not learned from
  TrainOptions training = {};
  ReportSampleOptions sample = {};
};

/// Learns on a part of the samples, stratified by class where every sample has one, and reports on
/// the rest. `given` refers to all of `data`; `fit` tells how learning ended, without the model.
ReportSubject report_held_out(const Learner& learner, const Dataset& data,
                              std::optional<Constraints> given, const HeldOutReport& options,
                              const Run& run, Fit& fit);

}  // namespace mahala
