#include "mahala/learn/stream/example_source.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string_view>

#include "mahala/core/error.hpp"
#include "mahala/data/constraints/triplet_sampler.hpp"
#include "mahala/optimize/regression/sparse_pairs.hpp"

namespace mahala {
namespace {

/// What is drawn for the next example; where its samples may come from other ranks, for the next
/// few, whose samples travel together. A checkpoint has the source as it was before these few and
/// how many of them were learned from: they are drawn again by whoever goes on, in one process or
/// several.
template <class Drawn, class Source>
class Ahead {
 public:
  /// `ends(drawn)` are the samples of what `draw()` gives, out of `source`.
  template <class Draw, class Ends>
  Drawn next(SampleViews& views, const Source& source, const Draw& draw, const Ends& ends) {
    if (!views.travel()) {
      for (; at_ > 0; --at_) draw();
      return draw();
    }
    while (drawn_.empty() || at_ == drawn_.size()) {
      if (!drawn_.empty()) at_ = 0;
      before_ = source;
      drawn_.clear();
      std::vector<Index> samples;
      while (drawn_.size() < examples_ahead) {
        drawn_.push_back(draw());
        for (const Index i : ends(drawn_.back())) samples.push_back(i);
      }
      views.fetch(std::move(samples));
    }
    return drawn_[at_++];
  }

  void keep(Archive& archive, std::string_view name, Source& source) {
    Source from = drawn_.empty() ? source : *before_;
    auto at = static_cast<Index>(at_);
    archive(name, from);
    archive("ahead", at);
    if (!archive.reads()) return;
    source = std::move(from);
    drawn_.clear();
    at_ = static_cast<std::size_t>(at);
  }

 private:
  static constexpr std::size_t examples_ahead = 64;

  std::optional<Source> before_ = {};
  std::vector<Drawn> drawn_ = {};
  std::size_t at_ = 0;
};

class DrawnTriplets final : public ExampleSource {
 public:
  DrawnTriplets(const Dataset& data, Rng rng) : sampler_(data.labels), views_(data.x), rng_(rng) {}

  bool possible() const { return sampler_.possible(); }

  Example next() override {
    const Triplet drawn = ahead_.next(
        views_, rng_, [&] { return sampler_.draw(rng_); },
        [](const Triplet& t) {
          return std::array{t.query, t.near, t.far};
        });
    return {.x = views_.view(drawn.query, 0),
            .near = views_.view(drawn.near, 1),
            .far = views_.view(drawn.far, 2)};
  }

  void keep(Archive& archive) override { ahead_.keep(archive, "rng", rng_); }

 private:
  TripletSampler sampler_;
  SampleViews views_;
  Rng rng_;
  Ahead<Triplet, Rng> ahead_;
};

/// Places 0 .. n-1 in a random order, then in another.
class Passes {
 public:
  Passes(Index n, Rng rng) : n_(n), rng_(rng) {}

  std::size_t next() {
    if (at_ == order_.size()) {
      order_ = random_order(n_, rng_);
      at_ = 0;
    }
    return static_cast<std::size_t>(order_[at_++]);
  }

  void keep(Archive& archive) {
    auto at = static_cast<Index>(at_);
    archive("rng", rng_);
    archive("order", order_);
    archive("at", at);
    at_ = static_cast<std::size_t>(at);
  }

 private:
  Index n_;
  Rng rng_;
  std::vector<Index> order_ = {};
  std::size_t at_ = 0;
};

class GivenTriplets final : public ExampleSource {
 public:
  GivenTriplets(const Dataset& data, const Triplets& given, Rng rng)
      : given_(given), views_(data.x), passes_(std::ssize(given), rng) {
    for (std::size_t k = 0; k < given.size(); ++k) {
      require(given[k].weight == 1, "triplet {}: weight {}, but every step counts alike", k,
              given[k].weight);
    }
  }

  Example next() override {
    const Triplet triplet = ahead_.next(
        views_, passes_, [&] { return given_[passes_.next()]; },
        [](const Triplet& t) {
          return std::array{t.query, t.near, t.far};
        });
    return {.x = views_.view(triplet.query, 0),
            .near = views_.view(triplet.near, 1),
            .far = views_.view(triplet.far, 2)};
  }

  void keep(Archive& archive) override { ahead_.keep(archive, "passes", passes_); }

 private:
  const Triplets& given_;
  SampleViews views_;
  Passes passes_;
  Ahead<Triplet, Passes> ahead_;
};

class GivenPairs final : public ExampleSource {
 public:
  GivenPairs(const Dataset& data, const Pairs& given, Rng rng)
      : given_(given), views_(data.x), passes_(std::ssize(given), rng) {
    for (std::size_t k = 0; k < given.size(); ++k) {
      require(given[k].relation != Relation::equal && given[k].j != origin,
              "pair {}: steps are made on pairs that are alike (<=) or not (>=), not on measured "
              "distances",
              k);
      require(given[k].weight == 1, "pair {}: weight {}, but every step counts alike", k,
              given[k].weight);
    }
  }

