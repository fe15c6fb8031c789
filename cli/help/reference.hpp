/// @file
/// The reference page, made from the descriptions that the program itself runs on.
#pragma once

#include <string>

namespace mahala::cli {

/// Every learner and every described option, as Markdown.
std::string reference_page();

}  // namespace mahala::cli
