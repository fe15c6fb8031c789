"""This package under another name: `sys.modules["metric_learn"] = mahala.metric_learn` serves what imports metric_learn."""
import importlib
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec

_PACKAGE = __name__.rpartition(".")[0]


class _Same(Loader):
    """Gives the module that is there already, so that its classes are the same under both names."""

    def create_module(self, spec):
        self.module = importlib.import_module(_PACKAGE + "." + spec.name.partition(".")[2])
        self.spec = self.module.__spec__
        return self.module

    def exec_module(self, module):
        module.__spec__ = self.spec  # importing has set that of the other name


class _Finder(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        package, _, rest = name.partition(".")
        ours = sys.modules.get(_PACKAGE)
        if rest and ours is not None and sys.modules.get(package) is ours:
            return ModuleSpec(name, _Same())
        return None


def serve():
    """Lets modules of this package be imported under whatever name it has in sys.modules."""
    if not any(isinstance(each, _Finder) for each in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
