#include "mahala/reproduce/papers.hpp"

#include <algorithm>
#include <vector>

#include "mahala/core/error.hpp"

namespace mahala::reproduce {

std::span<const Paper> papers() {
  static const std::vector<Paper> all = {
      {"meyer-2011", "Meyer, Bonnabel, Sepulchre 2011",
       "G. Meyer, S. Bonnabel, R. Sepulchre, Regression on fixed-rank positive semidefinite "
       "matrices: a Riemannian approach, JMLR 12 (2011)"},
      {"shalit-2012", "Shalit, Weinshall, Chechik 2012",
       "U. Shalit, D. Weinshall, G. Chechik, Online learning in the embedded manifold of low-rank "
       "matrices, JMLR 13 (2012)"},
      {"jain-2012", "Jain, Kulis, Davis, Dhillon 2012",
       "P. Jain, B. Kulis, J. Davis, I. Dhillon, Metric and kernel learning using a linear "
       "transformation, JMLR 13 (2012)"},
      {"meyer-2009", "Meyer, Journée, Bonnabel, Sepulchre 2009",
       "G. Meyer, M. Journée, S. Bonnabel, R. Sepulchre, From subspace learning to distance "
       "learning: a geometrical optimization approach, SSP 2009"},
      {"bonnabel-2010", "Bonnabel, Meyer, Sepulchre 2010",
       "S. Bonnabel, G. Meyer, R. Sepulchre, Adaptive filtering for estimation of a low-rank "
       "positive semidefinite matrix, MTNS 2010"}};
  return all;
}

const Paper& find_paper(const std::string& key) {
  const auto found = std::ranges::find(papers(), key, &Paper::key);
  require(found != papers().end(), "there is no paper '{}'", key);
  return *found;
}

}  // namespace mahala::reproduce
