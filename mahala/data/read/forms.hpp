/// @file
/// Internal to the reader of constraints: forms, a term a line.
#pragma once

#include "mahala/data/read/constraint_rows.hpp"

namespace mahala::reading {

ConstraintColumns forms_columns();

/// In the order of their first lines. Error with file and line: columns of samples and of features
/// both or neither, a sample joined to itself, two lines of a form that disagree.
Forms read_forms(ConstraintRows& rows);

}  // namespace mahala::reading
