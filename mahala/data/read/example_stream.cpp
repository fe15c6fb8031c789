#include "mahala/data/read/example_stream.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "mahala/core/error.hpp"
#include "mahala/data/constraints/constraint_file.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/file/source.hpp"
#include "mahala/data/read/json_line.hpp"

namespace mahala {
namespace {

using nlohmann::json;

/// As an error shows it.
std::string shown(const json& value) {
  return std::string(reading::excerpt(value.dump(-1, ' ', false, json::error_handler_t::replace)));
}

/// Error unless every example counts alike, as a step on it does.
void check_weight(const json& object) {
  const auto weight = object.find("weight");
  if (weight == object.end()) return;
  require(weight->is_number() && std::isfinite(weight->get<double>()),
          "key 'weight': {} is not a number", shown(*weight));
  require(weight->get<double>() == 1,
          "key 'weight': {} is not 1: every example of a stream is one step, whatever its weight",
          shown(*weight));
}

void check_apart(const Matrix& x, Index a, Index b, std::string_view keys) {
  require(x.col(a) != x.col(b), "keys {} hold the same sample", keys);
}

class ExampleStream final : public SampleStream {
 public:
  ExampleStream(const std::filesystem::path& path, Supervision kind, const ReadOptions& options)
      : source_(path, options.max_bytes, {options.stop, true}),
        kind_(kind),
        keep_missing_(options.keep_missing),
        missing_advice_(options.missing_advice) {}

  Dataset next() override {
    Dataset data;
    const bool any = reading::read_json_line(source_, [&](std::string_view line) {
      const json object = json::parse(line, nullptr, false);
      require(!object.is_discarded(), "is not JSON");
      require(object.is_object(), "is not an object with keys {}",
              kind_ == Supervision::pairs ? "i, j and same" : "query, near and far");
      check_weight(object);
      data.x = Samples(kind_ == Supervision::pairs ? pair_in(object) : triplet_in(object));
    });
    require(any || dim_ > 0, "{}: holds no {}", source_.name(), kind_);
    return data;
  }

  std::string where() const override {
    return fmt::format("{}:{}", source_.name(), source_.line_number());
  }

  Constraints given() const override { return given_; }

 private:
  Matrix triplet_in(const json& object) {
    Matrix x = samples_in(object, {"query", "near", "far"});
    check_apart(x, 0, 1, "'query' and 'near'");
    check_apart(x, 0, 2, "'query' and 'far'");
    check_apart(x, 1, 2, "'near' and 'far'");
    given_ = Triplets{{0, 1, 2}};
    return x;
  }

  Matrix pair_in(const json& object) {
    Matrix x = samples_in(object, {"i", "j"});
    check_apart(x, 0, 1, "'i' and 'j'");
    const char* key = object.contains("same") ? "same" : "relation";
    require(object.contains(key), "has no key 'same'");
    const json& value = object[key];
    const auto relation =
        relation_called(value.is_string() ? value.get<std::string>() : value.dump());
    require(relation.has_value(),
            "key '{}': {} is neither true (same, yes, 1) nor false (different, no, 0, -1)", key,
            shown(value));
    given_ = Pairs{{.i = 0, .j = 1, .relation = *relation}};
    return x;
  }

  Matrix samples_in(const json& object, const std::vector<const char*>& keys) {
    Matrix x;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      require(object.contains(keys[k]), "has no key '{}'", keys[k]);
      const Vector sample = sample_in(object[keys[k]], keys[k]);
      if (dim_ == 0) dim_ = sample.size();
      require(sample.size() == dim_, "key '{}': {} numbers, expected {}", keys[k], sample.size(),
              dim_);
      if (k == 0) x.resize(dim_, std::ssize(keys));
      x.col(static_cast<Index>(k)) = sample;
    }
    return x;
  }

  Vector sample_in(const json& numbers, const char* key) const {
    require(numbers.is_array() && !numbers.empty(), "key '{}': is no array of numbers", key);
    Vector sample(std::ssize(numbers));
    for (Index k = 0; k < sample.size(); ++k) {
      const json& number = numbers[static_cast<std::size_t>(k)];
      if (number.is_null()) {
        require(keep_missing_, "key '{}', number {}: {}", key, k,
                reading::complaint(reading::Parsed::missing, "", missing_advice_));
        sample[k] = std::numeric_limits<double>::quiet_NaN();
        continue;
      }
      require(number.is_number() && std::isfinite(number.get<double>()),
              "key '{}', number {}: {} is not a number", key, k, shown(number));
      sample[k] = number.get<double>();
    }
    return sample;
  }

  reading::Source source_;
  Supervision kind_;
  bool keep_missing_;
  std::string missing_advice_;
  Index dim_ = 0;
  Constraints given_ = Nothing{};
};

}  // namespace

std::unique_ptr<SampleStream> open_examples(const std::filesystem::path& path, Supervision kind,
                                            const ReadOptions& options) {
  require(kind == Supervision::pairs || kind == Supervision::triplets,
          "streams carry pairs or triplets, not {}", kind);
  return std::make_unique<ExampleStream>(path, kind, options);
}

}  // namespace mahala