  Example next() override {
    const Pair pair = ahead_.next(
        views_, passes_, [&] { return given_[passes_.next()]; },
        [](const Pair& p) {
          return std::array{p.i, p.j};
        });
    return {.x = views_.view(pair.i, 0),
            .other = views_.view(pair.j, 1),
            .alike = pair.relation == Relation::at_most,
            .bound = pair.value};
  }

  void keep(Archive& archive) override { ahead_.keep(archive, "passes", passes_); }

 private:
  const Pairs& given_;
  SampleViews views_;
  Passes passes_;
  Ahead<Pair, Passes> ahead_;
};

class LabelRankings final : public ExampleSource {
 public:
  LabelRankings(const Dataset& data, std::vector<Index> labelled, Rng rng)
      : labels_(data.labels),
        labelled_(std::move(labelled)),
        views_(data.x),
        passes_(std::ssize(labelled_), rng) {}

  Example next() override {
    const Index i = ahead_.next(
        views_, passes_, [&] { return labelled_[passes_.next()]; },
        [](Index sample) { return std::array{sample}; });
    return {.x = views_.view(i, 0), .labels = labels_[i]};
  }

  void keep(Archive& archive) override { ahead_.keep(archive, "passes", passes_); }

 private:
  const Labels& labels_;
  std::vector<Index> labelled_;
  SampleViews views_;
  Passes passes_;
  Ahead<Index, Passes> ahead_;
};

class GivenRankings final : public ExampleSource {
 public:
  GivenRankings(const Dataset& data, const Rankings& given, Rng rng)
      : given_(given), views_(data.x), passes_(std::ssize(given), rng) {}

  Example next() override {
    const std::size_t k = ahead_.next(
        views_, passes_, [&] { return passes_.next(); },
        [&](std::size_t at) { return std::array{given_[at].sample}; });
    const Ranking& ranking = given_[k];
    return {.x = views_.view(ranking.sample, 0), .labels = ranking.relevant};
  }

  void keep(Archive& archive) override { ahead_.keep(archive, "passes", passes_); }

 private:
  const Rankings& given_;
  SampleViews views_;
  Passes passes_;
  Ahead<std::size_t, Passes> ahead_;
};

std::unique_ptr<ExampleSource> from_labels(ExampleKind kind, const Dataset& data, Rng rng) {
  if (kind == ExampleKind::triplets) {
    auto drawn = std::make_unique<DrawnTriplets>(data, rng);
    if (!drawn->possible()) return nullptr;
    return drawn;
  }
  require(kind == ExampleKind::rankings, "there is no stream of {}", kind);
  std::vector<Index> labelled = Members(data.labels).labelled;
  if (labelled.empty()) return nullptr;
  return std::make_unique<LabelRankings>(data, std::move(labelled), rng);
}

}  // namespace

SampleViews::SampleViews(const Samples& x) : x_(x) {
  if (x.is_sparse()) return;
  all_.resize(static_cast<std::size_t>(x.dim()));
  std::iota(all_.begin(), all_.end(), Index{0});
}

void SampleViews::fetch(std::vector<Index> samples) {
  std::ranges::sort(samples);
  samples.erase(std::unique(samples.begin(), samples.end()), samples.end());
  columns_ = x_.columns(samples);
  fetched_ = std::move(samples);
}

SparseView SampleViews::view(Index i, std::size_t slot) {
  if (const auto* sparse = x_.sparse()) {
    return sparse_column(*sparse, i);
  }
  const auto size = all_.size();
  if (const auto* dense = std::get_if<Matrix>(&x_.own()); dense != nullptr && !x_.is_shared()) {
    return {all_, {dense->col(i).data(), size}};
  }
  if (const auto found = std::ranges::lower_bound(fetched_, i);
      found != fetched_.end() && *found == i) {
    return {all_, {columns_.col(found - fetched_.begin()).data(), size}};
  }
  buffer_[slot] = x_.column(i);
  return {all_, {buffer_[slot].data(), size}};
}

std::unique_ptr<ExampleSource> example_source(ExampleKind kind, const Dataset& data,
                                              const Constraints& given, Rng rng) {
  if (std::holds_alternative<Nothing>(given)) return from_labels(kind, data, rng);
  require(name(mahala::kind(given)) == name(kind), "a stream of {} was given {}", kind,
          mahala::kind(given));
  if (count(given) == 0) return nullptr;
  if (kind == ExampleKind::triplets) {
    return std::make_unique<GivenTriplets>(data, std::get<Triplets>(given), rng);
  }
  if (kind == ExampleKind::pairs) {
    return std::make_unique<GivenPairs>(data, std::get<Pairs>(given), rng);
  }
  return std::make_unique<GivenRankings>(data, std::get<Rankings>(given), rng);
}

}  // namespace mahala
