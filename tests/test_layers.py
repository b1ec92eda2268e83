"""The house rules that a machine can check: who imports whom, where words live, what is banned.

CONTRIBUTING.md has the table in words. Every check lists all the places that break its rule.
"""

from __future__ import annotations

import ast
import re
import string
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("zh", "en")
STAGES = ("overview", "input", "projections", "scores", "softmax", "output")
# One stage each, pure; only attention.py chains them.
CORE_STAGES = ("projections", "scores", "masking", "softmax", "output", "heads")
SHARED_BY_CORE_STAGES = {"errors", "arrays"}
WITHOUT_STREAMLIT = (
    "ui/charts/",
    "ui/text.py",
    "ui/stages.py",
    "ui/formulas.py",
    "ui/settings.py",
    "ui/permalink.py",
)
STANDARD = set(sys.stdlib_module_names)
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc", "manager"}
# hash() of a text differs from one start of Python to the next.
UNSAFE_CALLS = {"hash", "eval", "exec"}
UNSAFE_MODULES = {"pickle", "dill", "shelve", "marshal"}
BESIDE_PAGES = {"st.navigation", "st.Page", "streamlit.navigation", "streamlit.Page"}
MARKUP = re.compile(
    r"\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|setHTML\w*|DOMParser"
    r"|createContextualFragment|eval|new Function)\b"
)


