/// @file
/// What learning produces: a bilinear form, the same type for every learner.
///
///   metric       W = identity I + left left^T - minus minus^T
///                                                   d x d, positive semidefinite
///                d^2(x, y) = (x - y)^T W (x - y) = |embed(x) - embed(y)|^2
///   similarity   W = identity I + left right^T      d x d, score(x, z) = x^T W z
///   ranking      W = left right^T                   L x d, the labels' scores of x are W x
///
/// A factor without rows is absent. Only metrics with an identity have a `minus`. A similarity
/// without `right` is symmetric, W = identity I + left left^T. Without `left` it is of full rank, W
/// = identity I + right^T, and so is a ranking, W = right^T: nothing is stored beside W itself.
///
/// Metrics: if identity = 0 the embedding is x -> left^T x, of dimension rank. Otherwise it is
/// x -> W^{1/2} x, of dimension d, computed from the factors alone. Similarities and
/// rankings have no distances; scores.hpp says what is done with them.
///
/// Of domain kernel, embeddings have the inner products of the learned kernel wherever one of the
/// two samples is a combination of support samples in the kernel's space, and the distances of
/// any sample to those differ from its learned distances by a constant: neighbours among support
/// samples are those of the learned kernel.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/core/linalg/archive.hpp"
#include "mahala/data/prepare/prepare.hpp"
#include "mahala/data/table_form.hpp"
#include "mahala/data/text/text_form.hpp"
#include "mahala/kernel/learned_kernel.hpp"
#include "mahala/model/calibration.hpp"

namespace mahala {

enum class ModelKind { metric, similarity, ranking };

std::string_view name(ModelKind kind);  ///< "metric", "similarity" or "ranking"

/// What a model places.
///
///   features   any sample, by its features: x -> left^T x
///   objects    the n samples it was learned from and no others: sample i -> row i of left
///   kernel     any sample, by its kernel with the s support samples: x -> left^T k(x), left s x r
enum class Domain { features, objects, kernel };

std::string_view name(Domain domain);  ///< "features", "objects" or "kernel"

/// Learner, options, status, certificate, versions, fingerprint: text by name.
using Notes = std::map<std::string, std::string>;

struct Model {
  ModelKind kind = ModelKind::metric;
  double identity = 0;  ///< weight of the identity in W; >= 0; rankings have none
  Matrix left = {};     ///< d x r factor, of rankings L x r; d x 0 for a multiple of the identity
  Matrix right = {};    ///< d x r factor of similarities and rankings
  Matrix minus = {};    ///< d x m factor of what metrics subtract
  Domain domain = Domain::features;
  Prepare prepare = {};  ///< what samples go through before W sees them
  Notes notes = {};
  std::optional<TextSpace> text = {};        ///< if it was learned from raw text: how that is read
  std::optional<TableForm> table = {};       ///< if columns were chosen or encoded: how
  std::vector<std::string> labels = {};      ///< of rankings: the names of the L labels
  std::optional<LearnedKernel> kernel = {};  ///< of domain kernel: what was learned
  ArchiveParts state = {};  ///< of a stream: where learning stands, for it to be continued
  std::optional<Calibration> calibration = {};  ///< when two samples are the same

  bool has_right() const { return right.rows() > 0; }
  Index dim() const;        ///< features of prepared samples
  Index rank() const;       ///< the most W can have, given its factors
  Index input_dim() const;  ///< features of raw samples; of objects 0: any number
};

/// The Euclidean metric on `dim` features.
Model identity_model(Index dim);

/// Error unless the model is a metric: the others have no distances.
void check_metric(const Model& model);

/// The embedding of samples that are prepared already; one column per sample. Embeddings are of
/// metrics, Error for other kinds. A model of objects takes exactly as many samples as it places,
/// in their order, and looks at nothing else of them; Error otherwise.
Matrix embed_prepared(const Model& model, const Samples& x);

/// The embedding of raw samples: prepares, then embeds. Error if the number of features
/// differs from the model's.
Matrix embed(const Model& model, Samples x);

/// The same as Samples: sparse ones stay sparse where W is a multiple of the identity and so
/// only scales them. Under a metric with an identity on thousands of features, samples get stacked
/// coordinates (model/embedding.hpp), which stay sparse as well; their distances are the metric's,
/// they are no W^{1/2} x.
Samples embed_prepared_samples(const Model& model, const Samples& x);
Samples embed_samples(const Model& model, Samples x);

/// The eigenvalues of W that the factors contribute (those of left^T left; with a minus some are
/// negative), largest first; for
/// two factors, or a full W, the singular values of their product; of a kernel those in its space,
/// left^T K left with K over the support.
Vector spectrum(const Model& model);

}  // namespace mahala
