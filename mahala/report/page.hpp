/// @file
/// A report as one HTML file that needs nothing else: no network, no scripts, no other file.
///
/// It reads well on a phone and on paper, and is well-formed XML as well. All text is
/// escaped; only figures are taken as they are.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/report/table.hpp"

namespace mahala {

struct Figure {
  std::string svg = {};  ///< from draw_svg
  std::string caption = {};
};

class Page {
 public:
  /// `language` is the lang attribute, such as "en".
  explicit Page(std::string title, std::string language = "en");

  void section(std::string_view heading);
  void paragraph(std::string_view text);
  void command(std::string_view text);  ///< for the shell, line breaks kept
  void table(const Table& table, std::string_view caption = "");
  void figure(const Figure& figure);

  /// Side by side where the screen is wide enough, one below the other where it is not.
  void figures(const std::vector<Figure>& row);

  std::string str() const;

  /// Appears whole or not at all.
  void save(const std::filesystem::path& path) const;

 private:
  std::string title_, language_, body_;
};

}  // namespace mahala