@dataclass(frozen=True)
class Module:
    """One Python file of the project."""

    path: str
    tree: ast.Module

    @property
    def name(self) -> str:
        """Its dotted name: ui/matrix/__init__.py is ui.matrix."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def at(self, node: ast.AST) -> str:
        return f"{self.path}:{getattr(node, 'lineno', 0)}"

    def imports(self) -> Iterator[tuple[ast.stmt, str]]:
        """Everything imported, by absolute dotted name, with names taken from a module appended."""
        package = self.name if self.path.endswith("__init__.py") else self.name.rpartition(".")[0]
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((node, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                parts = package.split(".")
                base = parts[: len(parts) - node.level + 1] if node.level else []
                source = ".".join([*base, *filter(None, [node.module])])
                yield from ((node, f"{source}.{alias.name}") for alias in node.names)


def modules(*places: str) -> list[Module]:
    """The Python files in these folders, or these files."""
    globs = [place if place.endswith(".py") else f"{place}/**/*.py" for place in places]
    paths = [path for pattern in globs for path in sorted(ROOT.glob(pattern))]
    assert paths, f"nothing found in {places}: has a folder been renamed?"
    return [
        Module(path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in paths
    ]


def shown() -> list[Module]:
    """Everything between the reader and the core."""
    return modules("app.py", "pages", "ui")


def everything() -> list[Module]:
    return modules("app.py", "pages", "ui", "attention_core", "scripts", "bench", "tests")


def top(name: str) -> str:
    return name.partition(".")[0]


# --- Who imports whom -----------------------------------------------------------------------------


def core_imports() -> Iterator[str]:
    for module in modules("attention_core"):
        for node, name in module.imports():
            if top(name) not in STANDARD | {"numpy", "attention_core"}:
                yield f"{module.at(node)} imports {name}"


def core_stage_imports() -> Iterator[str]:
    for module in modules("attention_core"):
        if Path(module.path).stem not in CORE_STAGES:
            continue
        for node, name in module.imports():
            parts = name.split(".")
            if parts[0] == "attention_core" and not SHARED_BY_CORE_STAGES & set(parts[1:2]):
                yield f"{module.at(node)} imports {name}: only attention.py chains stages"


def page_imports() -> Iterator[str]:
    allowed = STANDARD | {"streamlit", "ui", "attention_core"}
    for module in modules("app.py", "pages"):
        for node, name in module.imports():
            if top(name) not in allowed:
                yield f"{module.at(node)} imports {name}"


def ui_imports() -> Iterator[str]:
    for module in modules("ui"):
        for node, name in module.imports():
            if top(name) in {"pages", "app", "tests", "scripts", "bench"}:
                yield f"{module.at(node)} imports {name}"


def streamlit_where_it_must_not_be() -> Iterator[str]:
    """Also by a detour over another module of ui."""
    known = {module.name: module for module in modules("ui")}
    direct = {
        name: {imported for _, imported in module.imports()} for name, module in known.items()
    }

    def reached(name: str, seen: set[str]) -> set[str]:
        """The modules of ui that importing `name` runs, its packages included."""
        parts = name.split(".")
        for length in range(len(parts), 0, -1):
            prefix = ".".join(parts[:length])
            if prefix in known and prefix not in seen:
                seen.add(prefix)
                for imported in direct[prefix]:
                    reached(imported, seen)
        return seen

    for module in known.values():
        if module.path.startswith(WITHOUT_STREAMLIT):
            for name in sorted(reached(module.name, set())):
                if any(top(imported) == "streamlit" for imported in direct[name]):
                    yield f"{module.path} reaches streamlit through {known[name].path}"


# --- Who may touch what ---------------------------------------------------------------------------


def mentions(module: Module, names: set[str]) -> Iterator[ast.AST]:
    """Where a module uses one of these names: x.name, name, or from … import name."""
    for node in ast.walk(module.tree):
        used = (
            (isinstance(node, ast.Attribute) and node.attr in names)
            or (isinstance(node, ast.Name) and node.id in names)
            or (isinstance(node, ast.alias) and node.name.rpartition(".")[2] in names)
        )
        if used:
            yield node


def only_in(owner: str, names: set[str]) -> Iterator[str]:
    """owner: the file or folder that may use them."""
    for module in shown():
        if not module.path.startswith(owner):
            for node in mentions(module, names):
                yield f"{module.at(node)}: only {owner} may use {' and '.join(sorted(names))}"


def state_outside_its_module() -> Iterator[str]:
    yield from only_in("ui/state/", {"session_state", "query_params"})


def caches_outside_their_module() -> Iterator[str]:
    yield from only_in("ui/compute.py", {"cache", "lru_cache", "cache_data", "cache_resource"})


def banned_python() -> Iterator[str]:
    for module in everything():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.keyword) and str(node.arg).startswith("unsafe_allow"):
                yield f"{module.at(node.value)}: {node.arg}"
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            # Tests may evaluate the arithmetic that a page shows.
            if called in UNSAFE_CALLS and not module.path.startswith("tests/"):
                yield f"{module.at(node)}: {called}()"
            if isinstance(node, ast.Attribute) and ast.unparse(node) in BESIDE_PAGES:
                yield f"{module.at(node)}: {ast.unparse(node)} next to pages/"
        for node, name in module.imports():
            if top(name) in UNSAFE_MODULES:
                yield f"{module.at(node)}: {name}"
            if name in BESIDE_PAGES:
                yield f"{module.at(node)}: {name} next to pages/"


def banned_javascript() -> Iterator[str]:
    """Tokens are text: nothing may turn a string into markup or code."""
    scripts = [path for place in ("ui", "assets") for path in sorted((ROOT / place).rglob("*.js"))]
    assert scripts, "no JavaScript found: has the matrix view been moved?"
    for path in scripts:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if found := MARKUP.search(line):
                yield f"{path.relative_to(ROOT)}:{number}: {found[0]}"


def vague_names() -> Iterator[str]:
    for module in everything():
        if Path(module.path).stem in VAGUE:
            yield f"{module.path}: a module is called after what it is about"


# --- Words ----------------------------------------------------------------------------------------

CHINESE = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
# Three words in a row, one of them longer than a symbol: "Q K V" is none, "drop the mask" is.
PROSE = re.compile(r"(?=[\w ,;:'’]*[a-z]{3})[A-Za-z]['’a-z]*(?:[,;:]? [A-Za-z]['’a-z]*){2,}")
LABEL = re.compile(r"[A-Za-z]{3,}")


def exempt(tree: ast.Module) -> set[ast.AST]:
    """Docstrings, and what an exception tells a developer."""
    nodes: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                nodes.add(first.value)
        elif isinstance(node, ast.Raise):
            nodes.update(ast.walk(node))
    return nodes


def sentences_in_code() -> Iterator[str]:
    for module in shown():
        silent = exempt(module.tree)
        for node in ast.walk(module.tree):
            if node in silent or not isinstance(node, ast.Constant):
                continue
            text = node.value if isinstance(node.value, str) else ""
            if found := CHINESE.search(text) or PROSE.search(text):
                yield f"{module.at(node)}: {found[0]!r} belongs into assets/"


def labels_in_code() -> Iterator[str]:
    """st.button("Reset"): even one word has two languages."""
    for module in shown():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                drawn = re.fullmatch(r"st\.\w+", ast.unparse(node.func))
                if drawn and LABEL.search(str(node.args[0].value)):
                    yield f"{module.at(node)}: {node.args[0].value!r} belongs into assets/"


def flatten(tree: dict[str, object], prefix: str = "") -> dict[str, object]:
    flat: dict[str, object] = {}
    for name, value in tree.items():
        nested = isinstance(value, dict)
        flat |= flatten(value, f"{prefix}{name}.") if nested else {prefix + name: value}
    return flat


def catalogue(language: str) -> dict[str, object]:
    path = ROOT / "assets" / "locales" / f"{language}.toml"
    return flatten(tomllib.loads(path.read_text(encoding="utf-8")))


def places(text: object) -> set[str]:
    """The names of a text's {places}; a broken brace is reported as such."""
    try:
        return {name for _, name, _, _ in string.Formatter().parse(str(text)) if name is not None}
    except ValueError as broken:
        return {f"<{broken}>"}


