// 06. Which learner suits the data? All on the same folds. The same in Python:
// 06_compare_learners.py.
#include <fmt/format.h>

#include <mahala/compare/comparison.hpp>
#include <mahala/data/read/read.hpp>

using namespace mahala;

int main(int, char** arguments) {
  const Dataset data = read_dataset(arguments[1], {.label = "label"});

  const Comparison found = compare(data,
                                   {make_candidate("euclidean"), make_candidate("lda"),
                                    make_candidate("covariance"), make_candidate("lfda")},
                                   {.protocol = {.folds = 5, .repeats = 2}});
  for (const ComparedMethod& each : found.table) {
    fmt::print("{}: {:.2f} % errors, worse than the best by chance: p = {:.3f}\n", each.title,
               100 * each.error_mean, each.p_best);
  }
}
