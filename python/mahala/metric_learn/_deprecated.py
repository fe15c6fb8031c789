"""Parameters that metric-learn renamed."""
import warnings


def renamed(old, given, new, value):
    """The value of a parameter that may still be given by its old name."""
    if isinstance(given, str) and given == "deprecated":
        return value
    warnings.warn(f'"{old}" parameter has been renamed to "{new}". It has been deprecated in version 0.6.3 and will be '
                  "removed in 0.7.0", FutureWarning, stacklevel=3)
    return given
