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

from typing import SupportsIndex

from . import _cardroom
from ._cardroom import CardroomError
from ._game import _number
from ._runs import Bot, Policy, Questions, Rows

__all__ = ["Bot", "Policy", "Questions", "Rows", "advice", "ismcts", "levels", "methods", "net_rollouts", "pimc"]


def levels() -> list[str]:
    """The levels, weakest first."""
    return _cardroom.levels()


def methods() -> list[str]:
    """The methods, with the place of their simulations a decision."""
    return _cardroom.methods()


def _simulations(simulations: SupportsIndex) -> int:
    return _number("simulations", simulations, 1, 2**32 - 1)


def pimc(simulations: SupportsIndex, kind: str = "") -> str:
    """Perfect-information Monte Carlo: ``kind`` is empty, ``"exact"`` (endings searched), ``"resampling"`` (worlds weighed
    by what the others did) or ``"close"`` (the same with a closer look at what the others did)."""
    kinds = ("", "exact", "resampling", "close")
    if kind not in kinds:
        raise CardroomError(f"kind is empty, 'exact', 'resampling' or 'close', not {kind!r}")
    return f"pimc{'-' if kind else ''}{kind}:{_simulations(simulations)}"


def ismcts(simulations: SupportsIndex, rollouts: str = "rule") -> str:
    """Information-set Monte Carlo tree search; ``rollouts`` by the ``"rule"`` player or ``"random"``, or ``"net"``: the game's
    net is the prior of the tree and plays the rollouts."""
    if rollouts not in ("rule", "random", "net"):
        raise CardroomError(f"rollouts is 'rule', 'random' or 'net', not {rollouts!r}")
    return f"ismcts{'' if rollouts == 'rule' else '-' + rollouts}:{_simulations(simulations)}"


def net_rollouts(simulations: SupportsIndex) -> str:
    """The best actions of the game's net, judged by deals that the net plays to their end."""
    return f"net-rollouts:{_simulations(simulations)}"


def advice(simulations: SupportsIndex) -> str:
    """Follows the advice of the page."""
    return f"advice:{_simulations(simulations)}"
