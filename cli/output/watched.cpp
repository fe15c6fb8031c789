#include "cli/output/watched.hpp"

#include <memory>

#include "cli/output/progress.hpp"
#include "mahala/core/file/signals.hpp"

namespace mahala::cli {
namespace {

/// A monitor that owns the line it draws on.
Monitor shown_on(std::shared_ptr<ProgressLine> line) {
  return [line, show = line->monitor()](const Progress& progress) { return show(progress); };
}

}  // namespace

Watcher watcher_of(const Common& common, const std::string& noun, const std::string& measure) {
  return {.folds =
              [&common, noun, measure](const std::string& candidate) {
                return shown_on(
                    std::make_shared<ProgressLine>(common, candidate + ": " + noun, measure));
              },
          .steps = [&common] { return shown_on(std::make_shared<ProgressLine>(common, "step")); },
          .stop = interrupted};
}

}  // namespace mahala::cli
