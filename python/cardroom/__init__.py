"""Card games as environments: La Dame Noire, Kaël, Schwarze Dame, Rouge et Noir and Hearts.

One match, step by step, in the shape of OpenSpiel::

    import cardroom

    game = cardroom.load_game("kael", options={"cut_from": 2}, seats=4)
    state = game.new_initial_state(seed=7)
    while not state.is_terminal():
        state.apply_action(state.bot_action("rule"))
    print(state.returns())

Many matches at once are in :mod:`cardroom.vector`, PettingZoo's interface in :mod:`cardroom.pettingzoo`, Gymnasium's in
:mod:`cardroom.gymnasium`. The rules of the games are numbered; an illegal action names the rule that forbids it.
"""

from ._cardroom import CardroomError, IllegalAction, MatchOver, State, __version__
from ._game import Channel, Game, Option, games, levels, load_game

__all__ = [
    "CardroomError",
    "Channel",
    "Game",
    "IllegalAction",
    "MatchOver",
    "Option",
    "State",
    "__version__",
    "games",
    "levels",
    "load_game",
]
