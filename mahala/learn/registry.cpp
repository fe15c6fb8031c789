#include "mahala/core/error.hpp"
#include "mahala/core/suggest.hpp"
#include "mahala/learn/covariance.hpp"
#include "mahala/learn/dmlmj.hpp"
#include "mahala/learn/euclidean.hpp"
#include "mahala/learn/frobmetric.hpp"
#include "mahala/learn/hmrf_kmeans.hpp"
#include "mahala/learn/kernel_psd.hpp"
#include "mahala/learn/kpca.hpp"
#include "mahala/learn/ksr.hpp"
#include "mahala/learn/lda.hpp"
#include "mahala/learn/learner.hpp"
#include "mahala/learn/learning_curve.hpp"
#include "mahala/learn/lfda.hpp"
#include "mahala/learn/lmnn.hpp"
#include "mahala/learn/lms.hpp"
#include "mahala/learn/lsa.hpp"
#include "mahala/learn/lsml.hpp"
#include "mahala/learn/mcml.hpp"
#include "mahala/learn/mds.hpp"
#include "mahala/learn/mlkr.hpp"
#include "mahala/learn/mmc.hpp"
#include "mahala/learn/mvu.hpp"
#include "mahala/learn/nca.hpp"
#include "mahala/learn/ncmml.hpp"
#include "mahala/learn/oja.hpp"
#include "mahala/learn/pca.hpp"
#include "mahala/learn/pola.hpp"
#include "mahala/learn/psd_flat.hpp"
#include "mahala/learn/psd_polar.hpp"
#include "mahala/learn/rca.hpp"
#include "mahala/learn/spd.hpp"

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
    O untouched;
    check_used(described, describe(untouched));
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
                   std::string_view summary, PriorFunction<O> prior = euclidean_prior<O>) {
  const auto ignoring_constraints = [learn](const Dataset& data, const Nothing&, const O& options,
                                            const Run& run) { return learn(data, options, run); };
  return {name, needs, summary, [=] {
            return std::make_unique<NamedLearner<Nothing, O>>(name, needs, ignoring_constraints,
                                                              prior);
          }};
}

/// A learner that needs `needs` and takes constraints of kind C in its place.
template <class C, class O>
LearnerEntry entry_also(std::string_view name, LearnFunction<Constraints, O> learn,
                        std::string_view needs, std::string_view summary, PriorFunction<O> prior) {
  const auto of_either = [learn](const Dataset& data, const Constraints& constraints,
                                 const O& options, const Run& run) {
    require(std::holds_alternative<Nothing>(constraints) || std::holds_alternative<C>(constraints),
            "these are {}, not {}", kind(constraints), kind(C{}));
    return learn(data, constraints, options, run);
  };
  LearnerEntry made{name, needs, summary, [=] {
                      return std::make_unique<NamedLearner<Constraints, O>>(name, needs, of_either,
                                                                            prior);
                    }};
  made.also = kind(C{});
  return made;
}

/// A learner of constraints of kind C, or of kind D in their place.
template <class C, class D, class O>
LearnerEntry entry_of_either(std::string_view name, LearnFunction<Constraints, O> learn,
                             std::string_view summary) {
  const auto of_either = [learn](const Dataset& data, const Constraints& constraints,
                                 const O& options, const Run& run) {
    require(std::holds_alternative<C>(constraints) || std::holds_alternative<D>(constraints),
            "these are {}, not {} or {}", kind(constraints), kind(C{}), kind(D{}));
    return learn(data, constraints, options, run);
  };
  LearnerEntry made{name, kind(C{}), summary, [=] {
                      return std::make_unique<NamedLearner<Constraints, O>>(
                          name, kind(C{}), of_either, euclidean_prior<O>);
                    }};
  made.also = kind(D{});
  return made;
}

/// A learner of pairs, or of the samples alone if none are given.
template <class O>
LearnerEntry entry(std::string_view name, LearnFunction<Constraints, O> learn,
                   std::string_view summary, PriorFunction<O> prior) {
  return entry_also<Pairs>(name, learn, "nothing", summary, prior);
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
      entry("dmlmj", dmlmj, "labels",
            "differences inside and between classes told apart (Jeffrey)"),
      entry("euclidean", euclidean, "nothing", "the Euclidean metric: learns nothing"),
      entry_of_either<NearFarSets, Triplets>(
          "frobmetric", frobmetric, "margins between near and far at the smallest Frobenius norm"),
      entry("hmrf-kmeans", hmrf_kmeans,
            "weights of features that suit clusters which respect pairs"),
      placing(continuing(entry("kernel-psd", kernel_psd,
                               "low-rank kernel over these samples from bounds on distances",
                               kernel_psd_prior))),
      placing(entry("kpca", kpca, "nothing", "kernel principal components of these samples")),
      placing(entry("ksr", ksr, "kernel spectral regression: smooth over a graph of these samples",
                    ksr_prior)),
      entry("lda", lda, "labels", "linear discriminant analysis with shrinkage"),
      entry("lfda", lfda, "labels",
            "local Fisher discriminant analysis: classes of several clouds"),
      continuing(entry_also<Triplets>(
          "lmnn", lmnn, "labels", "large margin nearest neighbours, low-rank or full", lmnn_prior)),
      continuing(entry("lms", lms, "outputs", "adaptive filter: follows the outputs of a stream")),
      entry("lsa", lsa, "nothing", "latent semantic analysis: singular vectors, nothing centred"),
      entry("lsml", lsml, "distances in the order of triplets, near the Euclidean metric"),
      continuing(entry("mcml", mcml, "labels",
                       "maximally collapsing metric learning: classes that are points",
                       mcml_prior)),
      placing(continuing(
          entry("mds", mds, "multidimensional scaling: a map that fits distances", mds_prior))),
      continuing(entry("mlkr", mlkr, "outputs",
                       "metric learning for kernel regression: neighbours that predict a number",
                       mlkr_prior)),
      entry("mmc", mmc, "pairs that are not alike apart while those that are stay close"),
      placing(entry("mvu", mvu, "nothing",
                    "maximum variance unfolding: neighbours keep their distances")),
      continuing(entry("nca", nca, "labels",
                       "neighbourhood components analysis: random neighbours of the own class",
                       nca_prior)),
      continuing(entry("ncmml", ncmml, "labels", "nearest class mean metric learning, low-rank",
                       ncmml_prior)),
      continuing(
          entry("nlms", nlms, "outputs", "normalised adaptive filter: the same in all units")),
      continuing(
          entry("oja", oja, "nothing", "subspace tracking on the Grassmann manifold, online")),
      entry("pca", pca, "nothing", "the leading principal axes, unscaled"),
      entry("pola", pola, "pseudo-metric and threshold, online from pairs that are alike or not"),
      continuing(entry("psd-flat", psd_flat,
                       "low-rank metric by Riemannian regression, flat geometry", psd_flat_prior)),
      continuing(entry("psd-polar", psd_polar,
                       "low-rank metric by Riemannian regression, polar geometry",
                       psd_polar_prior)),
      entry_also<Pairs>("rca", rca, "labels",
                        "relevant component analysis: inverse covariance of samples that are alike",
                        rca_prior),
      continuing(entry("spd-affine", spd_affine,
                       "full metric by Riemannian regression, affine-invariant geometry")),
      continuing(
          entry("spd-flat", spd_flat, "full metric by Riemannian regression, flat geometry")),
      continuing(entry("spd-log", spd_log,
                       "full metric by Riemannian regression, log-Euclidean or von Neumann")),
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
