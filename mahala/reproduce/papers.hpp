/// @file
/// The papers whose experiments are run.
#pragma once

#include <span>
#include <string>

namespace mahala::reproduce {

struct Paper {
  std::string key;    ///< "meyer-2011": also the name of its page
  std::string brief;  ///< "Meyer, Bonnabel, Sepulchre 2011"
  std::string reference;
};

std::span<const Paper> papers();

/// Error if there is none of this key.
const Paper& find_paper(const std::string& key);

}  // namespace mahala::reproduce
