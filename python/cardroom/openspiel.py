"""The interface of OpenSpiel: every game as a Python game of pyspiel, so that the algorithms of OpenSpiel can play it.

::

    import pyspiel
    import cardroom.openspiel

    game = pyspiel.load_game("cardroom(game=schwarze-dame,seeds=100)")
    state = game.new_initial_state()

A match begins with a chance node, which chooses one of ``seeds`` deals; the first of them has the seed ``seed``. With
``skip=40`` rule players make the first 40 choices, so that the rest of the match is small enough to be solved. With
``worlds=3`` as well, the chance node chooses one of three worlds, which all look the same to the seat that has to act.
``options`` are house rules with a semicolon between them, such as ``deals=1;cut_from=2``. A game is one deal, unless
the options contain something else.

A player's information state consists of what it has observed and done at each of its decisions, so recall is perfect.
In pyspiel a Python game takes five to seven times as long as a game in C++. This module gives access to pyspiel's
algorithms; for speed, use :mod:`cardroom.vector`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import pyspiel
except ImportError as error:  # pragma: no cover - depends on what is installed
    raise ImportError("cardroom.openspiel needs OpenSpiel: pip install 'cardroom[openspiel]'") from error

from ._cardroom import CardroomError, State
from ._game import Game, OptionValue, _number, game_id, load_game

_PARAMETERS: dict[str, Any] = {"game": "schwarze-dame", "options": "", "seats": 0, "seed": 0, "seeds": 1000, "skip": 0, "worlds": 0}

_GAME_TYPE = pyspiel.GameType(
    short_name="cardroom",
    long_name="Card games of cardroom",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)

# An upper limit for the points of a seat in any match, even one of a hundred deals.
_MOST = 10_000.0
_LONGEST = 100_000


def _options(text: str) -> dict[str, OptionValue]:
    options: dict[str, OptionValue] = {}
    for part in filter(None, text.split(";")):
        name, equals, value = part.partition("=")
        if not equals:
            raise CardroomError(f"an option is written name=value, not {part!r}")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


class CardroomGame(pyspiel.Game):  # type: ignore[misc]
    """A game of cardroom as a game of pyspiel, made by ``pyspiel.load_game("cardroom(game=kael)")``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        wanted = {**_PARAMETERS, **(params or {})}
        name = game_id(wanted["game"])
        options = {**load_game(name).shortest_options, **_options(wanted["options"])}
        self.cardroom: Game = load_game(name, options, wanted["seats"] or None)
        self.seed, self.seeds, self.skip, self.worlds = (wanted[key] for key in ("seed", "seeds", "skip", "worlds"))
        for key, low in (("seed", 0), ("seeds", 1), ("skip", 0), ("worlds", 0)):
            # The numbers are limited, because a chance node lists all its outcomes.
            _number(key, wanted[key], low, 2**31 - 1 if key == "seed" else 2**20)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.cardroom.num_actions,
            max_chance_outcomes=self.worlds or self.seeds,
            num_players=self.cardroom.seats,
            min_utility=-_MOST,
            max_utility=_MOST,
            utility_sum=None,
            max_game_length=_LONGEST,
        )
        super().__init__(_GAME_TYPE, info, params or {})

    def __deepcopy__(self, memo: Any) -> CardroomGame:
        # pyspiel copies states with all that they refer to, but the game needs no copy.
        return self

    def new_initial_state(self) -> CardroomState:
        """A state before the chance node."""
        return CardroomState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """The observer for pyspiel, with the numbers of docs/bots/observations.md. Both types of observation have the same
        tensor."""
        return _Observer(self.cardroom)

    def begin(self, outcome: int) -> State:
        """The match after an outcome of the chance node."""
        state = self.cardroom.new_initial_state(self.seed + (0 if self.worlds else outcome))
        for choice in range(self.skip):
            if state.is_terminal():
                break
            state.apply_action(state.bot_action("rule", choice))
        if self.worlds and not state.is_terminal():
            state = state.world(state.current_player(), outcome)
        return state


class CardroomState(pyspiel.State):  # type: ignore[misc]
    """A match, or the chance node at its beginning."""

    def __init__(self, game: CardroomGame) -> None:
        super().__init__(game)
        self._game = game
        self._match: State | None = None
        self._told = [""] * game.num_players()

    @property
    def match(self) -> State:
        """The match behind the interface. Raises :class:`~cardroom.CardroomError` before the chance node has dealt it.
        """
        if self._match is None:
            raise CardroomError("nothing has been dealt: the chance node comes first")
        return self._match

    def current_player(self) -> int:
        if self._match is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self._match.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.match.legal_actions() if player == self.match.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        count = self._game.worlds or self._game.seeds
        return [(outcome, 1 / count) for outcome in range(count)]

    def _apply_action(self, action: int) -> None:
        if self._match is None:
            self._match = self._game.begin(action)
            return
        player = self._match.current_player()
        self._told[player] = _digest(self._told[player], self._match.observation(player), action)
        self._match.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{'world' if self._game.worlds else 'deal'} {action}"
        return self.match.action_to_string(action)

    def is_terminal(self) -> bool:
        return self._match is not None and self._match.is_terminal()

    def returns(self) -> list[float]:
        if self._match is None or not self._match.is_terminal():
            return [0.0] * self._game.num_players()
        return [float(points) for points in self._match.returns()]

    def information_state_string(self, player: int | None = None) -> str:
        """A short text that stands for everything that a player has observed and done. It is equal if, and only if, all
        of that is equal."""
        seat = self.current_player() if player is None else player
        return f"{seat}:{_digest(self._told[seat], self.match.observation(seat), -1)}"

    def observation_string(self, player: int | None = None) -> str:
        """The view of a player, as JSON."""
        if self._match is None:
            return "nothing has been dealt"
        return json.dumps(self._match.view(self.current_player() if player is None else player))

    def resample_from_infostate(self, player: int, sampler: Any) -> CardroomState:
        """A state that looks the same to the player, with hidden cards that are drawn uniformly. ``sampler`` is a
        function that returns numbers from 0 to 1, or a NumPy generator."""
        draw = float(sampler.random() if hasattr(sampler, "random") else sampler())
        copy: CardroomState = self.clone()
        copy._match = self.match.world(player, int(draw * 2**53))
        return copy

    def __str__(self) -> str:
        return "chance" if self._match is None else f"{self._match!r} {self.history()}"


def _digest(before: str, observation: NDArray[np.int8], action: int) -> str:
    return hashlib.sha256(f"{before}|{action}|".encode() + observation.tobytes()).hexdigest()[:24]


class _Observer:
    """An observer of pyspiel: a tensor, and a dict with its channels."""

    def __init__(self, game: Game) -> None:
        self.tensor = np.zeros(game.observation_size, np.float32)
        self.dict = {channel.name: self.tensor[channel.slice] for channel in game.channels}

    def set_from(self, state: CardroomState, player: int) -> None:
        if state._match is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state._match.observation(player)

    def string_from(self, state: CardroomState, player: int) -> str:
        return state.observation_string(player)


def names() -> Iterable[str]:
    """The names of all games for ``pyspiel.load_game``."""
    from ._game import games

    return [f"cardroom(game={name})" for name in games()]


pyspiel.register_game(_GAME_TYPE, CardroomGame)
