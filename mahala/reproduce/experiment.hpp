/// @file
/// An experiment of a paper, stated so that it can be run: what is measured on which data, what the
/// paper claims of it, and how that claim is checked.
///
/// An experiment is a list of settings; a setting with a seed is a cell, which is measured by
/// itself. Verdicts are made of cells alone, so that they can be made again without measuring.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mahala/core/names.hpp"
#include "mahala/report/picture/picture.hpp"
#include "mahala/report/table.hpp"
#include "mahala/reproduce/data_folder.hpp"
#include "mahala/reproduce/results.hpp"

namespace mahala {

enum class Verdict { holds, holds_with_changes, does_not_hold };

template <>
inline constexpr std::array<std::string_view, 3> names_of<Verdict> = {"holds", "holds with changes",
                                                                      "does not hold with us"};

namespace reproduce {

/// One part of a claim, checked with a margin.
struct Check {
  std::string claim = {};     ///< what the paper says, as a sentence about numbers
  std::string evidence = {};  ///< the numbers we measured
  bool holds = false;
  bool main = true;  ///< the claim falls with it; else it only needs changes
};

struct CaptionedTable {
  std::string caption = {};
  Table table;
};

struct Figure {
  std::string name = {};  ///< its file is EXPERIMENT-NAME.svg, or EXPERIMENT.svg if ""
  std::string caption = {};
  Picture picture;
};

struct Finding {
  std::vector<Check> checks = {};
  std::vector<CaptionedTable> tables = {};
  std::vector<Figure> figures = {};
};

struct Setting {
  std::string name;
  std::function<Numbers(std::uint64_t seed)> measure;
};

struct Setup {
  const DataFolder& data;
  bool quick = false;  ///< smaller sizes: minutes instead of hours
};

/// The word for a size, by how much is run.
template <class T>
T sized(bool quick, T in_quick, T in_full) {
  return quick ? in_quick : in_full;
}

struct Experiment {
  std::string name;      ///< "toy-subspace"
  std::string paper;     ///< its key in papers()
  std::string figure;    ///< "Figure 3"
  std::string title;     ///< what it is about
  std::string protocol;  ///< in words
  std::string claim;     ///< of the paper, in words, with its numbers where it gives some
  std::vector<DataFile> files = {};  ///< none: data are generated
  std::string changes = {};  ///< stand-ins for data and changes of protocol, "" = as in the paper
  std::string remarks = {};  ///< what we make of it
  Index seeds = 10, quick_seeds = 3;
  double minutes = 1, quick_minutes = 0.1;  ///< about, on two cores
  bool timed = false;                       ///< cells one after the other, since times are compared
  Verdict expected = Verdict::holds;        ///< what we publish, of the full sizes
  std::optional<Verdict> quick_expected = {};  ///< of the quick ones, if that is another
  std::function<std::vector<Setting>(const Setup&)> settings = {};
  std::function<Finding(const Results&, bool quick)> judge = {};
};

/// An experiment that cannot be run: its data are not to be had.
struct Impossible {
  std::string figure, paper, why, stand_in;
};

/// It does not hold if a main check fails; with changes if another one does, or something was
/// changed beforehand.
Verdict verdict(const Finding& finding, const Experiment& experiment);

/// What we publish of a run of these sizes.
Verdict published(const Experiment& experiment, bool quick);

}  // namespace reproduce
}  // namespace mahala
