"""The interface of Gymnasium: one seat against bots, or a solitaire.

::

    from cardroom import gymnasium

    env = gymnasium.env("kael", opponents="expert")
    observation, info = env.reset(seed=1)
    while True:
        action = choose(observation, info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)

An episode is a match. The games are also in Gymnasium's registry, as in ``gymnasium.make("cardroom/kael-v1",
opponents="expert")``.

An action that the mask forbids changes nothing and costs ``illegal`` points, and ``info["illegal"]`` is then True. With
``illegal=None`` such an action raises :class:`~cardroom.IllegalAction`.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:  # pragma: no cover - depends on what is installed
    raise ImportError("cardroom.gymnasium needs Gymnasium: pip install 'cardroom[gymnasium]'") from error

from ._cardroom import CardroomError, IllegalAction, State
from ._game import OptionValue, _number, _shown, games, load_game

Observation = NDArray[np.int8]


class CardroomEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a match, which :func:`env` makes. ``info`` contains ``action_mask`` and ``illegal``, and at the end
    also ``won``."""

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"]}

    def __init__(
        self,
        game: str,
        opponents: str | Sequence[str] = "rule",
        seat: SupportsIndex = 0,
        options: Mapping[str, OptionValue] | None = None,
        seats: SupportsIndex | None = None,
        render_mode: str | None = None,
        max_steps: SupportsIndex = 100_000,
        illegal: float | None = -1.0,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise CardroomError(f"render_mode is None, 'human' or 'ansi', not {render_mode!r}")
        self.game = load_game(game, options, seats)
        seat = _number("seat", seat, 0, self.game.seats - 1)
        if illegal is not None and not -1e6 <= illegal <= 0:
            raise CardroomError(f"illegal is None or a reward from -1e6 to 0, not {_shown(illegal)}")
        self.illegal = illegal
        others = self.game.seats - 1
        levels = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(levels) != others:
            raise CardroomError(f"opponents names {len(levels)} bots for {others} seats")
        self.seat = seat
        self.render_mode = render_mode
        self.max_steps = _number("max_steps", max_steps, 1, 2**31)
        self._levels = [*levels[:seat], "", *levels[seat:]]
        low = np.concatenate([np.full(c.size, c.low, np.int8) for c in self.game.channels])
        high = np.concatenate([np.full(c.size, c.high, np.int8) for c in self.game.channels])
        self.observation_space = spaces.Box(low, high, dtype=np.int8)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self._playing: State | None = None
        state = self.game.new_initial_state(seed=0)
        for level in set(levels):
            state.bot_action(level)

    @property
    def _state(self) -> State:
        if self._playing is None:
            raise CardroomError("the match has not begun: call reset first")
        return self._playing

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a new match. The same seed gives the same match with the same bots."""
        super().reset(seed=None if seed is None else _number("seed", seed, 0, 2**128 - 1))
        self._playing = self.game.new_initial_state(self.np_random.bytes(32))
        self._steps = 0
        self._gained = 0.0
        self._others_play()
        return self._seen(), self._info()

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action that the mask allows, and the actions of the bots until the seat has to choose again. The
        reward is the points that the seat has gained since the last call; more is better."""
        if self._state.is_terminal():
            raise CardroomError("the match is over: call reset")
        self._steps += 1
        try:
            self._state.apply_action(action)
        except IllegalAction:
            if self.illegal is None or not 0 <= operator.index(action) < self.game.num_actions:
                raise
            info = {**self._info(), "illegal": True}
            return self._seen(), float(self.illegal), False, self._steps >= self.max_steps, info
        self._others_play()
        gained = float(self._state.returns()[self.seat])
        reward, self._gained = gained - self._gained, gained
        over = self._state.is_terminal()
        return self._seen(), reward, over, not over and self._steps >= self.max_steps, self._info()

    def _others_play(self) -> None:
        while not self._state.is_terminal() and self._state.current_player() != self.seat:
            level = self._levels[self._state.current_player()]
            self._steps += 1
            self._state.apply_action(self._state.bot_action(level, int(self.np_random.integers(2**63))))
            if self._steps >= self.max_steps:
                break

    def _seen(self) -> Observation:
        return self._state.observation(self.seat)

    def _info(self) -> dict[str, Any]:
        if self._state.is_terminal():
            mask = np.zeros(self.game.num_actions, np.int8)
            return {"action_mask": mask, "illegal": False, "won": self.seat in (self._state.winners or [])}
        return {"action_mask": self._state.action_mask(), "illegal": False}

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask in the form that sb3-contrib needs."""
        mask: NDArray[np.int8] = self._info()["action_mask"]
        return mask.astype(np.bool_)

    def render(self) -> str | None:
        """The view of the seat as text."""
        if self.render_mode is None:
            return None
        text = "\n".join(f"{key}: {value}" for key, value in self._state.view(self.seat).items())
        if self.render_mode == "human":
            print(text)
            return None
        return text


def env(
    game: str,
    opponents: str | Sequence[str] = "rule",
    seat: SupportsIndex = 0,
    options: Mapping[str, OptionValue] | None = None,
    seats: SupportsIndex | None = None,
    render_mode: str | None = None,
    max_steps: SupportsIndex = 100_000,
    illegal: float | None = -1.0,
) -> CardroomEnv:
    """One seat against bots. ``opponents``: the name of a bot, or a name for each other seat, in playing order from
    seat 0. ``illegal``: the reward of an action that the mask forbids, which changes nothing; with None such an action
    raises :class:`~cardroom.IllegalAction`."""
    return CardroomEnv(game, opponents, seat, options, seats, render_mode, max_steps, illegal)


for _game in games():
    _id = f"cardroom/{_game}-v{load_game(_game).version}"
    if _id not in gymnasium.registry:
        gymnasium.register(_id, entry_point="cardroom.gymnasium:CardroomEnv", kwargs={"game": _game})

