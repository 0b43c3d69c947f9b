"""The bots by name: whatever takes the name of a bot takes these.

::

    from cardroom import bots

    bots.levels()                  # ["random", "beginner", "club", "expert", "master", "champion"]
    bots.pimc(500)                 # "pimc:500"
    state.bot_action(bots.ismcts(2000))

``rule`` is another name of ``club``. docs/bots.md says how each plays and how strong it is. In the arena a budget can
follow: ``expert@400`` simulations, ``pimc@50ms``; and an engine of one's own is ``cmd:python3 mybot.py``.
"""

from __future__ import annotations

from . import _cardroom
from ._cardroom import CardroomError
from ._runs import Bot, Policy, Questions, Rows

__all__ = ["Bot", "Policy", "Questions", "Rows", "ismcts", "levels", "methods", "pimc"]


def levels() -> list[str]:
    """The levels, weakest first."""
    return _cardroom.levels()


def methods() -> list[str]:
    """The methods, with the place of their simulations a decision."""
    return _cardroom.methods()


def _simulations(simulations: int) -> int:
    if not 1 <= simulations < 2**32:
        raise CardroomError(f"simulations is a number from 1 to {2**32 - 1}, not {simulations}")
    return simulations


def pimc(simulations: int, kind: str = "") -> str:
    """Perfect-information Monte Carlo: ``kind`` is empty, ``"exact"`` (endings searched) or ``"resampling"`` (worlds weighed
    by what the others did)."""
    if kind not in ("", "exact", "resampling"):
        raise CardroomError(f"kind is empty, 'exact' or 'resampling', not {kind!r}")
    return f"pimc{'-' if kind else ''}{kind}:{_simulations(simulations)}"


def ismcts(simulations: int, rollouts: str = "rule") -> str:
    """Information-set Monte Carlo tree search; ``rollouts`` by the ``"rule"`` player or ``"random"``."""
    if rollouts not in ("rule", "random"):
        raise CardroomError(f"rollouts is 'rule' or 'random', not {rollouts!r}")
    return f"ismcts{'' if rollouts == 'rule' else '-random'}:{_simulations(simulations)}"
