"""Tests that every public name has documentation, and that the programs in the documentation run."""

import importlib
import inspect
import re
from pathlib import Path

import cardroom
import pytest

MODULES = ["cardroom", "cardroom.bots", "cardroom.data", "cardroom.gymnasium", "cardroom.openspiel", "cardroom.pettingzoo", "cardroom.records", "cardroom.vector"]
PAGES = [Path(__file__).parents[2] / "docs/bots" / name for name in ("python.md", "python-reference.md")]


@pytest.mark.parametrize("name", MODULES)
def test_everything_public_says_what_it_is(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__
    names = getattr(module, "__all__", None) or [n for n in vars(module) if not n.startswith("_")]
    silent = []
    for public in names:
        thing = getattr(module, public)
        if not (inspect.isclass(thing) or inspect.isroutine(thing)) or not thing.__module__.startswith("cardroom"):
            continue
        if not thing.__doc__:
            silent.append(public)
        if inspect.isclass(thing) and name in ("cardroom", "cardroom.vector"):
            own = [m for m, value in vars(thing).items() if not m.startswith("_") and callable(value)]
            silent += [f"{public}.{method}" for method in own if not getattr(thing, method).__doc__]
    assert not silent


def programs() -> list[str]:
    """The programs of both pages that need no cluster, in order. A program can need the names of earlier ones."""
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    return [block for block in blocks if "cardroom.ray" not in block]


def test_the_page_s_programs_run(capsys: pytest.CaptureFixture[str]) -> None:
    known: dict[str, object] = {"cardroom": cardroom}
    assert len(programs()) >= 3
    for program in programs():
        exec(program.replace("range(1000)", "range(20)").replace("sets=200", "sets=5"), known)  # noqa: S102
    said = capsys.readouterr().out
    assert "play " in said and "'estimate'" in said


@pytest.mark.parametrize("name", ["from-rlcard.md", "from-openspiel.md"])
def test_the_programs_of_the_pages_for_newcomers_run(name: str) -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGES[0].with_name(name).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, {})  # noqa: S102
