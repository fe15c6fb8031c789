#include "mahala/reproduce/pages.hpp"

#include "mahala/core/error.hpp"
#include "mahala/core/file/output_file.hpp"
#include "mahala/reproduce/papers.hpp"

namespace mahala::reproduce {
namespace {

namespace fs = std::filesystem;

void write_text(const fs::path& file, const std::string& text) {
  OutputFile out(file);
  out.write(text);
  out.commit();
}

std::string figure_file(const Experiment& experiment, const Figure& figure) {
  return experiment.name + (figure.name.empty() ? "" : "-" + figure.name) + ".svg";
}

/// Of the full run, else of the quick one.
std::optional<Outcome> best_known(const Experiment& experiment, const DataFolder& data,
                                  const ResultsFolder& folder) {
  auto full = known_outcome(experiment, data, folder.papers(), false);
  return full ? full : known_outcome(experiment, data, folder.papers(), true);
}

std::string seconds_in_words(double seconds) {
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  return seconds < 3600 ? fmt::format("{:.0f} min", seconds / 60)
                        : fmt::format("{:.1f} h", seconds / 3600);
}

/// "10 seeds, 12.3 s of work, 2026-11-18, ..., quick".
std::string facts_in_words(const Outcome& outcome) {
  const RunFacts& facts = outcome.facts;
  return fmt::format("{}{} seed{} from {}, {} cells, {} of work; {}, {}, mahala {}",
                     outcome.quick ? "Quick sizes; " : "", facts.seeds, facts.seeds == 1 ? "" : "s",
                     facts.first_seed, outcome.cells, seconds_in_words(facts.seconds), facts.date,
                     facts.machine, facts.program);
}

/// Checks in one sentence each.
std::string checks_text(const Finding& finding) {
  std::string text = "| the paper's claim, as it is checked | we measured | |\n|---|---|---|\n";
  for (const Check& check : finding.checks) {
    text += fmt::format("| {}{} | {} | {} |\n", check.claim, check.main ? "" : " (detail)",
                        check.evidence, check.holds ? "holds" : "**does not hold**");
  }
  return text;
}

std::string section(const Experiment& experiment, const std::optional<Outcome>& outcome) {
  std::string text = fmt::format("## {} ({})\n`mahala reproduce {}`\n\n", experiment.title,
                                 experiment.figure, experiment.name);
  text += fmt::format("**The paper says**: {}\n\n**Protocol**: {}\n\n", experiment.claim,
                      experiment.protocol);
  if (!experiment.changes.empty()) text += fmt::format("**Changed**: {}\n\n", experiment.changes);
  if (!outcome) return text + "Not run yet.\n";
  text += fmt::format("**Verdict: {}.** {}\n\n{}\n", outcome->verdict, experiment.remarks,
                      checks_text(outcome->finding));
  for (const CaptionedTable& table : outcome->finding.tables) {
    text += fmt::format("{}\n\n{}\n", table.caption, table.table.markdown());
  }
  for (const Figure& figure : outcome->finding.figures) {
    text += fmt::format("![{}]({})\n\n", figure.caption, figure_file(experiment, figure));
  }
  return text + facts_in_words(*outcome) + ".\n";
}

std::string impossible_text(const Impossible& each) {
  return fmt::format("| {} | {} | {} |\n", each.figure, each.why, each.stand_in);
}

std::string impossible_table(std::span<const Impossible> impossible, const std::string& paper) {
  std::string rows;
  for (const Impossible& each : impossible) {
    if (paper.empty() || each.paper == paper) rows += impossible_text(each);
  }
  return rows.empty() ? ""
                      : "## Not possible\n| experiment | why | instead |\n|---|---|---|\n" + rows;
}

std::string paper_page(const Paper& paper, std::span<const Experiment> experiments,
                       std::span<const Impossible> impossible, const DataFolder& data,
                       const ResultsFolder& folder) {
  std::string text = fmt::format("# {}\n{}. Back to [all papers](../papers.md).\n\n", paper.brief,
                                 paper.reference);
  for (const Experiment& experiment : experiments) {
    if (experiment.paper != paper.key) continue;
    text += section(experiment, best_known(experiment, data, folder)) + "\n";
  }
  return text + impossible_table(impossible, paper.key);
}

std::string index_row(const Experiment& experiment, const std::optional<Outcome>& outcome) {
  const Paper& paper = find_paper(experiment.paper);
  const std::string found =
      outcome ? fmt::format("{}{}", outcome->verdict, outcome->quick ? " (quick sizes)" : "")
              : "not run yet";
  return fmt::format("| [{}](papers/{}.md) | {} | `{}` | {} | {} |\n", paper.brief, paper.key,
                     experiment.figure, experiment.name, experiment.title, found);
}

std::string index_page(std::span<const Experiment> experiments,
                       std::span<const Impossible> impossible, const DataFolder& data,
                       const ResultsFolder& folder) {
  std::string text =
      "# The papers' experiments, run again\n"
      "What five papers claim, beside what we measure: written by `mahala reproduce all -o "
      "docs/results`. Numbers are means over seeds\nwith 95 % intervals; a claim is checked part "
      "by part, with margins that the source of each experiment states. *Holds with\nchanges* "
      "means that data or protocol are not the paper's, or that a detail of the claim fails; "
      "*does not hold with us* that the\nmain part of it fails, and the page shows how.\n\n"
      "| paper | figure | experiment | about | verdict |\n|---|---|---|---|---|\n";
  for (const Experiment& experiment : experiments) {
    text += index_row(experiment, best_known(experiment, data, folder));
  }
  return text + "\n" + impossible_table(impossible, "");
}

}  // namespace

std::string paragraph(const Experiment& experiment, const Outcome& outcome) {
  std::string text = fmt::format("{}, {}: {}.\nVerdict: {}.\n", find_paper(experiment.paper).brief,
                                 experiment.figure, experiment.title, outcome.verdict);
  for (const Check& check : outcome.finding.checks) {
    text += fmt::format("  {} {}: {}\n", check.holds ? "yes" : "NO ", check.claim, check.evidence);
  }
  if (!experiment.changes.empty()) text += fmt::format("  Changed: {}\n", experiment.changes);
  return text + "  " + facts_in_words(outcome) + "\n";
}

void check_results_folder(const ResultsFolder& folder) {
  std::error_code error;
  fs::create_directories(folder.papers(), error);
  require(!error, "{}: the folder of results cannot be made: {}", folder.papers().string(),
          error.message());
  const OutputFile probe(folder.index());
}

void write_figures(const Experiment& experiment, const DataFolder& data,
                   const ResultsFolder& folder) {
  const auto outcome = best_known(experiment, data, folder);
  if (!outcome) return;
  for (const Figure& figure : outcome->finding.figures) {
    write_text(folder.papers() / figure_file(experiment, figure), svg_file(figure.picture));
  }
}

void write_pages(std::span<const Experiment> experiments, std::span<const Impossible> impossible,
                 const DataFolder& data, const ResultsFolder& folder) {
  for (const Paper& paper : papers()) {
    write_text(folder.papers() / (paper.key + ".md"),
               paper_page(paper, experiments, impossible, data, folder));
  }
  write_text(folder.index(), index_page(experiments, impossible, data, folder));
}

}  // namespace mahala::reproduce
