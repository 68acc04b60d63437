"""Who may import whom: arrows between packages go one way, and no modules import in a circle.

And tests mirror the tree: a test lies where its module lies and has its stem, or says why not.

Imports inside functions count; those for the reader of types alone (`TYPE_CHECKING`) do not.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import tablee
from tablee import bots

SRC = Path(tablee.__file__).parents[1]
LAYERS = (
    {"core"},
    {"table", "bots"},
    {"games"},
    {"look"},
    {"lab"},
    {"batch", "wasm"},
    {"adapters", "learn"},
    {"house"},
    {"store", "notebook"},
    {"tablee"},  # the names that `import tablee` offers
    {"web"},
    {"laws", "new_game", "skeleton", "terminal"},
    {"cli"},
    {"__main__"},
)
"""Packages and single modules, each of which imports only from those above it.

What is above `games` finds a game by its name in `tablee.games`, never in the game's package.
"""
LATER = {"Contest": "tablee.lab.arena", "hold": "tablee.lab.arena"}
"""What `tablee.bots` offers from above, loaded when it is asked for: a public name of old."""

HERE = Path(__file__).parent
ROOMS = (
    "adapters",
    "bots",
    "core",
    "house",
    "lab",
    "laws",
    "learn",
    "look",
    "store",
    "table",
    "wasm",
    "web",
)
OTHERS = {
    "bots/test_laws.py": "what holds for the bots of every game",
    "bots/test_measuring.py": "the commands of benchmarks/",
    "core/test_bad_input.py": "what `Game` and `find_game` refuse",
    "lab/test_cluster.py": "simulate, arena and report on several machines",
    "look/test_drawings.py": "the drawings of all games",
    "look/test_joints.py": "how the drawn parts of a game meet",
    "store/test_contract.py": "the Protocols of house/ports/store.py, by all stores",
    "table/test_guests.py": "guests behind the far edge: kit, renderer and styles",
    "wasm/test_kernels.py": "what is built, beside the code that is compiled for this machine",
    "web/lessons/test_fourth_lesson.py": "a lesson of a game that is never shipped",
    "web/lobby/test_arranging.py": "a table before the deal: lobby, seating and messages",
    "web/lobby/test_variants.py": "numbers of a variant, from the lobby to the record",
    "web/play/test_fourth_game.py": "a table of a game that is never shipped",
    "web/play/test_one_screen.py": "several people at one screen: curtain, streams and pages",
    "web/test_secrecy.py": "all that the server says",
}
"""The tests of more than one module, and of what."""


@cache
def modules() -> Mapping[str, Path]:
    """Every module of the package, with its file."""
    found = {}
    for path in sorted((SRC / "tablee").rglob("*.py")):
        parts = path.relative_to(SRC).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def imports(module: str) -> frozenset[str]:
    """The names of all modules that a module imports anywhere, of the package or not."""
    path = modules()[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    return frozenset(_imported(ast.parse(path.read_text(encoding="utf-8")), package))


def _imported(node: ast.AST, package: str) -> Iterator[str]:
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        children: list[ast.AST] = [*node.orelse]
    else:
        children = [*ast.iter_child_nodes(node)]
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*above, *([base] if base else [])])
        for alias in node.names:
            full = f"{base}.{alias.name}"
            yield full if full in modules() else base
    for child in children:
        yield from _imported(child, package)


def own_imports(module: str) -> list[str]:
    return sorted(name for name in imports(module) if name in modules() and name != module)


def layer_of(module: str) -> tuple[str, int]:
    """The package of a module, and its place among the layers."""
    parts = module.split(".")
    package = parts[1] if len(parts) > 1 else parts[0]
    return package, next((n for n, names in enumerate(LAYERS) if package in names), 0)


def against_the_direction() -> set[tuple[str, str]]:
    found = set()
    for module in modules():
        package, place = layer_of(module)
        for other in own_imports(module):
            its_package, its_place = layer_of(other)
            by_name = other.startswith("tablee.games.") and package not in ("games", "__main__")
            if package != its_package and (its_place >= place or by_name):
                found.add((module, other))
    return found


def test_every_package_has_its_place() -> None:
    placed = set().union(*LAYERS)
    assert {layer_of(module)[0] for module in modules()} == placed


def test_imports_go_one_way() -> None:
    wrong = against_the_direction()
    assert not wrong, "\n".join(f"{modules()[a]} imports {modules()[b]}" for a, b in sorted(wrong))


def test_no_modules_import_in_a_circle() -> None:
    """Leaves are taken away until none is left; what remains depends on itself."""
    waiting = {module: set(own_imports(module)) for module in modules()}
    while leaves := [module for module, needs in waiting.items() if not needs & waiting.keys()]:
        for leaf in leaves:
            del waiting[leaf]
    inside = {m for m in waiting if any(m in needs for needs in waiting.values())}
    told = [f"{modules()[m]} imports {modules()[n]}" for m in inside for n in waiting[m] & inside]
    assert not waiting, "\n".join(sorted(told))


def test_names_that_bots_offers_from_the_lab_are_loaded_when_asked_for() -> None:
    from_above = {name: at for name, at in bots.MODULES.items() if "tablee.bots." not in at}
    assert from_above == LATER


def test_one_module_imports_the_compiler() -> None:
    """`tablee.core.engine.jit` has what replaces it; `cuda` is the compiler for graphics cards."""
    users = {
        name: {one for one in imports(name) if one.partition(".")[0] in ("numba", "llvmlite")}
        for name in modules()
    }
    assert {name for name, used in users.items() if used} == {
        "tablee.core.engine.jit",
        "tablee.lab.cuda",
    }
    assert all(one.startswith("numba.cuda") or one == "numba" for one in users["tablee.lab.cuda"])


def users_of(*packages: str) -> set[str]:
    """The modules that import any of these packages."""
    return {m for m in modules() if {*packages} & {one.partition(".")[0] for one in imports(m)}}


def test_one_module_imports_orjson() -> None:
    assert users_of("orjson") == {"tablee.core.as_json"}


def test_fastapi_serves_the_api_alone() -> None:
    assert {m.rpartition(".")[0] for m in users_of("fastapi", "pydantic")} == {"tablee.web.api"}


def test_of_the_pages_only_the_server_knows_where_things_are_stored() -> None:
    web = {m for m in modules() if m.startswith("tablee.web.")}
    users = {m for m in web if any(one.startswith("tablee.store.") for one in imports(m))}
    assert {room_of(m) for m in users} == {"tablee.web", "tablee.web.server"}


def room_of(module: str) -> str:
    """The folder of a module, as a package."""
    return module if modules()[module].name == "__init__.py" else module.rpartition(".")[0]


def rooms_of_the_server() -> dict[str, set[str]]:
    """Every room of the server, with the rooms that it imports from."""
    own = {m for m in modules() if layer_of(m)[0] in ("house", "store", "web")}
    rooms: dict[str, set[str]] = {room_of(m): set() for m in own}
    for module in own:
        rooms[room_of(module)] |= {room_of(one) for one in own_imports(module) if one in own}
    return {room: needs - {room} for room, needs in rooms.items()}


MOST_LAYERS = 9


def test_rooms_of_the_server_lie_in_few_layers_and_never_in_a_circle() -> None:
    """Whoever enters a room has only rooms below it to know."""
    waiting, layers = rooms_of_the_server(), 0
    while lowest := [room for room, needs in waiting.items() if not needs & waiting.keys()]:
        layers += 1
        for room in lowest:
            del waiting[room]
    told = [f"{a} imports {b}" for a, needs in waiting.items() for b in needs & waiting.keys()]
    assert not waiting, "\n".join(sorted(told))
    assert layers <= MOST_LAYERS, f"{layers} layers of rooms"


def is_a_mirror(test: Path) -> bool:
    """Whether there is a module of its stem, or a feature for its browser."""
    folder, stem = SRC / "tablee" / test.parent, test.stem.removeprefix("test_")
    if stem.startswith("browser") and test.parts[0] == "web":
        return (folder / "__init__.py").exists()
    return (folder / f"{stem}.py").exists()


def test_every_test_lies_where_its_module_lies() -> None:
    tests = {file.relative_to(HERE) for room in ROOMS for file in HERE.glob(f"{room}/**/test_*.py")}
    lost = {test.as_posix() for test in tests if not is_a_mirror(test)}
    assert lost == OTHERS.keys(), "lay it beside its module, or name in OTHERS what it tests"


MOST_METHODS, MOST_ATTRIBUTES, MOST_MODULES = 25, 15, 15


def classes() -> Iterator[tuple[str, ast.ClassDef]]:
    """Every class of the house, its stores and its pages, with its module."""
    for module, path in modules().items():
        if layer_of(module)[0] in ("house", "store", "web"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    yield module, node


def attributes_of(one: ast.ClassDef) -> set[str]:
    """What a class declares, and what its methods assign to `self`."""
    fields = [node.target for node in one.body if isinstance(node, ast.AnnAssign)]
    declared = {field.id for field in fields if isinstance(field, ast.Name)}
    return declared | {
        n.attr
        for n in ast.walk(one)
        if isinstance(n, ast.Attribute)
        and isinstance(n.ctx, ast.Store)
        and isinstance(n.value, ast.Name)
        and n.value.id == "self"
    }


def test_no_class_of_the_server_does_everything() -> None:
    for module, one in classes():
        methods = [n for n in one.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
        assert len(methods) <= MOST_METHODS, f"{module}.{one.name} has {len(methods)} methods"
        attributes = attributes_of(one)
        assert len(attributes) <= MOST_ATTRIBUTES, f"{module}.{one.name} has {sorted(attributes)}"


def test_no_room_is_crowded() -> None:
    own = [path for path in modules().values() if path.name != "__init__.py"]
    rooms = Counter(path.parent.relative_to(SRC / "tablee") for path in own)
    assert not {str(room): n for room, n in rooms.items() if n > MOST_MODULES}
