#include "mahala/core/ranks.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <thread>

#include "mahala/core/error.hpp"
#include "mahala/core/run.hpp"

#ifdef MAHALA_MPI
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>
#endif

namespace mahala {
namespace {

/// This process among the others.
struct Job {
  Index rank = 0, ranks = 1;
  bool ours = false;  ///< MPI was begun here
  std::thread::id thread = {};
  Traffic traffic = {};
};

Job& job() {
  static Job only;
  return only;
}

#ifdef MAHALA_MPI

/// For data, and for the agreement of ranks that end.
MPI_Comm data_line = MPI_COMM_NULL, end_line = MPI_COMM_NULL;

/// How long a rank that fails waits for the others to fail as well.
constexpr auto patience_at_the_end = std::chrono::seconds(5);

/// Sums smaller than that are given to all ranks as they are: one message instead of two.
constexpr Index small_sums = 1 << 13;

/// What launchers of MPI tell the processes they start: Open MPI's own, and PMI's and PMIx's.
bool has_launcher() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"}) {
    if (std::getenv(name) != nullptr) return true;
  }
  return false;
}

int as_count(Index n) {
  require(n <= std::numeric_limits<int>::max(), "{} columns are too many for a message", n);
  return static_cast<int>(n);
}

std::vector<int> differences_of(std::span<const Index> begin) {
  std::vector<int> counts;
  for (std::size_t p = 0; p + 1 < begin.size(); ++p)
    counts.push_back(as_count(begin[p + 1] - begin[p]));
  return counts;
}

std::vector<int> counts_of(std::span<const Index> counts) {
  std::vector<int> result;
  for (const Index count : counts) result.push_back(as_count(count));
  return result;
}

std::vector<int> starts_of(const std::vector<int>& counts) {
  std::vector<int> starts;
  Index at = 0;
  for (const int count : counts) {
    starts.push_back(as_count(at));
    at += count;
  }
  return starts;
}

