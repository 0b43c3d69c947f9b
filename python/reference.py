"""Prints docs/python-reference.md, the reference of the package, from its docstrings. `python python/reference.py` needs the
package installed; a test checks that the page is up to date."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cardroom

MODULES = ("cardroom", "cardroom.vector", "cardroom.gymnasium", "cardroom.pettingzoo", "cardroom.openspiel", "cardroom.bots", "cardroom.records", "cardroom.data")
STUB = Path(cardroom.__file__).with_name("_cardroom.pyi")

INTRODUCTION = """# Reference of the Python package

`python python/reference.py` prints this page from the docstrings, and a test checks that it is up to date. [python.md](python.md) explains the
package. Every function checks its arguments before it does anything, and raises `CardroomError` for a wrong name or value; only further errors
are listed below.
"""


def markdown(text: str | None) -> str:
    """A docstring in Markdown."""
    text = inspect.cleandoc(text or "")
    text = re.sub(r":\w+:`~?([^`]*)`", lambda match: f"`{match[1]}`", text).replace("``", "`")
    blocks = []
    for block in text.split("\n\n"):
        if block.startswith("    "):
            blocks.append(f"```python\n{textwrap.dedent(block)}\n```")
        else:
            blocks.append(re.sub(r"\s*::$", ":", " ".join(block.split())))
    return "\n\n".join(block for block in blocks if block != ":")


def heading(node: ast.FunctionDef, name: str) -> str:
    """The name, the arguments and the result of a function."""
    arguments = re.sub(r"^(self|cls)(, /)?(, )?", "", ast.unparse(node.args))
    result = "" if node.returns is None else f" -> {ast.unparse(node.returns)}"
    is_property = any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list)
    return f"`{name}{result.replace(' -> ', ': ')}`" if is_property else f"`{name}({arguments}){result}`"


def members(node: ast.ClassDef, thing: type) -> Iterator[str]:
    """The documented attributes and the public methods of a class."""
    for place, item in enumerate(node.body):
        following = node.body[place + 1] if place + 1 < len(node.body) else None
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name) and not item.target.id.startswith("_"):
            doc = following.value.value if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant) else ""
            yield f"- `{item.target.id}: {ast.unparse(item.annotation)}`" + (f": {markdown(str(doc))}" if doc else "")
        elif isinstance(item, ast.FunctionDef) and not item.name.startswith("_"):
            doc = markdown(getattr(getattr(thing, item.name), "__doc__", ""))
            yield f"- {heading(item, item.name)}" + (f": {doc}".replace("\n\n", "\n\n  ") if doc else "")


def source(thing: Any) -> ast.Module:
    """The syntax of the source of a class or function; that of compiled ones is in the stub."""
    if thing.__module__.endswith("_cardroom") or thing.__module__ == "builtins" or not hasattr(thing, "__code__") and not _has_source(thing):
        return ast.parse(STUB.read_text(encoding="utf-8"))
    return ast.parse(textwrap.dedent(inspect.getsource(thing)))


def _has_source(thing: Any) -> bool:
    try:
        inspect.getsource(thing)
    except (OSError, TypeError):
        return False
    return True


def entry(name: str, thing: Any) -> str:
    """The section of a class or function."""
    nodes = source(thing).body
    node = next(node for node in nodes if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == thing.__name__)
    if isinstance(node, ast.FunctionDef):
        return f"### {heading(node, name)}\n\n{markdown(thing.__doc__)}\n"
    lines = "\n".join(members(node, thing))
    return f"### `{name}`\n\n{markdown(thing.__doc__)}\n" + (f"\n{lines}\n" if lines else "")


def page() -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    for name in MODULES:
        module = importlib.import_module(name)
        parts.append(f"## {name}\n\n{markdown(module.__doc__)}\n")
        for public in getattr(module, "__all__", None) or [n for n in vars(module) if not n.startswith("_")]:
            thing = getattr(module, public)
            own = getattr(thing, "__module__", "") or ""
            if (inspect.isclass(thing) or inspect.isroutine(thing)) and (name == "cardroom" and own.startswith("cardroom") or own == name):
                parts.append(entry(public, thing))
    return "\n".join(parts)


if __name__ == "__main__":
    print(page(), end="")
