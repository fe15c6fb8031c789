#include "mahala/data/read/forms.hpp"

#include <map>

#include "mahala/data/file/number.hpp"

namespace mahala::reading {
namespace {

/// Error unless terms are either of samples or of features.
bool terms_of_features(const ConstraintRows& rows) {
  const bool samples = rows.has("i") && rows.has("j");
  const bool features = rows.has("row") && rows.has("column");
  const Index columns = (rows.has("i") ? 1 : 0) + (rows.has("j") ? 1 : 0) +
                        (rows.has("row") ? 1 : 0) + (rows.has("column") ? 1 : 0);
  if (samples == features || columns != 2) {
    rows.refuse("terms are of samples (columns 'i' and 'j') or of features ('row' and 'column')");
  }
  return features;
}

FormTerm read_term(const ConstraintRows& rows, bool of_features) {
  if (of_features) return {rows.feature("row"), rows.feature("column"), rows.number("factor")};
  const FormTerm term{rows.sample("i"), rows.sample_or_origin("j"), rows.number("factor")};
  if (term.i == term.j) {
    rows.refuse("columns 'i' and 'j': sample {} is paired with itself", rows.name(term.i));
  }
  return term;
}

/// Error unless a later line of a form says of it what the first one did.
void check_agrees(const ConstraintRows& rows, const Form& line, const Form& first,
                  Index first_line) {
  if (line.relation == first.relation && line.value == first.value && line.weight == first.weight) {
    return;
  }
  rows.refuse("form '{}': relation, value and weight are not those of line {}",
              excerpt(rows.text("form")), first_line);
}

}  // namespace

ConstraintColumns forms_columns() {
  return {
      "forms",
      "form,relation,value[,weight],factor,i,j or form,relation,value[,weight],factor,row,column",
      {"form", "relation", "value", "factor"},
      {"weight", "i", "j", "row", "column"}};
}

Forms read_forms(ConstraintRows& rows) {
  const bool of_features = terms_of_features(rows);
  Forms forms;
  std::vector<Index> lines;
  std::map<std::string, std::size_t> place;
  while (rows.next()) {
    Form line{.relation = rows.relation(),
              .value = rows.number("value"),
              .weight = rows.weight(),
              .of_features = of_features};
    const auto [found, added] = place.emplace(rows.text("form"), forms.size());
    if (added) {
      forms.push_back(line);
      lines.push_back(rows.line());
    }
    Form& form = forms[found->second];
    check_agrees(rows, line, form, lines[found->second]);
    form.terms.push_back(read_term(rows, of_features));
  }
  return forms;
}

}  // namespace mahala::reading
