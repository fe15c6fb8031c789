#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/data/constraints/constraint_file.hpp"
#include "mahala/data/write/text_file.hpp"

namespace mahala {
namespace {

using writing::quoted_cell;
using writing::TextFile;

/// Writes rows of constraints, naming samples and labels as the data set does.
class ConstraintWriter {
 public:
  ConstraintWriter(TextFile& file, const Dataset& data) : file_(file), data_(data) {}

  void operator()(const Nothing&) const { fail("there are no constraints to write"); }
  void operator()(const Pairs& pairs) const;
  void operator()(const Triplets& triplets) const;
  void operator()(const NearFarSets& sets) const;
  void operator()(const Rankings& rankings) const;
  void operator()(const Forms& forms) const;

 private:
  std::string name(Index sample) const {
    return data_.ids.empty() ? fmt::format("{}", sample)
                             : data_.ids[static_cast<std::size_t>(sample)];
  }
  std::string cell(Index sample) const { return quoted_cell(name(sample)); }
  template <class NameOf>
  std::string list(const std::vector<Index>& members, const NameOf& name_of) const;

  TextFile& file_;
  const Dataset& data_;
};

template <class NameOf>
std::string ConstraintWriter::list(const std::vector<Index>& members, const NameOf& name_of) const {
  std::vector<std::string> names;
  for (const Index member : members) {
    names.push_back(name_of(member));
    require(names.back().find(';') == std::string::npos,
            "'{}' cannot be written in a list: it holds a semicolon", names.back());
  }
  return quoted_cell(fmt::format("{}", fmt::join(names, ";")));
}

template <class List>
bool is_weighted(const List& list) {
  return std::any_of(list.begin(), list.end(), [](const auto& c) { return c.weight != 1; });
}

void ConstraintWriter::operator()(const Pairs& pairs) const {
  const bool weighted = is_weighted(pairs), open = std::ranges::any_of(pairs, &Pair::is_open);
  file_ << (open ? "i,j,same" : "i,j,relation,value") << (weighted ? ",weight\n" : "\n");
  for (const Pair& p : pairs) {
    require(p.is_open() == open, "pairs with values and pairs without do not go into one file");
    file_ << cell(p.i) << ',' << (p.j == origin ? "origin" : cell(p.j)) << ',';
    if (open) {
      file_ << (p.relation == Relation::at_most ? "1" : "0");
    } else {
      file_ << symbol(p.relation) << ',' << p.value;
    }
    if (weighted) file_ << ',' << p.weight;
    file_ << '\n';
  }
}

void ConstraintWriter::operator()(const Triplets& triplets) const {
  const bool weighted = is_weighted(triplets);
  file_ << "query,near,far" << (weighted ? ",weight\n" : "\n");
  for (const Triplet& t : triplets) {
    file_ << cell(t.query) << ',' << cell(t.near) << ',' << cell(t.far);
    if (weighted) file_ << ',' << t.weight;
    file_ << '\n';
  }
}

void ConstraintWriter::operator()(const NearFarSets& sets) const {
  const auto name_of = [this](Index sample) { return name(sample); };
  file_ << "query,near,far\n";
  for (const NearFarSet& s : sets) {
    file_ << cell(s.query) << ',' << list(s.near, name_of) << ',' << list(s.far, name_of) << '\n';
  }
}

void ConstraintWriter::operator()(const Rankings& rankings) const {
  const auto name_of = [this](Index label) {
    return data_.labels.names()[static_cast<std::size_t>(label)];
  };
  file_ << "sample,relevant\n";
  for (const Ranking& r : rankings) {
    file_ << cell(r.sample) << ',' << list(r.relevant, name_of) << '\n';
  }
}

void ConstraintWriter::operator()(const Forms& forms) const {
  const bool of_features = !forms.empty() && forms.front().of_features;
  const auto feature = [&](Index k) {
    return data_.features.empty() ? fmt::format("{}", k)
                                  : quoted_cell(data_.features[static_cast<std::size_t>(k)]);
  };
  file_ << (of_features ? "form,relation,value,weight,factor,row,column\n"
                        : "form,relation,value,weight,factor,i,j\n");
  for (std::size_t k = 0; k < forms.size(); ++k) {
    const Form& form = forms[k];
    require(form.of_features == of_features,
            "forms of samples and forms of features do not go into one file");
    for (const FormTerm& term : form.terms) {
      file_ << fmt::format("{},{},", k, symbol(form.relation)) << form.value << ',' << form.weight
            << ',' << term.factor << ',' << (of_features ? feature(term.i) : cell(term.i)) << ',';
      const std::string other = of_features        ? feature(term.j)
                                : term.j == origin ? "origin"
                                                   : cell(term.j);
      file_ << other << '\n';
    }
  }
}

}  // namespace

void write_constraints(const Constraints& constraints, const Dataset& data,
                       const std::filesystem::path& path) {
  TextFile file(path);
  std::visit(ConstraintWriter(file, data), constraints);
  file.commit();
}

}  // namespace mahala
