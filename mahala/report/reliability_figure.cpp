#include "mahala/report/reliability_figure.hpp"

#include "mahala/core/error.hpp"
#include "mahala/report/picture/picture.hpp"

namespace mahala {

std::string reliability_picture(std::span<const Forecast> forecasts, const std::string& title) {
  require(!forecasts.empty(), "there are no probabilities to draw");
  Curve found{.name = "pairs"};
  for (const ReliabilityBin& bin : reliability(forecasts)) {
    found.x.push_back(bin.forecast);
    found.y.push_back(bin.same_share);
  }
  return svg_file(Lines{.title = title,
                        .x_label = "probability of the same",
                        .y_label = "share that is the same",
                        .curves = {{"agreement", {0, 1}, {0, 1}}, std::move(found)}});
}

}  // namespace mahala
