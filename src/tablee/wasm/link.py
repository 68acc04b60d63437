"""Joins what was compiled of a game, optimises it for WebAssembly, and writes the module.

llvmlite's own LLVM knows WebAssembly; the linker and the small C library (`exp`, `log`, `pow` and
`malloc`) come from the system: Debian's `lld` and `wasi-libc`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tablee.core.engine.jit import llvm
from tablee.core.errors import TableeError

PREFIX = "tablee_"
"""What the names of all exported functions begin with."""
FAILED = -(1 << 62)
"""What an entry returns that has raised; no entry returns it otherwise."""
FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint"
MEMORY = Path(__file__).with_name("memory.ll")
LIBRARY = Path("/usr/lib/wasm32-wasi/libc.a")
ALONE = "--export=malloc -z stack-size=262144 --initial-memory=4194304 --max-memory=268435456"
SHARED = "-shared --experimental-pic --import-memory --unresolved-symbols=import-dynamic"
LINKERS = (*(f"wasm-ld-{version}" for version in range(30, 16, -1)), "wasm-ld")


class NoLinker(TableeError):
    """What writes WebAssembly is not installed."""


def find_linker() -> str:
    """Return the linker for WebAssembly; raise NoLinker where there is none."""
    found = next((path for name in LINKERS if (path := shutil.which(name))), None)
    if found is None:
        raise NoLinker("there is no wasm-ld here: install Debian's package lld.")
    return found


def find_library() -> Path:
    """Return the small C library; raise NoLinker where there is none."""
    if not LIBRARY.exists():
        raise NoLinker("there is no C library for WebAssembly here: install Debian's wasi-libc.")
    return LIBRARY


def link(entries: Sequence[dict[str, Any]], out: Path, shared: bool = False) -> None:
    """Write the module of some compiled entries: alone, or as a library that Python opens."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    triple = "wasm32-unknown-emscripten" if shared else "wasm32-unknown-unknown"
    machine = llvm.Target.from_triple(triple).create_target_machine(
        opt=3, cpu="generic", features=FEATURES, reloc="pic" if shared else "static"
    )
    module = _joined(entries, triple, str(machine.target_data))
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    module.verify()
    code = out.with_name(f"{out.name}.o")
    code.write_bytes(machine.emit_object(module))
    try:
        _run_linker([entry["name"] for entry in entries], code, out, shared)
    finally:
        code.unlink()


def _joined(entries: Sequence[dict[str, Any]], triple: str, layout: str) -> Any:
    """Return one module of all entries, of which only the wrappers can be called from outside."""
    head = f'target triple = "{triple}"\ntarget datalayout = "{layout}"\n'
    whole = llvm.parse_assembly(head + MEMORY.read_text(encoding="utf-8"))
    for entry in entries:
        code = re.sub(r"^target (triple|datalayout) = .*$", "", entry["code"], flags=re.M)
        code = re.sub(r'"target-(cpu|features)"="[^"]*"', "", code)
        whole.link_in(llvm.parse_assembly(head + code + _wrapper(entry)))
    for thing in [*whole.functions, *whole.global_variables]:
        if not thing.is_declaration and not thing.name.startswith(PREFIX):
            thing.linkage = "internal"
    return whole


def _wrapper(entry: dict[str, Any]) -> str:
    """Write a function that calls an entry as C would, and says when it has raised."""
    words = "".join(f", {kind} %a{i}" for i, kind in enumerate(entry["words"]))
    result, symbol = entry["result"], entry["symbol"]
    failed = "0xC3D0000000000000" if result == "double" else str(FAILED)  # the same number
    return f"""
define {result} @{PREFIX}{entry["name"]}({words[2:]}) {{
 %result = alloca {result}
 %error = alloca ptr
 %status = call i32 @"{symbol}"(ptr %result, ptr %error{words})
 %good = icmp eq i32 %status, 0
 br i1 %good, label %done, label %raised
done:
 %value = load {result}, ptr %result
 ret {result} %value
raised:
 ret {result} {failed}
}}
"""


def _run_linker(names: Sequence[str], code: Path, out: Path, shared: bool) -> None:
    common = ["--no-entry", "--gc-sections", "-O2", "--strip-all"]
    exports = [f"--export={PREFIX}{name}" for name in names]
    how = SHARED if shared else ALONE
    parts = [str(code)] if shared else [str(code), str(find_library())]
    done = subprocess.run(
        [find_linker(), *common, *how.split(), *exports, *parts, "-o", str(out)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NoLinker(f"the linker refused: {done.stderr.strip()}")
