#include "mahala/learn/stream/stream_examples.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

double output(const Dataset& data, Index i) {
  require(!data.labels.empty(), "has no output, which the label is");
  return numeric_labels(data.select({&i, 1}))[0];
}

SparseVector stored(const SparseView& x) {
  return {{x.at.begin(), x.at.end()}, {x.value.begin(), x.value.end()}};
}

/// Constraints among samples that begin at `first` of others.
Constraints moved(Constraints given, Index first) {
  if (auto* triplets = std::get_if<Triplets>(&given)) {
    for (Triplet& each : *triplets) each.query += first, each.near += first, each.far += first;
  } else if (auto* pairs = std::get_if<Pairs>(&given)) {
    for (Pair& each : *pairs) each.i += first, each.j += first;
  }
  return given;
}

template <class C>
void append(const Constraints& more, Constraints& all) {
  const auto* some = std::get_if<C>(&more);
  if (some == nullptr) return;
  if (!std::holds_alternative<C>(all)) all = C();
  auto& list = std::get<C>(all);
  list.insert(list.end(), some->begin(), some->end());
}

/// A block as lists that an archive takes.
struct StoredBlocks {
  bool sparse = false, labelled = false;
  Index dim = 0;
  std::vector<SparseVector> x = {};
  std::vector<Index> sizes = {}, label_counts = {};
  std::vector<std::string> labels = {};
  std::vector<Index> alike = {};  ///< of a block of two: 1 or 0; empty: blocks are not pairs

  void keep(Archive& archive) {
    archive("sparse", sparse);
    archive("labelled", labelled);
    archive("dim", dim);
    archive("x", x);
    archive("sizes", sizes);
    archive("label_counts", label_counts);
    archive("labels", labels);
    archive("alike", alike);
  }
};

StoredBlocks stored_blocks(const std::vector<StreamBlock>& blocks) {
  StoredBlocks all;
  for (const StreamBlock& block : blocks) {
    const Dataset& data = block.data;
    if (data.size() == 0) continue;
    all.dim = data.dim();
    all.sparse = data.x.is_sparse();
    all.labelled = !data.labels.empty();
    all.sizes.push_back(data.size());
    if (const auto* pairs = std::get_if<Pairs>(&block.given)) {
      all.alike.push_back(pairs->front().relation == Relation::at_most ? 1 : 0);
    }
    SampleViews views(data.x);
    for (Index i = 0; i < data.size(); ++i) {
      all.x.push_back(stored(views.view(i, 0)));
      if (!all.labelled) continue;
      all.label_counts.push_back(std::ssize(data.labels[i]));
      for (const Index label : data.labels[i]) {
        all.labels.push_back(data.labels.names()[static_cast<std::size_t>(label)]);
      }
    }
  }
  return all;
}

Samples samples_of(const StoredBlocks& all, std::size_t first, std::size_t count) {
  Matrix dense = Matrix::Zero(all.dim, static_cast<Index>(count));
  for (std::size_t k = 0; k < count; ++k) {
    const SparseView x = all.x[first + k].view();
    for (std::size_t e = 0; e < x.at.size(); ++e) {
      require(0 <= x.at[e] && x.at[e] < all.dim, "the state of learning: a feature {} of {}",
              x.at[e], all.dim);
      dense(x.at[e], static_cast<Index>(k)) = x.value[e];
    }
  }
  return all.sparse ? Samples(SparseMatrix(dense.sparseView())) : Samples(std::move(dense));
}

/// The blocks that were stored, of which those of three samples without labels are triplets.
std::vector<StreamBlock> restored(const StoredBlocks& all) {
  std::vector<StreamBlock> blocks;
  std::size_t first = 0, label = 0;
  for (std::size_t b = 0; b < all.sizes.size(); ++b) {
    const auto count = static_cast<std::size_t>(all.sizes[b]);
    require(first + count <= all.x.size(), "the state of learning lacks samples");
    StreamBlock block{.data = {.x = samples_of(all, first, count)}};
    LabelBuilder labels;
    for (std::size_t k = first; k < first + count && all.labelled; ++k) {
      for (Index c = 0; c < all.label_counts.at(k); ++c) labels.add(all.labels.at(label++));
      labels.end_sample();
    }
    block.data.labels = labels.take();
    if (!all.alike.empty()) {
      block.given = Pairs{
          {.i = 0, .j = 1, .relation = all.alike[b] == 1 ? Relation::at_most : Relation::at_least}};
    } else if (count == 3 && !all.labelled) {
      block.given = Triplets{{0, 1, 2}};
    }
    blocks.push_back(std::move(block));
    first += count;
  }
  return blocks;
}

}  // namespace

