#include "mahala/reproduce/experiments/kernel_figures.hpp"

namespace mahala::reproduce {

CaptionedTable swept_table(const Results& results, const Sweep& sweep) {
  std::vector<std::string> header = {sweep.along};
  header.insert(header.end(), sweep.methods.begin(), sweep.methods.end());
  Table table(header);
  for (const Index value : sweep.values) {
    std::vector<std::string> row = {std::to_string(value)};
    for (const std::string& method : sweep.methods) {
      row.push_back(cell(results, sweep.called(method, value), sweep.what));
    }
    table.add(row);
  }
  return {sweep.title + ".", table};
}

Lines swept_lines(const Results& results, const Sweep& sweep) {
  Lines lines{.title = sweep.title, .x_label = sweep.along, .y_label = sweep.what.number};
  for (const std::string& method : sweep.methods) {
    Curve curve{.name = method};
    for (const Index value : sweep.values) {
      curve.x.push_back(static_cast<double>(value));
      curve.y.push_back(sweep.what.scale *
                        results.mean(sweep.called(method, value), sweep.what.number).mean);
    }
    lines.curves.push_back(curve);
  }
  return lines;
}

}  // namespace mahala::reproduce
