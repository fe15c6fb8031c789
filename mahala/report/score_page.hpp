/// @file
/// The page about a similarity or a ranking: what it brings, how it was learned, where it comes
/// from.
#pragma once

#include "mahala/model/model.hpp"
#include "mahala/report/model_facts.hpp"
#include "mahala/report/page.hpp"

namespace mahala {

struct ScoreSubject {
  std::string title = {};
  std::string basis = {};  ///< on which samples the numbers are, and how far they can be trusted
  const Model& model;
  Table numbers;          ///< of the model beside its baseline
  ModelFacts facts = {};  ///< besides those of the model
};

Page score_page(const ScoreSubject& subject);

}  // namespace mahala
