#include "mahala/core/error.hpp"
#include "mahala/core/suggest.hpp"
#include "mahala/learn/covariance.hpp"
#include "mahala/learn/dmlmj.hpp"
#include "mahala/learn/euclidean.hpp"
#include "mahala/learn/factor_gradient.hpp"
#include "mahala/learn/frobenius.hpp"
#include "mahala/learn/frobmetric.hpp"
#include "mahala/learn/hmrf_kmeans.hpp"
#include "mahala/learn/iplr.hpp"
#include "mahala/learn/itml.hpp"
#include "mahala/learn/kernel_psd.hpp"
#include "mahala/learn/kpca.hpp"
#include "mahala/learn/ksr.hpp"
#include "mahala/learn/lda.hpp"
#include "mahala/learn/learner.hpp"
#include "mahala/learn/learning_curve.hpp"
#include "mahala/learn/lego.hpp"
#include "mahala/learn/lfda.hpp"
#include "mahala/learn/lmnn.hpp"
#include "mahala/learn/lms.hpp"
#include "mahala/learn/logdet_kernel.hpp"
#include "mahala/learn/logdet_lowrank.hpp"
#include "mahala/learn/loreta.hpp"
#include "mahala/learn/loreta_labels.hpp"
#include "mahala/learn/lsa.hpp"
#include "mahala/learn/lsml.hpp"
#include "mahala/learn/mcml.hpp"
#include "mahala/learn/mds.hpp"
#include "mahala/learn/mlkr.hpp"
#include "mahala/learn/mmc.hpp"
#include "mahala/learn/mvu.hpp"
#include "mahala/learn/nca.hpp"
#include "mahala/learn/ncmml.hpp"
#include "mahala/learn/oasis.hpp"
#include "mahala/learn/oja.hpp"
#include "mahala/learn/one_vs_rest.hpp"
#include "mahala/learn/pa.hpp"
#include "mahala/learn/pca.hpp"
#include "mahala/learn/perceptron.hpp"
#include "mahala/learn/pola.hpp"
#include "mahala/learn/psd_flat.hpp"
#include "mahala/learn/psd_polar.hpp"
#include "mahala/learn/rca.hpp"
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
using StreamFunction = std::unique_ptr<OnlineState> (*)(const StreamShape&, const O&, const Run&);

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
  if (!fit.trace.empty()) notes[curve_note] = write_curve(learning_curve(fit.trace, fit.timed));
  for (const Option& option : options) {
    notes[fmt::format("option.{}", option.name)] = value(option);
  }
}

/// A learner with options O, which may be fed from a stream.
template <class O>
class OptionedLearner : public Learner {
 public:
  explicit OptionedLearner(std::string_view name) : name_(name) {}

  Options options() override { return describe(options_); }

  std::unique_ptr<OnlineState> stream(const StreamShape& shape, const Run& run) const override {
    require(stream_ != nullptr, "{} does not learn from one example at a time", name_);
    O settings = options_, untouched;
    check(describe(settings));
    check_used(describe(settings), describe(untouched));
    return stream_(shape, settings, run);
  }

  bool leaves_step_open() const override {
    if constexpr (requires(O o) { o.steps.step; }) {
      return options_.steps.step == 0;
    } else {
      return false;
    }
  }

  void note(Fit& fit) const override {
    O settings = options_;
    note_fit(name_, describe(settings), fit);
  }

  void set_stream(StreamFunction<O> make) { stream_ = make; }

 protected:
  std::string_view name_;
  O options_;

 private:
  StreamFunction<O> stream_ = nullptr;
};

/// Joins a learning function to its options and its prior, and checks what enters it.
template <class C, class O>
class NamedLearner final : public OptionedLearner<O> {
  using OptionedLearner<O>::name_;
  using OptionedLearner<O>::options_;

 public:
  using Learn = std::function<Fit(const Dataset&, const C&, const O&, const Run&)>;

  NamedLearner(std::string_view name, std::string_view needs, Learn learn, PriorFunction<O> start)
      : OptionedLearner<O>(name), needs_(needs), learn_(std::move(learn)), prior_(start) {}

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

