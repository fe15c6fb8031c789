/// The registry, and learning by name.
#include "mahala/core/error.hpp"
#include "mahala/learn/stream/learn_stream.hpp"
#include "mahala/train/auto_learner.hpp"
#include "mahala/train/notes.hpp"
#include "mahala/train/registry.hpp"
#include "mahala/train/run_facts.hpp"
#include "mahala/train/train_stream.hpp"
#include "python/module/module.hpp"

namespace mahala::python {
namespace {

py::object default_of(const Option& option) {
  const auto to_python = [](const auto& field) -> py::object {
    if constexpr (requires { field.word(); }) {
      return py::str(std::string(field.word()));
    } else {
      return py::cast(*field);
    }
  };
  return std::visit(to_python, option.field);
}

py::dict described(const Option& option) {
  static constexpr std::string_view types[] = {"int", "float", "bool", "str", "choice"};
  py::dict told;
  told["name"] = option.name;
  told["type"] = types[option.field.index()];
  told["default"] = default_of(option);
  told["help"] = option.help;
  told["domain"] = domain(option);
  told["words"] = words(option);
  py::list conditions;
  for (const Condition& each : option.counts_if) {
    conditions.append(py::make_tuple(each.option, each.values));
  }
  told["counts_if"] = conditions;
  return told;
}

py::list described(const Options& options) {
  py::list all;
  for (const Option& option : options) all.append(described(option));
  return all;
}

py::dict described(const LearnerEntry& entry) {
  py::dict told;
  told["name"] = entry.name;
  told["needs"] = name(entry.needs);
  py::list accepts;
  for (const Supervision kind : entry.accepts) accepts.append(name(kind));
  told["accepts"] = accepts;
  told["vector_outputs"] = entry.vector_outputs;
  told["summary"] = entry.summary;
  told["continues"] = entry.continues;
  told["domain"] = name(entry.domain);
  told["gives"] = name(entry.gives);
  told["samples_itself"] = entry.samples_itself;
  told["streams"] = name(entry.streams);
  told["options"] = described(entry.make()->options());
  return told;
}

py::list all_learners() {
  py::list all;
  all.append(described(auto_learner()));
  for (const LearnerEntry& entry : learners()) all.append(described(entry));
  return all;
}

py::dict road_options() {
  TrainOptions training;
  SampleOptions sampling;
  py::dict told;
  told["training"] = described(describe(training));
  told["sampling"] = described(describe(sampling));
  return told;
}

std::unique_ptr<Learner> made(const std::string& learner, const Settings& settings) {
  auto with_options = find_learner(learner).make();
  set_all(with_options->options(), settings);
  check(with_options->options());
  return with_options;
}

py::list trace_of(const std::vector<Progress>& trace) {
  py::list points;
  for (const Progress& each : trace) {
    points.append(
        py::make_tuple(each.step, each.objective, each.gradient_norm, each.seconds, each.held_out));
  }
  return points;
}

py::dict told_of(Trained& trained) {
  py::dict told;
  told["status"] = name(trained.fit.status);
  told["message"] = trained.fit.message;
  told["objective"] = trained.fit.objective;
  told["certificate"] = py::make_tuple(trained.fit.certificate.name, trained.fit.certificate.value);
  told["n_iter"] = trained.fit.iterations;
  told["trace"] = trace_of(trained.fit.trace);
  told["constraints"] = trained.constraints;
  told["seconds"] = trained.seconds;
  if (trained.bounds) told["bounds"] = py::make_tuple(trained.bounds->low, trained.bounds->high);
  told["model"] = std::move(trained.fit.model);
  return told;
}

struct TrainRequest {
  std::string learner = {};
  Settings settings = {}, training = {}, sampling = {};
  std::uint64_t seed = 0;
  py::object callback = py::none();
  std::vector<double> weights = {};  ///< of samples; empty = 1
  CheckpointRequest checkpoint = {};
};

TrainOptions train_options(const TrainRequest& request, const Model* from) {
  TrainOptions options{.from = from, .weights = request.weights};
  set_all(describe(options), request.training);
  set_all(describe(options.sampling), request.sampling);
  check(options);
  return options;
}

py::dict fit(const TrainRequest& request, const Table& table,
             const std::optional<ConstraintList>& list, const Model* from) {
  const auto learner = made(request.learner, request.settings);
  const TrainOptions options = train_options(request, from);
  if (from != nullptr) {
    check_space(learner->options(), *from);
    check_from(learner->facts(), *from);
  }
  Dataset data = dataset_of(table);
  const auto given = constraints_of(list);
  Attended attended(request.callback);
  std::unique_ptr<Checkpoint> checkpoint;
  Trained trained = attended.run([&] {
    checkpoint = begun(request.checkpoint,
                       [&] { return facts_of(*learner, data, given, options, request.seed); });
    Provenance provenance = provenance_of(data, table.source);
    return train_with_notes(
        *learner, std::move(data), given, options,
        {.monitor = attended.monitor(), .seed = request.seed, .checkpoint = checkpoint.get()},
        provenance);
  });
  if (checkpoint && trained.fit.status != Status::stopped) checkpoint->finish();
  return told_of(trained);
}

/// Samples in memory as a stream: all at once, or for each constraint the samples it is about.
class ArrayStream final : public SampleStream {
 public:
  ArrayStream(Dataset data, std::optional<Constraints> given)
      : data_(std::move(data)), given_(std::move(given)) {}

