"""Card games as environments: La Dame Noire, Kaël, Schwarze Dame, Rouge et Noir and Hearts.

One match can be played step by step, with an interface like that of OpenSpiel::

    import cardroom

    game = cardroom.load_game("kael", options={"cut_from": 2}, seats=4)
    state = game.new_initial_state(seed=7)
    while not state.is_terminal():
        state.apply_action(state.bot_action("rule"))
    print(state.returns())

Further modules: :mod:`cardroom.vector` plays many matches at once; :mod:`cardroom.pettingzoo`,
:mod:`cardroom.gymnasium` and :mod:`cardroom.openspiel` have the interfaces of these libraries; :mod:`cardroom.bots`
names the bots; :mod:`cardroom.records` converts records to tables; :mod:`cardroom.ray` uses a cluster. :func:`arena`,
:func:`simulate` and :func:`solve_range` do the same as the commands of these names, and ``python -m cardroom`` is the
command line. The rules of the games are numbered, and the error for an illegal action names the rule that forbids it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._cardroom import CardroomError, IllegalAction, MatchOver, State, __version__
from ._game import Channel, Game, Option, games, levels, load_game
from ._ladder import Ladder, Rung, ladder
from ._runs import Policy, Questions, Rows, Solved, arena, plan_arena, plan_simulation, simulate, solve, solve_range

if TYPE_CHECKING:
    from ._sample import Sampling, plan_sample, sample

__all__ = [
    "CardroomError",
    "Channel",
    "Game",
    "IllegalAction",
    "Ladder",
    "MatchOver",
    "Option",
    "Policy",
    "Questions",
    "Rows",
    "Rung",
    "Sampling",
    "Solved",
    "State",
    "__version__",
    "arena",
    "games",
    "ladder",
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
    # These names need NumPy, so their module is imported on first use.
    if name in ("Sampling", "plan_sample", "sample"):
        from . import _sample

        return getattr(_sample, name)
    raise AttributeError(f"module 'cardroom' has no attribute {name!r}")
