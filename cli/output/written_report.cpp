#include "cli/output/written_report.hpp"

#include <fmt/format.h>

#include "cli/output/announce.hpp"

namespace mahala::cli {

void report_generated(const Options& problem, const Dataset& data, const std::string& output,
                      const std::vector<std::string>& losses, const Common& common) {
  for (const std::string& loss : losses) remark(common, loss);
  if (common.json) {
    Json json = {{"output", output}};
    for (const Option& option : problem) json[option.name] = json_value(option);
    json.update({{"seed", common.seed}, {"lost", losses}});
    return print_json(json);
  }
  announce(common, output,
           fmt::format("{} of {} with {}: {}", counted(data.size(), "sample"),
                       counted(data.dim(), "feature"), counted(data.labels.label_count(), "label"),
                       output));
}

void report_converted(const Conversion& done, const std::string& data, const std::string& output,
                      std::string_view format, const Common& common) {
  for (const std::string& loss : done.losses) remark(common, loss);
  const Survey& survey = done.survey;
  if (common.json) {
    return print_json({{"data", data},
                       {"output", output},
                       {"format", format},
                       {"samples", survey.size},
                       {"dim", survey.dim},
                       {"labels", survey.has_labels},
                       {"ids", survey.has_ids},
                       {"lost", done.losses}});
  }
  announce(common, output,
           fmt::format("{} of {}: {} ({})", counted(survey.size, "sample"),
                       counted(survey.dim, "feature"), output, format));
}

}  // namespace mahala::cli
