// Every geometry, with every metric and retraction it has, under the same laws.

#include "mahala/geometry/grassmann.hpp"
#include "mahala/geometry/psd_flat.hpp"
#include "mahala/geometry/psd_polar.hpp"
#include "mahala/geometry/psd_polar_log.hpp"
#include "mahala/geometry/psd_polar_symmetric.hpp"
#include "mahala/geometry/spd_affine.hpp"
#include "mahala/geometry/spd_log.hpp"
#include "tests/support/manifold_laws.hpp"

namespace mahala::test::laws_test {

template <Index dim, Index rank>
struct Flat {
  static PsdFlat make() { return {dim, rank}; }
};

template <FrameRetraction retraction>
struct Subspace {
  static Grassmann make() { return {9, 3, retraction}; }
};

template <AffineRetraction retraction>
struct Affine {
  static SpdAffine make() { return SpdAffine(5, retraction); }
};

template <LogMetric metric>
struct Logarithmic {
  static SpdLog make() { return SpdLog(5, metric); }
};

template <FrameRetraction retraction, PolarCore core, int tenths, bool symmetric_root = false>
struct Polar {
  static PsdPolar make() { return {9, 3, {tenths / 10.0, retraction, core, symmetric_root}}; }
};

template <LogMetric metric, int tenths>
struct PolarLog {
  static PsdPolarLog make() { return {9, 3, tenths / 10.0, metric}; }
};

template <int tenths>
struct PolarSymmetric {
  static PsdPolarSymmetric make() { return {9, 3, tenths / 10.0}; }
};

using Geometries = testing::Types<
    Flat<9, 3>, Flat<5, 5>, Subspace<FrameRetraction::qf>, Subspace<FrameRetraction::uf>,
    Subspace<FrameRetraction::exp>, Affine<AffineRetraction::exp>,
    Affine<AffineRetraction::first_clipped>, Affine<AffineRetraction::first_or_exp>,
    Affine<AffineRetraction::first>, Logarithmic<LogMetric::log_euclidean>,
    Logarithmic<LogMetric::von_neumann>, Polar<FrameRetraction::qf, PolarCore::exp, 3>,
    Polar<FrameRetraction::uf, PolarCore::exp, 5>, Polar<FrameRetraction::exp, PolarCore::exp, 8>,
    Polar<FrameRetraction::uf, PolarCore::exp, 0>, Polar<FrameRetraction::uf, PolarCore::exp, 10>,
    Polar<FrameRetraction::uf, PolarCore::exp, 4, true>,
    Polar<FrameRetraction::uf, PolarCore::first, 4>,
    Polar<FrameRetraction::uf, PolarCore::first_or_exp, 4>, PolarLog<LogMetric::von_neumann, 4>,
    PolarLog<LogMetric::von_neumann, 0>, PolarLog<LogMetric::log_euclidean, 4>,
    PolarLog<LogMetric::log_euclidean, 10>, PolarSymmetric<4>, PolarSymmetric<0>,
    PolarSymmetric<10>>;

INSTANTIATE_TYPED_TEST_SUITE_P(Every, ManifoldLaws, Geometries);

}  // namespace mahala::test::laws_test
