#include "mahala/core/error.hpp"
#include "mahala/core/suggest.hpp"
#include "mahala/learn/covariance.hpp"
#include "mahala/learn/euclidean.hpp"
#include "mahala/learn/frobenius.hpp"
#include "mahala/learn/iplr.hpp"
#include "mahala/learn/itml.hpp"
#include "mahala/learn/kernel_psd.hpp"
#include "mahala/learn/lda.hpp"
#include "mahala/learn/learner.hpp"
#include "mahala/learn/learning_curve.hpp"
#include "mahala/learn/lms.hpp"
#include "mahala/learn/logdet_kernel.hpp"
#include "mahala/learn/logdet_lowrank.hpp"
#include "mahala/learn/mds.hpp"
#include "mahala/learn/oja.hpp"
#include "mahala/learn/pca.hpp"
#include "mahala/learn/psd_flat.hpp"
#include "mahala/learn/psd_polar.hpp"
#include "mahala/learn/sdp_logdet.hpp"
#include "mahala/learn/spd.hpp"
#include "mahala/learn/ssikdr.hpp"
#include "mahala/learn/von_neumann.hpp"

namespace mahala {
namespace {

template <class C, class O>
using LearnFunction = Fit (*)(const Dataset&, const C&, const O&, const Run&);
template <class O>
using ClosedFormFunction = Fit (*)(const Dataset&, const O&, const Run&);
template <class O>
using PriorFunction = Model (*)(const Dataset&, const O&, const Run&);

template <class O>
Model euclidean_prior(const Dataset& data, const O&, const Run&) {
  return identity_model(data.dim());
}

void note_fit(std::string_view learner, const Options& options, Fit& fit) {
  Notes& notes = fit.model.notes;
  notes["learner"] = learner;
  notes["status"] = name(fit.status);
  notes["message"] = fit.message;
  notes["objective"] = fmt::format("{}", fit.objective);
  notes["certificate"] = fit.certificate.name;
  notes["certificate_value"] = fmt::format("{}", fit.certificate.value);
  notes["iterations"] = fmt::format("{}", fit.iterations);
  if (!fit.trace.empty()) notes[curve_note] = write_curve(learning_curve(fit.trace));
  for (const Option& option : options) {
    notes[fmt::format("option.{}", option.name)] = value(option);
  }
}

/// Joins a learning function to its options and its prior, and checks what enters it.
template <class C, class O>
class NamedLearner final : public Learner {
 public:
  using Learn = std::function<Fit(const Dataset&, const C&, const O&, const Run&)>;

  NamedLearner(std::string_view name, std::string_view needs, Learn learn, PriorFunction<O> start)
      : name_(name), needs_(needs), learn_(std::move(learn)), prior_(start) {}

  Options options() override { return describe(options_); }

  Model prior(const Dataset& data, const Run& run) const override {
    return prior_(data, options_, run);
  }

  Fit fit(const Dataset& data, const Constraints& constraints, const Run& run) const override {
    const C* wanted = as_wanted(constraints);
    require(wanted != nullptr, "{} learns from {}, not from {}", name_, needs_, kind(constraints));
    require(data.size() > 0, "{} was given no samples", name_);
    O settings = options_;
    const Options described = describe(settings);
    check(described);
    check(constraints, data);
    Fit fit = learn_(data, *wanted, settings, run);
    note_fit(name_, described, fit);
    return fit;
  }

 private:
  /// A learner of several kinds looks at the variant itself.
  static const C* as_wanted(const Constraints& constraints) {
    if constexpr (std::is_same_v<C, Constraints>) {
      return &constraints;
    } else {
      return std::get_if<C>(&constraints);
    }
  }

