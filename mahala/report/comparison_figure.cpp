#include "mahala/report/comparison_figure.hpp"

#include "mahala/report/picture/picture.hpp"

namespace mahala {

std::string comparison_picture(const Comparison& comparison, const std::string& title) {
  Bars bars{.title = title, .value_label = "error, %, and its standard deviation over folds"};
  for (const ComparedMethod& method : comparison.table) {
    if (!method.ran()) continue;
    bars.names.push_back(method.title);
    bars.values.push_back(100 * method.error_mean);
    bars.spread.push_back(100 * method.error_sd);
  }
  return svg_file(bars);
}

}  // namespace mahala