  std::string_view needs_;
  Learn learn_;
  PriorFunction<O> prior_;
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

/// A learner that draws constraints of kind C from the labels as it goes, or takes given ones: its
/// function is given Nothing or C.
template <class C, class O>
LearnerEntry drawing(std::string_view name, LearnFunction<Constraints, O> learn, ModelKind gives,
                     std::string_view summary) {
  const auto of_kind = [learn, name](const Dataset& data, const Constraints& constraints,
                                     const O& options, const Run& run) {
    require(std::holds_alternative<Nothing>(constraints) || std::holds_alternative<C>(constraints),
            "{} learns from {}, not from {}", name, kind(C{}), kind(constraints));
    return learn(data, constraints, options, run);
  };
  LearnerEntry made{name, kind(C{}), summary, [=] {
                      return std::make_unique<NamedLearner<Constraints, O>>(
                          name, kind(C{}), of_kind, euclidean_prior<O>);
                    }};
  made.gives = gives;
  made.draws = true;
  return made;
}

/// Marks a learner whose models are of another kind than metrics.
LearnerEntry giving(ModelKind kind, LearnerEntry entry) {
  entry.gives = kind;
  return entry;
}

/// A learner that can be fed from a stream of `what`, by a function that makes its state.
template <class O>
LearnerEntry streaming(std::string_view what, StreamFunction<O> make_state, LearnerEntry entry) {
  entry.streams = what;
  entry.make = [make = entry.make, make_state]() -> std::unique_ptr<Learner> {
    auto learner = make();
    static_cast<OptionedLearner<O>&>(*learner).set_stream(make_state);
    return learner;
  };
  return entry;
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

/// A learner of a low-rank similarity that draws its triplets, streams and goes on from a model.
template <class O>
LearnerEntry similarity(std::string_view name, LearnFunction<Constraints, O> learn,
                        StreamFunction<O> stream, std::string_view summary) {
  return streaming("triplets", stream,
                   continuing(drawing<Triplets>(name, learn, ModelKind::similarity, summary)));
}

/// The same for rankings of labels.
template <class O>
LearnerEntry ranking(std::string_view name, LearnFunction<Constraints, O> learn,
                     StreamFunction<O> stream, std::string_view summary) {
  return streaming("rankings", stream,
                   continuing(drawing<Rankings>(name, learn, ModelKind::ranking, summary)));
}

}  // namespace

std::span<const LearnerEntry> learners() {
  static const std::vector<LearnerEntry> all = {
      similarity("bilinear-gd", bilinear_gd, bilinear_gd_stream,
                 "low-rank similarity from triplets by gradient steps on its factors"),
      entry("covariance", covariance, "nothing", "inverse covariance (classical Mahalanobis)"),
      entry("dmlmj", dmlmj, "labels",
            "differences inside and between classes told apart (Jeffrey)"),
      entry("euclidean", euclidean, "nothing", "the Euclidean metric: learns nothing"),
      entry("frobenius", frobenius,
            "the metric of least squares that keeps bounds on distances (POLA)", frobenius_prior),
      entry("frobmetric", frobmetric, "sets", "triplets",
            "margins between near and far at the smallest Frobenius norm",
            euclidean_prior<FrobmetricOptions>),
      streaming("rankings", group_perceptron_stream,
                drawing<Rankings>("group-perceptron", group_perceptron, ModelKind::ranking,
                                  "ranks labels by a perceptron that shares few features")),
      entry("hmrf-kmeans", hmrf_kmeans,
            "weights of features that suit clusters which respect pairs"),
      entry("iplr", iplr, "LogDet metric that differs from the Euclidean one in few directions"),
      continuing(entry("itml", itml, "pairs", "triplets",
                       "the metric nearest to a prior that keeps bounds on distances (LogDet)",
                       itml_prior)),
      placing(continuing(entry("kernel-psd", kernel_psd,
                               "low-rank kernel over these samples from bounds on distances",
                               kernel_psd_prior))),
      placing(entry("kpca", kpca, "nothing", "kernel principal components of these samples")),
      placing(entry("ksr", ksr, "nothing", "pairs",
                    "kernel spectral regression: smooth over a graph of these samples", ksr_prior)),
      entry("lda", lda, "labels", "linear discriminant analysis with shrinkage"),
      streaming("triplets", lego_stream,
                drawing<Triplets>("lego", lego, ModelKind::metric,
                                  "full metric from triplets, one LogDet step each")),
      entry("lfda", lfda, "labels",
            "local Fisher discriminant analysis: classes of several clouds"),
      continuing(entry_also<Triplets>(
          "lmnn", lmnn, "labels", "large margin nearest neighbours, low-rank or full", lmnn_prior)),
      streaming("outputs", lms_stream,
                continuing(entry("lms", lms, "outputs",
                                 "adaptive filter: follows the outputs of a stream"))),
      continuing(entry("logdet-kernel", logdet_kernel,
                       "the kernel nearest to a given one that keeps bounds on distances",
                       logdet_kernel_prior)),
      placing(continuing(entry("logdet-lowrank", logdet_lowrank,
                               "the same among kernels of low rank", logdet_lowrank_prior))),
      similarity("loreta", loreta, loreta_stream,
                 "low-rank similarity from triplets by Riemannian steps, online"),
      ranking("loreta-labels", loreta_labels, loreta_labels_stream,
              "ranks labels by low-rank scores, Riemannian steps, online"),
      similarity("loreta-mi", loreta_mi, loreta_mi_stream,
                 "loreta with several steps inside the subspaces found"),
      similarity("loreta-psd", loreta_psd, loreta_psd_stream,
                 "low-rank inner product from triplets by Riemannian steps, online"),
      entry("lsa", lsa, "nothing", "latent semantic analysis: singular vectors, nothing centred"),
      entry("lsml", lsml, "distances in the order of triplets, near the Euclidean metric"),
      continuing(entry("mcml", mcml, "labels",
                       "maximally collapsing metric learning: classes that are points",
                       mcml_prior)),
      placing(continuing(entry("mds", mds, "nothing", "pairs",
                               "multidimensional scaling: a map that fits distances", mds_prior))),
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
      streaming("outputs", nlms_stream,
                continuing(entry("nlms", nlms, "outputs",
                                 "normalised adaptive filter: the same in all units"))),
      streaming("triplets", oasis_stream,
                drawing<Triplets>("oasis", oasis, ModelKind::similarity,
                                  "full similarity from triplets by passive-aggressive steps")),
      streaming("samples", oja_stream,
                continuing(entry("oja", oja, "nothing",
                                 "subspace tracking on the Grassmann manifold, online"))),
      giving(ModelKind::ranking, entry("one-vs-rest", one_vs_rest, "labels",
                                       "ranks labels by ridge regression, one against the rest")),
      similarity("pa", pa, pa_stream,
                 "low-rank similarity from triplets by passive-aggressive steps"),
      ranking("pa-labels", pa_labels, pa_labels_stream,
              "ranks labels by low-rank scores, passive-aggressive steps"),
      entry("pca", pca, "nothing", "the leading principal axes, unscaled"),
      streaming("rankings", perceptron_stream,
                drawing<Rankings>("perceptron", perceptron, ModelKind::ranking,
                                  "ranks labels by a perceptron of full rank")),
      entry("pola", pola, "pseudo-metric and threshold, online from pairs that are alike or not"),
      continuing(entry("psd-flat", psd_flat,
                       "low-rank metric by Riemannian regression, flat geometry", psd_flat_prior)),
      similarity("psd-gd", psd_gd, psd_gd_stream,
                 "low-rank inner product from triplets by gradient steps on its factor"),
      continuing(entry("psd-polar", psd_polar,
                       "low-rank metric by Riemannian regression, polar geometry",
                       psd_polar_prior)),
      entry_also<Pairs>("rca", rca, "labels",
                        "relevant component analysis: inverse covariance of samples that are alike",
                        rca_prior),
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
      ranking("warp", warp, warp_stream,
              "ranks many labels by sampled comparisons, low rank (WARP, WSABIE)"),
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
