"""Errors of their own that callers of metric-learn match on."""
from numpy.linalg import LinAlgError


class PreprocessorError(Exception):
    """The preprocessor failed."""

    def __init__(self, original_error):
        super().__init__(f"An error occurred when trying to use the preprocessor: {original_error!r}")


class NonPSDError(LinAlgError):
    """A matrix that should be positive semidefinite is not."""

    def __init__(self):
        super().__init__("Matrix is not positive semidefinite (PSD).")