  Dataset next() override {
    if (!given_) return next_++ == 0 ? data_ : Dataset{};
    if (next_ == count(*given_)) return {};
    const Index place[] = {next_++};
    const Constraints one = selected(*given_, place);
    const std::vector<Index> about = samples_of(one);
    now_ = restrict_to(one, about, data_.size());
    return data_.select(about);
  }

  std::string where() const override { return fmt::format("{}:{}", data_.source, next_); }
  Constraints given() const override { return now_; }

 private:
  Dataset data_;
  std::optional<Constraints> given_;
  Constraints now_ = Nothing{};
  Index next_ = 0;
};

/// Learns from these samples once, one after the other, continuing from a state that a call before
/// left in its model.
py::dict learn_more(const TrainRequest& request, const Table& table,
                    const std::optional<ConstraintList>& list, const Model* from,
                    const std::vector<std::string>& labels) {
  const auto learner = made(request.learner, request.settings);
  Dataset data = dataset_of(table);
  if (from != nullptr) {
    const std::string why = why_not_resumed(*learner, *from);
    require(why.empty(), "cannot continue: {}", why);
    require(from->input_dim() == data.dim(), "the model takes {} features, the data has {}",
            from->input_dim(), data.dim());
  }
  const auto given = constraints_of(list);
  if (given) check(*given, data);
  ArrayStream samples(data, given);
  Attended attended(request.callback);
  Trained trained = attended.run([&] {
    const Prepare prepare;
    const StreamTask task{.learner = *learner,
                          .samples = samples,
                          .prepare = prepare,
                          .shape = {.dim = data.dim(), .labels = from ? from->labels : labels},
                          .state = from != nullptr ? &from->state : nullptr};
    return Trained{
        .fit = learn_stream(task, {}, {.monitor = attended.monitor(), .seed = request.seed})};
  });
  return told_of(trained);
}

}  // namespace

void add_learners(py::module_& module) {
  py::class_<LabelList>(module, "LabelList")
      .def(py::init<std::vector<std::string>, std::vector<Index>,
                    std::optional<std::vector<Index>>>());
  py::class_<ConstraintList>(module, "ConstraintList")
      .def(py::init<>())
      .def_readwrite("kind", &ConstraintList::kind)
      .def_readwrite("samples", &ConstraintList::samples)
      .def_readwrite("same", &ConstraintList::same)
      .def_readwrite("value", &ConstraintList::value)
      .def_readwrite("weight", &ConstraintList::weight)
      .def_readwrite("far", &ConstraintList::far)
      .def_readwrite("factors", &ConstraintList::factors)
      .def_readwrite("of_features", &ConstraintList::of_features);
  py::class_<Table>(module, "Table")
      .def(py::init<HeldSamples, std::optional<LabelList>, std::vector<std::string>, std::string>())
      .def_readwrite("outputs", &Table::outputs);
  py::class_<TrainRequest>(module, "TrainRequest")
      .def(py::init<std::string, Settings, Settings, Settings, std::uint64_t, py::object,
                    std::vector<double>, CheckpointRequest>(),
           py::arg("learner"), py::arg("settings"), py::arg("training"), py::arg("sampling"),
           py::arg("seed"), py::arg("callback"), py::arg("weights"),
           py::arg("checkpoint") = CheckpointRequest());
  module.def("learners", &all_learners);
  module.def("road_options", &road_options);
  module.def("fit", &fit);
  module.def("learn_more", &learn_more);
}

}  // namespace mahala::python
