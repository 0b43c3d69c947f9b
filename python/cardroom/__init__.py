"""Card games as environments: La Dame Noire, Kaël, Schwarze Dame, Rouge et Noir and Hearts.

One match, step by step, in the shape of OpenSpiel::

    import cardroom

    game = cardroom.load_game("kael", options={"cut_from": 2}, seats=4)
    state = game.new_initial_state(seed=7)
    while not state.is_terminal():
        state.apply_action(state.bot_action("rule"))
    print(state.returns())

Many matches at once are in :mod:`cardroom.vector`, PettingZoo's interface in :mod:`cardroom.pettingzoo`, Gymnasium's in
:mod:`cardroom.gymnasium`, OpenSpiel's in :mod:`cardroom.openspiel`; the bots are in :mod:`cardroom.bots`, records as tables in
:mod:`cardroom.records`, a cluster in :mod:`cardroom.ray`. :func:`arena`, :func:`simulate` and :func:`solve_range` are the
commands of that name; ``python -m cardroom`` is the command line. The rules of the games are numbered; an illegal action
names the rule that forbids it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._cardroom import CardroomError, IllegalAction, MatchOver, State, __version__
from ._game import Channel, Game, Option, games, levels, load_game
from ._runs import Policy, Questions, Rows, Solved, arena, plan_arena, plan_simulation, simulate, solve, solve_range

if TYPE_CHECKING:
    from ._sample import Sampling, plan_sample, sample

__all__ = [
    "CardroomError",
    "Channel",
    "Game",
    "IllegalAction",
    "MatchOver",
    "Option",
    "Policy",
    "Questions",
    "Rows",
    "Sampling",
    "Solved",
    "State",
    "__version__",
    "arena",
    "games",
    "levels",
    "load_game",
    "plan_arena",
    "plan_sample",
    "plan_simulation",
    "sample",
    "simulate",
    "solve",
    "solve_range",
]


def __getattr__(name: str) -> Any:
    # These need NumPy, which is loaded on first use.
    if name in ("Sampling", "plan_sample", "sample"):
        from . import _sample

        return getattr(_sample, name)
    raise AttributeError(f"module 'cardroom' has no attribute {name!r}")
