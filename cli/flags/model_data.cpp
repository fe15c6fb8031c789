#include "cli/flags/model_data.hpp"

#include "cli/flags/builtin.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "mahala/model/read_for_model.hpp"

namespace mahala::cli {

void check_reading_flags(const Command& command, const Model& model) {
  for (const char* flag : {"--columns", "--drop", "--encode"}) {
    if (!model.table || !command.given(flag)) continue;
    throw UsageError(fmt::format("{}: the model keeps which columns it takes, and how", flag));
  }
  if (!model.text) return;
  TextOptions options;
  for (const Option& option : mahala::describe(options)) {
    const std::string flag = flag_name(option.name);
    if (!command.given(flag)) continue;
    throw UsageError(fmt::format("{}: the model keeps how its text is read", flag));
  }
}

Dataset read_for_model(const Command& command, const DataArguments& data, const Model& model,
                       const Common& common) {
  check_reading_flags(command, model);
  ReadOptions reading = data.reading;
  reading.shared = true;
  return mahala::read_for_model(resolve_data(data.name), reading, model,
                                [&](const std::string& text) { remark(common, text); });
}

}  // namespace mahala::cli
