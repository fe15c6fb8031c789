/// @file
/// What a program of this folder finds, ours beside theirs: printed, and with --json FILE written
/// as figures.py writes it, a list of {name, ours, theirs, unit, ratio, note}.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "mahala/core/error.hpp"
#include "mahala/core/file/output_file.hpp"

namespace mahala::bench {

/// Smaller is better in all of them.
struct Figure {
  std::string name;
  double ours = 0, theirs = 0;
  std::string unit;
  std::string note = {};
};

class Figures {
 public:
  /// Takes --json FILE from the arguments; Error for anything else.
  Figures(int argc, char** argv) {
    for (int k = 1; k < argc; k += 2) {
      require(std::string_view(argv[k]) == "--json" && k + 1 < argc, "usage: {} [--json FILE]",
              argv[0]);
      path_ = argv[k + 1];
    }
    fmt::print("{:<52} {:>10} {:>10} {:<8} {:>7}\n", "", "ours", "theirs", "", "ratio");
  }

  void add(const Figure& figure) {
    const double ratio = figure.theirs / figure.ours;
    fmt::print("{:<52} {:>10.5g} {:>10.5g} {:<8} {:>7.3g}  {}\n", figure.name, figure.ours,
               figure.theirs, figure.unit, ratio, figure.note);
    all_.push_back({{"name", figure.name},
                    {"ours", figure.ours},
                    {"theirs", figure.theirs},
                    {"unit", figure.unit},
                    {"ratio", ratio},  // null where it is not finite
                    {"note", figure.note}});
  }

  void write() const {
    if (path_.empty()) return;
    OutputFile file(path_);
    file.write(all_.dump(2) + "\n");
    file.commit();
  }

 private:
  std::string path_;
  nlohmann::json all_ = nlohmann::json::array();
};

}  // namespace mahala::bench
