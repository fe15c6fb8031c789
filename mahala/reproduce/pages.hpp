/// @file
/// What was found, for people: a paragraph for the terminal; pictures, a page a paper and an index
/// of them in Markdown.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "mahala/reproduce/run_experiment.hpp"

namespace mahala::reproduce {

/// The claim, our numbers with intervals and the verdict, in lines of a terminal's width.
std::string paragraph(const Experiment& experiment, const Outcome& outcome);

/// The parts of a folder of results.
struct ResultsFolder {
  std::filesystem::path root;

  std::filesystem::path papers() const { return root / "papers"; }  ///< pages, pictures, cells
  std::filesystem::path index() const { return root / "papers.md"; }
};

/// Makes the folder; Error if it cannot be written.
void check_results_folder(const ResultsFolder& folder);

/// Draws the figures of an experiment from what the folder knows of it, of the full run if there is
/// one.
void write_figures(const Experiment& experiment, const DataFolder& data,
                   const ResultsFolder& folder);

/// Writes all pages from what the folder knows.
void write_pages(std::span<const Experiment> experiments, std::span<const Impossible> impossible,
                 const DataFolder& data, const ResultsFolder& folder);

}  // namespace mahala::reproduce
