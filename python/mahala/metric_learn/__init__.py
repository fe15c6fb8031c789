"""Takes the place of metric-learn 0.7: `import mahala.metric_learn as metric_learn`.

Names, parameters, attributes, warnings and errors are those of metric-learn; the work is the library's. Bounds are on
distances and are compared with distances; where a problem has an optimum it is found, whatever the step size was set to.

Code that imports metric_learn itself is served after `sys.modules["metric_learn"] = mahala.metric_learn`.
"""
from ._renamed import serve
from .constraints import Constraints
from .covariance import Covariance
from .itml import ITML, ITML_Supervised
from .lfda import LFDA
from .lmnn import LMNN
from .lsml import LSML, LSML_Supervised
from .mlkr import MLKR
from .mmc import MMC, MMC_Supervised
from .nca import NCA
from .rca import RCA, RCA_Supervised
from .scml import SCML, SCML_Supervised
from .sdml import SDML, SDML_Supervised

serve()

__version__ = "0.7.0"
__all__ = ["Constraints", "Covariance", "ITML", "ITML_Supervised", "LFDA", "LMNN", "LSML", "LSML_Supervised", "MLKR", "MMC",
           "MMC_Supervised", "NCA", "RCA", "RCA_Supervised", "SCML", "SCML_Supervised", "SDML", "SDML_Supervised"]