  std::string_view name_, needs_;
  Learn learn_;
  PriorFunction<O> prior_;
  O options_;
};

/// A learner of constraints of kind C.
template <class C, class O>
LearnerEntry entry(std::string_view name, LearnFunction<C, O> learn, std::string_view summary,
                   PriorFunction<O> prior = euclidean_prior<O>) {
  return {name, kind(C{}), summary,
          [=] { return std::make_unique<NamedLearner<C, O>>(name, kind(C{}), learn, prior); }};
}

/// A learner that looks at the samples, and with needs = "labels" or "outputs" at
/// their labels, alone.
template <class O>
LearnerEntry entry(std::string_view name, ClosedFormFunction<O> learn, std::string_view needs,
                   std::string_view summary) {
  const auto ignoring_constraints = [learn](const Dataset& data, const Nothing&, const O& options,
                                            const Run& run) { return learn(data, options, run); };
  return {name, needs, summary, [=] {
            return std::make_unique<NamedLearner<Nothing, O>>(name, needs, ignoring_constraints,
                                                              euclidean_prior<O>);
          }};
}

/// A learner of two kinds of constraints; what it `needs` is drawn where none are given.
template <class O>
LearnerEntry entry(std::string_view name, LearnFunction<Constraints, O> learn,
                   std::string_view needs, std::string_view also, std::string_view summary,
                   PriorFunction<O> prior) {
  const auto of_both = [=](const Dataset& data, const Constraints& constraints, const O& options,
                           const Run& run) {
    require(kind(constraints) == needs || kind(constraints) == also,
            "{} learns from {} or {}, not from {}", name, needs, also, kind(constraints));
    return learn(data, constraints, options, run);
  };
  LearnerEntry made{
      name, needs, summary,
      [=] { return std::make_unique<NamedLearner<Constraints, O>>(name, needs, of_both, prior); }};
  made.also = also;
  return made;
}

/// Marks a learner that can go on from a model.
LearnerEntry continuing(LearnerEntry entry) {
  entry.continues = true;
  return entry;
}

/// Marks a learner whose models place their own samples alone.
LearnerEntry placing(LearnerEntry entry) {
  entry.places = Domain::objects;
  return entry;
}

}  // namespace

std::span<const LearnerEntry> learners() {
  static const std::vector<LearnerEntry> all = {
      entry("covariance", covariance, "nothing", "inverse covariance (classical Mahalanobis)"),
      entry("euclidean", euclidean, "nothing", "the Euclidean metric: learns nothing"),
      entry("frobenius", frobenius,
            "the metric of least squares that keeps bounds on distances (POLA)", frobenius_prior),
      entry("iplr", iplr, "LogDet metric that differs from the Euclidean one in few directions"),
      continuing(entry("itml", itml, "pairs", "triplets",
                       "the metric nearest to a prior that keeps bounds on distances (LogDet)",
                       itml_prior)),
      placing(continuing(entry("kernel-psd", kernel_psd,
                               "low-rank kernel over these samples from bounds on distances",
                               kernel_psd_prior))),
      entry("lda", lda, "labels", "linear discriminant analysis with shrinkage"),
      continuing(entry("lms", lms, "outputs", "adaptive filter: follows the outputs of a stream")),
      continuing(entry("logdet-kernel", logdet_kernel,
                       "the kernel nearest to a given one that keeps bounds on distances",
                       logdet_kernel_prior)),
      placing(continuing(entry("logdet-lowrank", logdet_lowrank,
                               "the same among kernels of low rank", logdet_lowrank_prior))),
      placing(continuing(entry("mds", mds, "nothing", "pairs",
                               "multidimensional scaling: a map that fits distances", mds_prior))),
      continuing(
          entry("nlms", nlms, "outputs", "normalised adaptive filter: the same in all units")),
      continuing(
          entry("oja", oja, "nothing", "subspace tracking on the Grassmann manifold, online")),
      entry("pca", pca, "nothing", "the leading principal axes, unscaled"),
      continuing(entry("psd-flat", psd_flat,
                       "low-rank metric by Riemannian regression, flat geometry", psd_flat_prior)),
      continuing(entry("psd-polar", psd_polar,
                       "low-rank metric by Riemannian regression, polar geometry",
                       psd_polar_prior)),
      entry("sdp-logdet", sdp_logdet, "pairs", "triplets",
            "similar samples pulled together, others kept apart, LogDet regularised",
            sdp_logdet_prior),
      continuing(entry("spd-affine", spd_affine,
                       "full metric by Riemannian regression, affine-invariant geometry")),
      continuing(
          entry("spd-flat", spd_flat, "full metric by Riemannian regression, flat geometry")),
      continuing(entry("spd-log", spd_log,
                       "full metric by Riemannian regression, log-Euclidean or von Neumann")),
      entry("ssikdr", ssikdr, "few dimensions of a kernel's space from bounds on distances",
            ssikdr_prior),
      entry("von-neumann", von_neumann,
            "the metric nearest in von Neumann divergence that keeps bounds on distances",
            von_neumann_prior),
  };
  return all;
}

const LearnerEntry& find_learner(std::string_view name) {
  std::vector<std::string_view> names;
  for (const LearnerEntry& entry : learners()) {
    if (entry.name == name) return entry;
    names.push_back(entry.name);
  }
  fail("there is no learner '{}'{} (there are: {})", name, did_you_mean(name, names),
       fmt::join(names, ", "));
}

}  // namespace mahala