Index StreamBlock::examples() const {
  return std::holds_alternative<Nothing>(given) ? data.size() : count(given);
}

void keep(std::vector<StreamBlock>& blocks, Archive& archive) {
  StoredBlocks all = stored_blocks(blocks);
  all.keep(archive);
  if (archive.reads()) blocks = restored(all);
}

StreamBlock joined(const std::vector<StreamBlock>& blocks) {
  std::vector<Dataset> parts;
  StreamBlock all;
  Index first = 0;
  for (const StreamBlock& block : blocks) {
    if (block.data.size() == 0) continue;
    parts.push_back(block.data);
    const Constraints given = moved(block.given, first);
    append<Triplets>(given, all.given);
    append<Pairs>(given, all.given);
    first += block.data.size();
  }
  if (!parts.empty()) all.data = concatenate(parts);
  return all;
}

LabelNumbers::LabelNumbers(const std::vector<std::string>& known) {
  for (const std::string& name : known) add(name);
}

/// Blocks mostly number labels as the one before did, which saves looking for the name.
Index LabelNumbers::find(const Labels& labels, Index label) {
  const std::string& name = labels.names()[static_cast<std::size_t>(label)];
  if (label >= std::ssize(last_)) last_.resize(static_cast<std::size_t>(label) + 1, -1);
  Index& last = last_[static_cast<std::size_t>(label)];
  if (last < 0 || *names_[static_cast<std::size_t>(last)] != name) {
    const auto found = number_.find(name);
    last = found == number_.end() ? -1 : found->second;
  }
  return last;
}

Index LabelNumbers::add(const std::string& name) {
  const auto [place, added] = number_.emplace(name, size());
  if (added) names_.push_back(&place->first);
  return place->second;
}

void LabelNumbers::keep(Archive& archive) {
  std::vector<std::string> names;
  for (const std::string* name : names_) names.push_back(*name);
  archive("names", names);
  if (!archive.reads()) return;
  *this = LabelNumbers(names);
}

StreamExamples::StreamExamples(ExampleKind kind, const std::vector<std::string>& labels,
                               Index reservoir, std::uint64_t seed)
    : kind_(kind),
      numbers_(labels),
      reservoir_(reservoir, make_rng(seed, RandomStream::reservoir)) {}

std::optional<Example> StreamExamples::next(const StreamBlock& block, SampleViews& views, Index i) {
  ++seen_;
  if (!std::holds_alternative<Nothing>(block.given)) return given_example(block, views);
  const Dataset& data = block.data;
  const SparseView x = views.view(i, 0);
  if (kind_ == ExampleKind::outputs) return Example{.x = x, .output = output(data, i)};
  if (kind_ == ExampleKind::samples) return Example{.x = x};
  require(kind_ != ExampleKind::pairs, "is a sample, and pairs are learned from");
  number_labels(data.labels, i);
  if (kind_ == ExampleKind::triplets) return reservoir_.next(x, labels_);
  if (labels_.empty()) return std::nullopt;
  return Example{.x = x, .labels = labels_};
}

std::optional<Example> StreamExamples::given_example(const StreamBlock& block,
                                                     SampleViews& views) const {
  require(name(mahala::kind(block.given)) == name(kind_), "is one of {}, and {} are learned from",
          mahala::kind(block.given), kind_);
  if (const auto* triplets = std::get_if<Triplets>(&block.given)) {
    const Triplet& each = triplets->front();
    return Example{.x = views.view(each.query, 0),
                   .near = views.view(each.near, 1),
                   .far = views.view(each.far, 2)};
  }
  const Pair& each = std::get<Pairs>(block.given).front();
  return Example{.x = views.view(each.i, 0),
                 .other = views.view(each.j, 1),
                 .alike = each.relation == Relation::at_most};
}

/// Those of sample i. Rankings know all labels there are, triplets take new ones.
void StreamExamples::number_labels(const Labels& labels, Index i) {
  labels_.clear();
  if (labels.empty()) return;
  for (const Index label : labels[i]) {
    Index number = numbers_.find(labels, label);
    if (number < 0) {
      const std::string& name = labels.names()[static_cast<std::size_t>(label)];
      require(kind_ != ExampleKind::rankings, "the label '{}' is none of the {} known", name,
              numbers_.size());
      number = numbers_.add(name);
    }
    labels_.push_back(number);
  }
}

void StreamExamples::keep(Archive& archive) {
  archive("labels", numbers_);
  archive("reservoir", reservoir_);
  archive("seen", seen_);
}

}  // namespace mahala
