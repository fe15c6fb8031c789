"""Builds the module by CMake, or takes the one that a build tree has already (MAHALA_BUILD=build/release)."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        tree = os.environ.get("MAHALA_BUILD")
        if tree is None:
            tree = Path(self.build_temp).resolve()
            self.compile(tree)
        [module] = Path(tree, "python", "mahala").glob("_mahala*.so")
        target = Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(module, target)

    @staticmethod
    def compile(tree):
        flags = ["-DCMAKE_BUILD_TYPE=Release", "-DMAHALA_UNITY=ON", "-DMAHALA_BUILD_TESTS=OFF", "-DMAHALA_BUILD_BENCH=OFF",
                 "-DMAHALA_BUILD_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}"]
        subprocess.run(["cmake", "-S", ROOT, "-B", tree, "-G", "Ninja", *flags], check=True)
        parallel = str(os.cpu_count() or 1)  # a batch takes gigabytes; Ninja would start two more
        subprocess.run(["cmake", "--build", tree, "--target", "mahala-python", "--parallel", parallel], check=True)


setup(ext_modules=[Extension("mahala._mahala", sources=[])], cmdclass={"build_ext": CMakeBuild})
