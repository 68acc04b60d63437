"""The rules, advice and search of a game as WebAssembly, from the same compiled functions."""

from tablee.wasm.build import build, kernel_of
from tablee.wasm.link import NoLinker

__all__ = ["NoLinker", "build", "kernel_of"]
