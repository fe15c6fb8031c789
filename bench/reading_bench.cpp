// Reading text: ours beside numpy.loadtxt and sklearn's load_svmlight_file on the same files, and
// what every reader takes in memory beside what it returns. One-thread figures are by processor
// time, for both sides.
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <limits>
#include <random>

#include "bench/measure.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/data/write/write.hpp"

namespace mahala::bench {
namespace {

constexpr int repeats = 3;
constexpr double megabyte = 1e6;

/// A folder for the files of one run. They are read when the system still has them in memory:
/// what is measured is not the disk.
class Folder {
 public:
  Folder() {
    std::string name = std::filesystem::temp_directory_path() / "mahala-bench-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    root_ = name;
  }
  ~Folder() { std::filesystem::remove_all(root_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(const std::string& name) const { return root_ / name; }

 private:
  std::filesystem::path root_;
};

/// Standard normal numbers of 6, 9, ... digits in turn, the last in full (17).
Matrix numbers(Index d, Index n) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  Matrix x(d, n);
  for (Index k = 0; k < x.size(); ++k) {
    const double value = normal(random);
    const int digits = 6 + 3 * static_cast<int>(k % 4);
    const std::string text = fmt::format("{:.{}g}", value, digits);
    double rounded = 0;
    std::from_chars(text.data(), text.data() + text.size(), rounded);
    x.data()[k] = digits < 15 ? rounded : value;
  }
  return x;
}

std::vector<std::string> class_labels(Index n) {
  std::vector<std::string> labels;
  for (Index i = 0; i < n; ++i) labels.push_back(std::to_string(i % 10));
  return labels;
}

/// Every tenth cell of a wide matrix, as features of text would be.
Dataset sparse_data(Index d, Index n) {
  std::mt19937_64 random(2);
  SparseMatrix x(d, n);
  const Matrix values = numbers(1, n * d / 10);
  x.reserve(Eigen::VectorXi::Constant(static_cast<int>(n), static_cast<int>(d / 10)));
  for (Index i = 0, k = 0; i < n; ++i) {
    for (Index f = static_cast<Index>(random() % 10); f < d && k < values.size(); f += 10) {
      x.insert(f, i) = values.data()[k++];
    }
  }
  x.makeCompressed();
  Dataset data;
  data.x.storage().emplace<SparseMatrix>(std::move(x));
  data.labels = Labels::from_names(class_labels(n));
  return data;
}

double megabytes(const std::string& path) {
  return static_cast<double>(std::filesystem::file_size(path)) / megabyte;
}

/// The number a command prints, or NaN.
double number_from(const std::string& command) {
  FILE* pipe = ::popen(command.c_str(), "r");
  double number = std::nan("");
  if (pipe == nullptr || std::fscanf(pipe, "%lf", &number) != 1) number = std::nan("");
  if (pipe != nullptr) ::pclose(pipe);
  return number;
}

/// Processor seconds, which other programs on the machine do not count into.
double processor_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// The least of a few runs.
double fastest_reading(const std::string& path) {
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < repeats; ++k) {
    const double begin = processor_seconds();
    read_dataset(path);
    least = std::min(least, processor_seconds() - begin);
  }
  return least;
}

/// The processor seconds Python takes for `work` after `preparation`, the least of a few runs; NaN
/// if it cannot.
double python_seconds(const std::string& preparation, const std::string& work) {
  const std::string script = fmt::format(
      "{}\nimport time\ndef seconds():\n  begin = time.process_time()\n  {}\n"
      "  return time.process_time() - begin\nprint(min(seconds() for _ in range({})))",
      preparation, work, repeats);
  return number_from(fmt::format("/usr/bin/python3 -c \"{}\" 2>/dev/null", script));
}

/// The first lines of a file, `bytes` or a little more.
void slice(const std::string& from, const std::string& to, std::size_t bytes) {
  std::ifstream in(from);
  std::ofstream out(to);
  std::size_t copied = 0;
  for (std::string line; copied < bytes && std::getline(in, line); copied += line.size() + 1) {
    out << line << '\n';
  }
}

struct Other {
  std::string name;
  double speed = 0;         ///< MB/s; NaN if it is not installed
  double wanted_ratio = 0;  ///< of ours; 0 if it is shown for information
};

/// "   3.0 x, wanted 20: MISSED".
std::string compared(double ratio, double wanted) {
  const std::string text = fmt::format("   {:.1f} x", ratio);
  if (wanted == 0) return text;
  return fmt::format("{}, wanted {}: {}", text, wanted, ratio >= wanted ? "reached" : "MISSED");
}

void report(const std::string& path, const std::string& title, double wanted_speed,
            const std::vector<Other>& others) {
  const double size = megabytes(path);
  fmt::print("{}, {:.0f} MB\n", title, size);
  set_threads(1);
  const double single = size / fastest_reading(path);
  fmt::print("  {:<36} {:>7.0f} MB/s   wanted {}: {}\n", "ours, one thread", single, wanted_speed,
             single >= wanted_speed ? "reached" : "MISSED");
  set_threads(0);
  const double together = size / typical_seconds(repeats, [&] { read_dataset(path); });
  fmt::print("  {:<36} {:>7.0f} MB/s by the clock\n",
             fmt::format("ours, all threads ({})", threads()), together);
  for (const Other& other : others) {
    if (std::isnan(other.speed)) {
      fmt::print("  {} is not installed for /usr/bin/python3\n", other.name);
    } else {
      fmt::print("  {:<36} {:>7.1f} MB/s{}\n", other.name, other.speed,
                 compared(single / other.speed, other.wanted_ratio));
    }
  }
  fmt::print("\n");
}

void report_csv(const Folder& folder) {
  const std::string path = folder.path("a.csv"), part = folder.path("part.csv");
  write_dataset({.x = Samples(numbers(20, 500'000))}, path);
  slice(path, part, 10'000'000);  // all of it would take genfromtxt a minute
  const auto speed = [&](const std::string& call) {
    return megabytes(part) / python_seconds("import numpy", fmt::format(fmt::runtime(call), part));
  };
  // loadtxt is in C since NumPy 1.23; genfromtxt, which like ours takes missing cells, is not.
  report(path, "CSV of doubles with 6 to 17 digits", 150,
         {{"numpy.loadtxt", speed("numpy.loadtxt('{}', delimiter=',', skiprows=1)"), 20},
          {"numpy.genfromtxt", speed("numpy.genfromtxt('{}', delimiter=',', skip_header=1)")}});
  std::filesystem::remove(path);
}

void report_svmlight(const Folder& folder) {
  const std::string path = folder.path("a.svm");
  write_dataset(sparse_data(1000, 60'000), path);
  const double seconds = python_seconds("from sklearn.datasets import load_svmlight_file",
                                        fmt::format("load_svmlight_file('{}')", path));
  report(path, "svmlight, 100 entries a line", 100,
         {{"sklearn load_svmlight_file", megabytes(path) / seconds, 3}});
  std::filesystem::remove(path);
}

/// What the samples and labels themselves take. Mapped samples count as if they were read: the
/// pages that checking them touches are the file's.
double returned_bytes(const Dataset& data) {
  double bytes = 16.0 * static_cast<double>(data.labels.size());
  for (const std::string& id : data.ids) {
    bytes += static_cast<double>(sizeof id + (id.size() > 15 ? id.capacity() + 1 : 0));
  }
  if (const auto* sparse = std::get_if<SparseMatrix>(&data.x.storage())) {
    return bytes + 16.0 * static_cast<double>(sparse->nonZeros()) +
           8.0 * static_cast<double>(sparse->cols());
  }
  const bool narrow = data.x.storage_name().find("float") != std::string_view::npos;
  return bytes +
         (narrow ? 4.0 : 8.0) * static_cast<double>(data.size()) * static_cast<double>(data.dim());
}

/// Buffers that do not grow with the file.
constexpr double fixed_bytes = 2 << 20;

/// Peak over returned bytes, for a process that does nothing else.
double peak_ratio(const std::string& path, const std::string& format) {
  const double before = peak_memory();
  const Dataset data = read_dataset(path, {.format = format});
  return (peak_memory() - before - fixed_bytes) / returned_bytes(data);
}

/// That of a new process: peaks never come down, and freed memory may be used again unseen.
double peak_ratio_alone(const std::string& path, const std::string& format) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  return number_from(fmt::format("'{}' --peak '{}' {}", self, path, format));
}

/// Whole numbers below 256, which every format holds, with labels and ids for those that do.
Dataset small_numbers(Index d, Index n, bool sparse) {
  std::mt19937_64 random(3);
  Matrix x = Matrix::NullaryExpr(d, n, [&](Index, Index) {
    return random() % 2 == 0 ? 0.0 : static_cast<double>(random() % 256);
  });
  Dataset data{.x = sparse ? Samples(SparseMatrix(x.sparseView())) : Samples(std::move(x)),
               .labels = Labels::from_names(class_labels(n))};
  for (Index i = 0; i < n; ++i) data.ids.push_back("s" + std::to_string(i));
  return data;
}

void report_memory(const Folder& folder) {
  fmt::print(
      "peak memory of a reader over what it returns, beyond 2 MiB of buffers (wanted: at most 2)\n"
      "  {:<14} {:>5} {:>6}\n",
      "", "dense", "sparse");
  constexpr std::pair<const char*, const char*> files[] = {
      {"a.csv", "csv"},     {"a.csv.gz", "csv"},  {"a.svm", "svmlight"},
      {"a.arff", "arff"},   {"a.jsonl", "jsonl"}, {"a.mtx", "mtx"},
      {"a.npy", "npy"},     {"a.npz", "npz"},     {"a.safetensors", "safetensors"},
      {"a.idx", "idx"},     {"a.idx.gz", "idx"},  {"a.fvecs", "fvecs"},
      {"a.bvecs", "bvecs"}, {"a.ivecs", "ivecs"}};
  for (const auto& [name, format] : files) {
    const std::string path = folder.path(name);
    write_dataset(small_numbers(20, 250'000, false), path);
    const double dense = peak_ratio_alone(path, format);
    write_dataset(small_numbers(20, 250'000, true), path);
    const double sparse = peak_ratio_alone(path, format);
    fmt::print("  {:<14} {:>5.2f} {:>6.2f}{}\n", name, dense, sparse,
               dense <= 2 && sparse <= 2 ? "" : "  MISSED");
    std::filesystem::remove(path);
  }
}

}  // namespace
}  // namespace mahala::bench

int main(int argc, char** argv) {
  if (argc == 4 && std::string(argv[1]) == "--peak") {
    fmt::print("{}\n", mahala::bench::peak_ratio(argv[2], argv[3]));
    return 0;
  }
  const mahala::bench::Folder folder;
  mahala::bench::report_memory(folder);
  mahala::bench::report_csv(folder);
  mahala::bench::report_svmlight(folder);
}
