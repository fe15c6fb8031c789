#include "mahala/report/score_page.hpp"

#include "mahala/core/error.hpp"
#include "mahala/report/learning_section.hpp"
#include "mahala/report/metric_figures.hpp"

namespace mahala {

Page score_page(const ScoreSubject& subject) {
  require(subject.model.kind != ModelKind::metric, "the model is a metric, which has its own page");
  Page page(subject.title);
  page.paragraph(subject.basis);
  page.section("Summary");
  page.table(subject.numbers, "With 95 % intervals by the bootstrap.");
  page.section("What was learned");
  std::vector<Figure> figures;
  add_learning(subject.model, figures, page);
  if (const auto spectrum = spectrum_figure(subject.model)) figures.push_back(*spectrum);
  if (!figures.empty()) page.figures(figures);
  page.section("Where it comes from");
  Table table({"fact", "value"}, {Align::left, Align::left});
  for (const ModelFacts& facts : {subject.facts, model_facts(subject.model)}) {
    for (const auto& [name, text] : facts) table.add({name, text});
  }
  page.table(table);
  return page;
}

}  // namespace mahala
