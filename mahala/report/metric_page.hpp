/// @file
/// The page about one learned metric: what it brings, what it looks like, where it comes from.
///
/// Each part of the page needs something (labels, several classes, a learning curve); where
/// that is missing, a sentence says so instead of an empty picture.
#pragma once

#include "mahala/report/findings.hpp"
#include "mahala/report/page.hpp"

namespace mahala {

Page metric_page(const ReportSubject& subject, const Findings& findings);

}  // namespace mahala