def catalogue_differences() -> Iterator[str]:
    zh, en = catalogue("zh"), catalogue("en")
    for key in sorted(zh.keys() ^ en.keys()):
        yield f"{key} is missing in {'en' if key in zh else 'zh'}.toml"
    for key in sorted(zh.keys() & en.keys()):
        if places(zh[key]) != places(en[key]):
            yield f"{key}: {places(zh[key])} in zh.toml, {places(en[key])} in en.toml"
    for language, texts in (("zh", zh), ("en", en)):
        for key, text in texts.items():
            if not isinstance(text, str) or not text.strip():
                yield f"{key} is empty or not a text in {language}.toml"
            elif any(not name or name.startswith("<") for name in places(text)):
                yield f"{key} has a broken or unnamed place in {language}.toml"


def unknown_keys() -> Iterator[str]:
    """translate(lang, "key") and page.say("key"), also with a beginning known: f"stage.{name}"."""
    known = catalogue("en")
    for module in shown():
        for node in ast.walk(module.tree):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func).rpartition(".")[2]
            position = {"say": 0, "translate": 1, "template": 1}.get(called)
            if position is None or len(node.args) <= position:
                continue
            key = node.args[position]
            if isinstance(key, ast.Constant) and key.value not in known:
                yield f"{module.at(node)}: no text {key.value!r}"
            if isinstance(key, ast.JoinedStr) and isinstance(key.values[0], ast.Constant):
                start = key.values[0].value
                if not any(name.startswith(start) for name in known):
                    yield f"{module.at(node)}: no text begins with {start!r}"


def prose(stage: str, language: str) -> dict[str, str]:
    """A stage's sections by heading."""
    text = (ROOT / "assets" / "prose" / f"{stage}.{language}.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return dict(zip(map(str.strip, parts[1::2]), map(str.strip, parts[2::2]), strict=True))


def prose_differences() -> Iterator[str]:
    wanted = {f"{stage}.{language}.md" for stage in STAGES for language in LANGUAGES}
    found = {path.name for path in (ROOT / "assets" / "prose").iterdir()}
    yield from (f"assets/prose/{name} is missing" for name in sorted(wanted - found))
    yield from (f"assets/prose/{name} belongs to no stage" for name in sorted(found - wanted))
    for stage in STAGES:
        if {f"{stage}.{language}.md" for language in LANGUAGES} <= found:
            zh, en = prose(stage, "zh"), prose(stage, "en")
            if list(zh) != list(en):
                yield f"{stage}: sections {list(zh)} in zh, {list(en)} in en"
            for language, sections in (("zh", zh), ("en", en)):
                if not sections:
                    yield f"{stage}.{language}.md has no section"
                yield from (
                    f"{stage}.{language}.md: section {name} is empty"
                    for name, body in sections.items()
                    if not body
                )


# --- One word per stage ---------------------------------------------------------------------------


def stems_that_disagree() -> Iterator[str]:
    stems = {path.stem for path in (ROOT / "pages").glob("*.py")}
    wanted = {f"{number}_{stage}" for number, stage in enumerate(STAGES) if number}
    yield from (f"pages/{stem}.py is missing" for stem in sorted(wanted - stems))
    yield from (f"pages/{stem}.py is no stage in lesson order" for stem in sorted(stems - wanted))
    registry = ast.unparse(modules("ui/stages.py")[0].tree)
    for number, stage in enumerate(STAGES):
        path = f"pages/{number}_{stage}.py" if number else "app.py"
        if f"'{stage}'" not in registry or f"'{path}'" not in registry:
            yield f"ui/stages.py does not list {stage} with {path}"
    core = {path.stem for path in (ROOT / "attention_core").glob("*.py")}
    for stage in STAGES[2:]:
        if stage not in core:
            yield f"attention_core/{stage}.py is missing"


RULES: list[Callable[[], Iterator[str]]] = [
    core_imports,
    core_stage_imports,
    page_imports,
    ui_imports,
    streamlit_where_it_must_not_be,
    state_outside_its_module,
    caches_outside_their_module,
    banned_python,
    banned_javascript,
    vague_names,
    sentences_in_code,
    labels_in_code,
    catalogue_differences,
    unknown_keys,
    prose_differences,
    stems_that_disagree,
]


@pytest.mark.parametrize("broken_by", RULES, ids=lambda rule: rule.__name__)
def test_nothing_breaks_the_rule(broken_by: Callable[[], Iterator[str]]):
    found = list(broken_by())
    assert not found, "\n" + "\n".join(found)