/// `bytes` bytes, which are counted as one: counts of messages are int.
class ColumnType {
 public:
  explicit ColumnType(Index bytes) {
    MPI_Type_contiguous(as_count(bytes), MPI_BYTE, &type_);
    MPI_Type_commit(&type_);
  }
  ~ColumnType() { MPI_Type_free(&type_); }
  ColumnType(const ColumnType&) = delete;
  ColumnType& operator=(const ColumnType&) = delete;
  operator MPI_Datatype() const { return type_; }  // NOLINT: stands for it

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// Counts what a call receives, and its time.
class Counted {
 public:
  explicit Counted(Index bytes) {
    require(std::this_thread::get_id() == job().thread,
            "ranks exchange numbers from one thread only, and this is another");
    job().traffic.bytes += static_cast<double>(bytes);
    ++job().traffic.calls;
  }
  ~Counted() {
    job().traffic.seconds += watch_.seconds();
    job().traffic.processor_seconds += processor_.seconds();
  }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  Stopwatch watch_;
  ProcessorClock processor_;
};

/// Do all ranks come here within a moment?
bool all_end() {
  MPI_Request request;
  MPI_Ibarrier(end_line, &request);
  const auto until = std::chrono::steady_clock::now() + patience_at_the_end;
  for (;;) {
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return true;
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

/// total = the sums one after the other, each from `at` on.
void add_in_order(const double* sums, Index count, Index stride, std::span<double> total) {
  std::fill(total.begin(), total.end(), 0.0);
  for (Index k = 0; k < count; ++k) {
    for (std::size_t i = 0; i < total.size(); ++i)
      total[i] += sums[k * stride + static_cast<Index>(i)];
  }
}

/// Every rank adds a slice of all sums, and the slices are gathered: a rank receives each number of
/// the total about once, however many ranks there are.
void sum_by_slices(std::span<const double> own, Index size, std::span<const Index> begin,
                   std::span<double> total) {
  const Index all = begin.back(), parts = begin[static_cast<std::size_t>(rank() + 1)] -
                                          begin[static_cast<std::size_t>(rank())];
  std::vector<Index> slices;
  for (Index p = 0; p <= ranks(); ++p) slices.push_back(size * p / ranks());
  const Index first = slices[static_cast<std::size_t>(rank())],
              width = slices[static_cast<std::size_t>(rank() + 1)] - first;
  std::vector<double> out(own.size()), in(static_cast<std::size_t>(all * width));
  std::vector<Index> sent, expected;
  double* to = out.data();
  for (std::size_t p = 0; p < static_cast<std::size_t>(ranks()); ++p) {
    const Index theirs = slices[p + 1] - slices[p];
    for (Index k = 0; k < parts; ++k, to += theirs) {
      std::copy_n(own.data() + k * size + slices[p], theirs, to);
    }
    sent.push_back(parts * theirs);
    expected.push_back((begin[p + 1] - begin[p]) * width);
  }
  exchange(out.data(), sent, in.data(), expected, sizeof(double));
  add_in_order(in.data(), all, width,
               total.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(width)));
  all_gather(total.data(), sizeof(double), sizeof(double), slices);
}

#endif

}  // namespace

Index rank() { return job().rank; }
Index ranks() { return job().ranks; }
void gather_one_each(double* numbers, Index size) {
  std::vector<Index> begin;
  for (Index p = 0; p <= ranks(); ++p) begin.push_back(p);
  const Index bytes = size * static_cast<Index>(sizeof(double));
  if (ranks() > 1) all_gather(numbers, bytes, bytes, begin);
}

namespace {

thread_local bool divided = false;

}  // namespace

DividedWork::DividedWork(bool wanted) : before_(divided) {
  divided = divided || (wanted && ranks() > 1);
}
DividedWork::~DividedWork() { divided = before_; }
bool divides_work() { return divided; }

Traffic traffic() { return job().traffic; }

void note_gathered(Index samples) {
  job().traffic.most_samples = std::max(job().traffic.most_samples, samples);
}

std::vector<Index> shares_of(Index n, Index part, Index count) {
  std::vector<Index> begin;
  for (Index p = 0; p <= ranks(); ++p) begin.push_back(std::min(n, part * (count * p / ranks())));
  begin.back() = n;
  return begin;
}

void together(FunctionRef<void()> work) {
  if (ranks() == 1) return work();
  std::string said;  // "!" before a message, since an Error's may be empty
  try {
    work();
  } catch (const Error& error) {
    said = std::string("!") + error.what();
  }
  for (const std::string& each : all_gather(said)) {
    if (!each.empty()) throw Error(each.substr(1));
  }
}

bool all_agree(bool yes) {
  if (ranks() == 1) return yes;
  std::vector<double> answers(static_cast<std::size_t>(ranks()), 0);
  answers[static_cast<std::size_t>(rank())] = yes ? 1 : 0;
  gather_one_each(answers.data(), 1);
  return std::ranges::find(answers, 0) == answers.end();
}

#ifdef MAHALA_MPI

bool knows_ranks() { return true; }

void join_ranks() {
  if (data_line != MPI_COMM_NULL) return;
  int begun = 0;
  MPI_Initialized(&begun);
  if (begun == 0) {
    if (!has_launcher()) return;
    int given = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
    job().ours = true;
  }
  MPI_Comm_dup(MPI_COMM_WORLD, &data_line);
  MPI_Comm_dup(MPI_COMM_WORLD, &end_line);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(data_line, &rank);
  MPI_Comm_size(data_line, &ranks);
  job().rank = rank;
  job().ranks = ranks;
  job().thread = std::this_thread::get_id();
}

void leave_ranks(int code, FunctionRef<void()> tell) {
  if (!job().ours) return;
  if (code != 0 && ranks() > 1) {
    if (!all_end()) {
      tell();
      MPI_Abort(MPI_COMM_WORLD, code);
    }
  } else if (ranks() > 1) {
    // One that fails while others have ended would wait for them in vain.
    MPI_Request request;
    MPI_Ibarrier(end_line, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  job() = {};
}

void all_gather(void* columns, Index bytes, Index stride, std::span<const Index> begin) {
  const auto own = static_cast<std::size_t>(rank());
  const Counted counted(bytes * (begin.back() - begin[own + 1] + begin[own]));
  if (bytes == 0 || begin.back() == 0) return;
  const ColumnType type(bytes);
  const std::vector<int> counts = differences_of(begin);
  const auto gather = [&](void* all) {
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts.data(), starts_of(counts).data(),
                   type, data_line);
  };
  if (stride == bytes) return gather(columns);
  // Open MPI takes several times as long for a type with gaps.
  const auto packed =
      std::make_unique_for_overwrite<char[]>(static_cast<std::size_t>(bytes * begin.back()));
  auto* const spread = static_cast<char*>(columns);
  for (Index k = begin[own]; k < begin[own + 1]; ++k) {
    std::memcpy(packed.get() + k * bytes, spread + k * stride, static_cast<std::size_t>(bytes));
  }
  gather(packed.get());
  const auto unpack = [&](Index from, Index to) {
    for (Index k = from; k < to; ++k) {
      std::memcpy(spread + k * stride, packed.get() + k * bytes, static_cast<std::size_t>(bytes));
    }
  };
  unpack(0, begin[own]);
  unpack(begin[own + 1], begin.back());
}

std::vector<std::string> all_gather(const std::string& own) {
  constexpr Index word = 8;  // more of which fit into one message than of bytes
  std::vector<Index> sizes(static_cast<std::size_t>(ranks())), one_each, begin(1, 0);
  for (Index p = 0; p <= ranks(); ++p) one_each.push_back(p);
  sizes[static_cast<std::size_t>(rank())] = std::ssize(own);
  if (ranks() > 1) all_gather(sizes.data(), sizeof(Index), sizeof(Index), one_each);
  for (const Index size : sizes) begin.push_back(begin.back() + (size + word - 1) / word);
  std::string joined(static_cast<std::size_t>(begin.back() * word), ' ');
  std::copy(own.begin(), own.end(),
            joined.begin() + begin[static_cast<std::size_t>(rank())] * word);
  if (ranks() > 1) all_gather(joined.data(), word, word, begin);
  std::vector<std::string> texts;
  for (std::size_t p = 0; p < sizes.size(); ++p) {
    texts.push_back(joined.substr(static_cast<std::size_t>(begin[p] * word),
                                  static_cast<std::size_t>(sizes[p])));
  }
  return texts;
}

void ordered_sum(std::span<const double> own, Index size, std::span<const Index> begin,
                 std::span<double> total) {
  const Index all = begin.back();
  if (all * size > small_sums) return sum_by_slices(own, size, begin, total);
  std::vector<double> sums(static_cast<std::size_t>(all * size));
  std::copy(own.begin(), own.end(), sums.begin() + begin[static_cast<std::size_t>(rank())] * size);
  const auto bytes = static_cast<Index>(sizeof(double)) * size;
  all_gather(sums.data(), bytes, bytes, begin);
  add_in_order(sums.data(), all, size, total);
}

void broadcast(void* data, Index bytes, Index from) {
  const Counted counted(rank() == from ? 0 : bytes);
  constexpr Index most = 1 << 30;
  for (Index at = 0; at < bytes; at += most) {
    MPI_Bcast(static_cast<char*>(data) + at, as_count(std::min(most, bytes - at)), MPI_BYTE,
              static_cast<int>(from), data_line);
  }
}

void exchange(const void* out, std::span<const Index> counts, void* in,
              std::span<const Index> expected, Index bytes) {
  Index received = 0;
  for (std::size_t p = 0; p < expected.size(); ++p) {
    if (static_cast<Index>(p) != rank()) received += expected[p] * bytes;
  }
  const Counted counted(received);
  if (bytes == 0) return;
  const ColumnType type(bytes);
  const std::vector<int> sent = counts_of(counts), taken = counts_of(expected);
  MPI_Alltoallv(out, sent.data(), starts_of(sent).data(), type, in, taken.data(),
                starts_of(taken).data(), type, data_line);
}

#else

// One rank, which has everything already: learners do not call these where there is but one.

bool knows_ranks() { return false; }
void join_ranks() {}

void leave_ranks(int, FunctionRef<void()>) {}

void all_gather(void*, Index, Index, std::span<const Index>) {}

std::vector<std::string> all_gather(const std::string& own) { return {own}; }

void ordered_sum(std::span<const double> own, Index size, std::span<const Index> begin,
                 std::span<double> total) {
  std::fill(total.begin(), total.end(), 0.0);
  for (Index k = 0; k < begin.back(); ++k) {
    for (Index i = 0; i < size; ++i) {
      total[static_cast<std::size_t>(i)] += own[static_cast<std::size_t>(k * size + i)];
    }
  }
}

void broadcast(void*, Index, Index) {}

void exchange(const void* out, std::span<const Index> counts, void* in, std::span<const Index>,
              Index bytes) {
  std::memcpy(in, out, static_cast<std::size_t>(counts[0] * bytes));
}

#endif

}  // namespace mahala
