// The whole road against the installed library: read, compare, tune, save, load, embed, search.
#include <fmt/format.h>

#include <mahala/compare/tune.hpp>
#include <mahala/data/read/read.hpp>
#include <mahala/model/model_file.hpp>
#include <mahala/model/read_for_model.hpp>
#include <mahala/search/neighbours.hpp>

using namespace mahala;

int main(int, char** arguments) {
  const std::string file = arguments[1], model_file = arguments[2];
  const Dataset data = read_dataset(file, {.label = "label"});

  const Comparison found =
      compare(data, {make_candidate("euclidean"), make_candidate("lda"), make_candidate("rca")},
              {.protocol = {.folds = 5, .repeats = 2}});
  for (const ComparedMethod& each : found.table) {
    fmt::print("{}: {:.3f} {}\n", each.title, each.error_mean, marks(each, found.euclidean()));
  }

  const Tuned tuned = tune(data, {.grid = {.learners = {"rca", "psd-flat"}, .ranks = {2, 4}}});
  fmt::print("{}\n", tuned.verdict);
  save(tuned.trained.fit.model, model_file);

  const Model model = load(model_file);
  const Matrix embedded = embed(model, read_for_model(file, {.label = "label"}, model).x);
  const Neighbours near = nearest(embedded, embedded, 3);
  fmt::print("nearest to the first sample: {}\n", near.item(1, 0));
  return near.item(0, 0) == 0 ? 0 : 1;
}
