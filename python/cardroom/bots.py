"""The names of the bots, for every function that takes the name of a bot.

::

    from cardroom import bots

    bots.levels()                  # ["random", "beginner", "club", "expert", "master", "champion"]
    bots.pimc(500)                 # "pimc:500"
    state.bot_action(bots.ismcts(2000))

``rule`` is another name of ``club``. docs/bots/levels.md says how each bot plays, docs/bots/strength.md how strong it
is. In the arena a name can contain a budget: ``expert@400`` has 400 simulations, and ``pimc@50ms`` a time. An engine of
your own is ``cmd:python3 mybot.py``.
"""

from __future__ import annotations

from typing import SupportsIndex

from . import _cardroom
from ._cardroom import CardroomError
from ._game import _number
from ._runs import Bot, Policy, Questions, Rows

__all__ = ["Bot", "Policy", "Questions", "Rows", "advice", "ismcts", "levels", "methods", "net_rollouts", "pimc"]


def levels() -> list[str]:
    """The levels, the weakest first."""
    return _cardroom.levels()


def methods() -> list[str]:
    """The methods, each with a placeholder for the number of simulations for each decision."""
    return _cardroom.methods()


def _simulations(simulations: SupportsIndex) -> int:
    return _number("simulations", simulations, 1, 2**32 - 1)


def pimc(simulations: SupportsIndex, kind: str = "") -> str:
    """Perfect-information Monte Carlo. ``kind``: empty; ``"exact"``, which searches the end of deals exactly;
    ``"resampling"``, which weighs worlds by the actions of the other players; or ``"close"``, which examines these
    actions more closely."""
    kinds = ("", "exact", "resampling", "close")
    if kind not in kinds:
        raise CardroomError(f"kind is empty, 'exact', 'resampling' or 'close', not {kind!r}")
    return f"pimc{'-' if kind else ''}{kind}:{_simulations(simulations)}"


def ismcts(simulations: SupportsIndex, rollouts: str = "rule") -> str:
    """Information-set Monte Carlo tree search. ``rollouts``: ``"rule"`` or ``"random"`` for the player that plays the
    rollouts, or ``"net"`` if the game's net plays the rollouts and is the prior of the tree."""
    if rollouts not in ("rule", "random", "net"):
        raise CardroomError(f"rollouts is 'rule', 'random' or 'net', not {rollouts!r}")
    return f"ismcts{'' if rollouts == 'rule' else '-' + rollouts}:{_simulations(simulations)}"


def net_rollouts(simulations: SupportsIndex) -> str:
    """A bot that chooses among the best actions of the game's net, by deals that the net plays to their end."""
    return f"net-rollouts:{_simulations(simulations)}"


def advice(simulations: SupportsIndex) -> str:
    """A bot that follows the advice that the page gives."""
    return f"advice:{_simulations(simulations)}"
