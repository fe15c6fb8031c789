/// @file
/// Several processes that work on one problem: the ranks of an MPI job. ranks.cpp alone knows MPI.
///
/// Every rank runs the same program on the same small numbers and holds its own part of the
/// samples. Whatever is put together of the parts is the same on all ranks, to the last bit, and
/// sums are added in an order that does not depend on how many ranks there are. What follows is
/// called by all ranks alike, from the thread that joined. Without MPI, or in a program that was
/// not started by it, there is one rank, and nothing here communicates.
#pragma once

#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "mahala/core/function_ref.hpp"
#include "mahala/core/types.hpp"

namespace mahala {

/// Was this built with MPI?
bool knows_ranks();

/// Joins the job that an MPI launcher has started this process for, if one has; to be called first.
/// MPI that somebody else has begun, as mpi4py does, is used and left to them to end.
void join_ranks();

Index rank();   ///< of this process, 0 .. ranks()-1
Index ranks();  ///< 1 unless join_ranks() has found more

/// Ends the job of a program, where join_ranks() began it, with the exit code of this rank. One
/// that fails waits a moment for the others, since what is wrong with an option or a file is wrong
/// for all of them. If it is alone it calls `tell` and ends the job for all.
void leave_ranks(int code, FunctionRef<void()> tell);

/// Calls work on every rank. If it throws an Error on some, the Error of the first of them is
/// thrown on all, so that all go on or all end.
void together(FunctionRef<void()> work);

/// Do all ranks say yes?
bool all_agree(bool yes);

/// Where each rank's part begins, of n things that lie in `count` equal parts but for the last; the
/// last entry is n.
std::vector<Index> shares_of(Index n, Index part, Index count);

/// Rank p has columns begin[p] .. begin[p+1]-1 of all; afterwards every rank has all of them.
/// Columns are `bytes` long and lie `stride` bytes apart.
void all_gather(void* columns, Index bytes, Index stride, std::span<const Index> begin);

/// Rank p has the p-th `size` numbers of all; afterwards every rank has all of them.
void gather_one_each(double* numbers, Index size);

/// The texts of all ranks, in their order.
std::vector<std::string> all_gather(const std::string& own);

/// While it lives, if it is `wanted` and there are several ranks, work of this thread on numbers
/// that all of them have is divided among them. All make it at the same place.
class DividedWork {
 public:
  explicit DividedWork(bool wanted);
  ~DividedWork();
  DividedWork(const DividedWork&) = delete;
  DividedWork& operator=(const DividedWork&) = delete;

 private:
  bool before_;
};
bool divides_work();

/// Row k is known to rank k % ranks(); afterwards every rank knows all of them.
template <class T>
void all_gather_rows(std::vector<std::vector<T>>& rows) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto first = static_cast<std::size_t>(rank()), step = static_cast<std::size_t>(ranks());
  std::string own;
  for (std::size_t k = first; k < rows.size(); k += step) {
    const std::size_t bytes = rows[k].size() * sizeof(T);
    own.append(reinterpret_cast<const char*>(&bytes), sizeof bytes);
    own.append(reinterpret_cast<const char*>(rows[k].data()), bytes);
  }
  const std::vector<std::string> all = all_gather(own);
  for (std::size_t p = 0; p < all.size(); ++p) {
    const char* at = all[p].data();
    for (std::size_t k = p; k < rows.size(); k += step) {
      std::size_t bytes = 0;
      std::memcpy(&bytes, at, sizeof bytes);
      rows[k].resize(bytes / sizeof(T));
      if (bytes > 0) std::memcpy(rows[k].data(), at + sizeof bytes, bytes);
      at += sizeof bytes + bytes;
    }
  }
}

/// Sums of `size` numbers each, one after the other: rank p has those numbered begin[p] ..
/// begin[p+1]-1. Afterwards `total` is what adding all of them to zero, one by one in their order,
/// gives, on every rank.
void ordered_sum(std::span<const double> own, Index size, std::span<const Index> begin,
                 std::span<double> total);

/// Makes `bytes` bytes those of rank `from`.
void broadcast(void* data, Index bytes, Index from);

/// What goes from each rank to each: `counts[p]` pieces of `bytes` bytes to rank p, which lie in
/// `out` one rank's after the other; `expected[p]` come from rank p and lie in `in` likewise.
void exchange(const void* out, std::span<const Index> counts, void* in,
              std::span<const Index> expected, Index bytes);

/// What this rank has received so far, how long it has waited for and spent on it, and the time of
/// its processor meanwhile, most of which is waiting, too.
struct Traffic {
  double bytes = 0, seconds = 0, processor_seconds = 0;
  Index calls = 0;
  Index most_samples = 0;  ///< put together with all of their features at one time
};
Traffic traffic();
void note_gathered(Index samples);  ///< for traffic().most_samples

}  // namespace mahala
