"""The interface of Gymnasium: one seat against bots, or a solitaire.

::

    from cardroom import gymnasium

    env = gymnasium.env("kael", opponents="expert")
    observation, info = env.reset(seed=1)
    while True:
        action = choose(observation, info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)

An episode is a match. :func:`vector_env` plays many matches at once. The games are also in Gymnasium's registry:
``gymnasium.make("cardroom/kael-v2", opponents="expert")``, ``gymnasium.make_vec("cardroom/kael-v2", num_envs=64)``.

An action that the mask forbids changes nothing and costs ``illegal`` points, and ``info["illegal"]`` is then True. With
``illegal=None`` such an action raises :class:`~cardroom.IllegalAction`.
"""

from __future__ import annotations

import operator
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex, cast

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as error:  # pragma: no cover - depends on what is installed
    raise ImportError("cardroom.gymnasium needs Gymnasium: pip install 'cardroom[gymnasium]'") from error

from . import vector
from ._cardroom import CAP, CardroomError, IllegalAction, State
from ._game import Game, OptionValue, _number, _penalty, games, load_game

Observation = NDArray[np.int8]


def observations(game: Game) -> spaces.Box:
    """The space of the observations of a seat."""
    low, high = (np.concatenate([np.full(c.size, bound(c), np.int8) for c in game.channels]) for bound in _BOUNDS)
    return spaces.Box(low, high, dtype=np.int8)


_BOUNDS = (operator.attrgetter("low"), operator.attrgetter("high"))


def _players(game: Game, opponents: str | Sequence[str], seat: int) -> list[str]:
    """The player of each seat: the agent, or the name of a bot."""
    others = game.seats - 1
    levels = [opponents] * others if isinstance(opponents, str) else list(opponents)
    if len(levels) != others:
        raise CardroomError(f"opponents names {len(levels)} bots for {others} seats")
    return [*levels[:seat], vector.AGENT, *levels[seat:]]


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
        max_steps: SupportsIndex = CAP,
        illegal: float | None = -1.0,
        reward: str = "points",
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise CardroomError(f"render_mode is None, 'human' or 'ansi', not {render_mode!r}")
        self.game = load_game(game, options, seats)
        self.seat = _number("seat", seat, 0, self.game.seats - 1)
        self.illegal = _penalty(illegal)
        self.reward = reward
        self.render_mode = render_mode
        self.max_steps = _number("max_steps", max_steps, 1, 2**31)
        self._levels = _players(self.game, opponents, self.seat)
        self.observation_space = cast("spaces.Space[Observation]", observations(self.game))
        self.action_space = spaces.Discrete(self.game.num_actions)
        self._playing: State | None = None
        state = self.game.new_initial_state(seed=0)
        state.returns(reward)
        for level in {*self._levels} - {vector.AGENT}:
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
        self._deals = self._steps = 0
        self._gained = 0.0
        self._others_play()
        return self._seen(), self._info()

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action that the mask allows, and the actions of the bots until the seat has to choose again. The
        reward is what the seat has gained since the last call; more is better."""
        if self._state.is_terminal():
            raise CardroomError("the match is over: call reset")
        reward, illegal = 0.0, False
        try:
            self._apply(action)
        except IllegalAction:
            if self.illegal is None or not 0 <= operator.index(action) < self.game.num_actions:
                raise
            reward, illegal = self.illegal, True
        self._others_play()
        truncated = self._steps >= self.max_steps and not self._state.is_terminal()
        if truncated and self.game.seats == 1:
            # A solitaire that is cut off brings the points that it has.
            self._state.apply("give up")
        gained = float(self._state.returns(self.reward)[self.seat])
        reward, self._gained = reward + gained - self._gained, gained
        info = {**self._info(), "illegal": illegal}
        return self._seen(), reward, self._state.is_terminal() and not truncated, truncated, info

    def _apply(self, action: SupportsIndex) -> None:
        self._steps += 1
        self._state.apply_action(action)
        if self._state.deals != self._deals:
            self._deals, self._steps = self._state.deals, 0

    def _others_play(self) -> None:
        while self._steps < self.max_steps and not self._state.is_terminal() and self._state.current_player() != self.seat:
            level = self._levels[self._state.current_player()]
            self._apply(self._state.bot_action(level, int(self.np_random.integers(2**63))))

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


class CardroomVectorEnv(gymnasium.vector.VectorEnv[Observation, NDArray[np.int64], NDArray[np.float64]]):
    """One seat in each of many matches, which :func:`vector_env` makes. ``batch`` is the batch behind it."""

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: SupportsIndex = 1,
        opponents: str | Sequence[str] = "rule",
        seat: SupportsIndex = 0,
        options: Mapping[str, OptionValue] | None = None,
        seats: SupportsIndex | None = None,
        max_steps: SupportsIndex = CAP,
        illegal: float | None = -1.0,
        reward: str = "points",
        threads: SupportsIndex = 0,
    ) -> None:
        self.game = load_game(game, options, seats)
        self.seat = _number("seat", seat, 0, self.game.seats - 1)
        self.batch = vector.make(
            self.game,
            num_envs,
            seat_policy=_players(self.game, opponents, self.seat),
            seed=secrets.randbits(64),
            threads=threads,
            max_steps=max_steps,
            reward=reward,
            illegal=illegal,
        )
        self.num_envs = self.batch.num_envs
        self.single_observation_space = observations(self.game)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins new matches. The same seed gives the same matches with the same bots."""
        seed = None if seed is None else _number("seed", seed, 0, 2**64 - 1)
        super().reset(seed=seed)
        self.batch.reset(seed)
        return self.batch.observation.copy(), {"action_mask": self.batch.mask.copy(), "illegal": np.zeros(self.num_envs, bool)}

    def step(  # type: ignore[override]  # Gymnasium's types say numbers, and its own environments return flags.
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays an action in each match, and the actions of the bots until the seat has to choose again.

        A match that has ended is followed by another in the same step: ``observation`` belongs to the new match. The
        last observation of the old one is in ``infos["final_obs"]``, and ``infos["final_info"]["won"]`` says whether the
        seat has won it.
        """
        batch, masks = self.batch, self.action_masks()
        batch.step(np.asarray(actions))
        over, truncated = batch.over == 1, batch.truncated == 1
        illegal = ~masks[np.arange(self.num_envs), actions]
        infos: dict[str, Any] = {"action_mask": batch.mask.copy(), "illegal": illegal}
        if over.any():
            final = np.full(self.num_envs, None, object)
            for place in np.flatnonzero(over):
                final[place] = batch.final_observation[place].copy()
            infos |= {"final_obs": final, "_final_obs": over}
            infos |= {"final_info": {"won": batch.won[:, self.seat] == 1, "_won": over}, "_final_info": over}
        rewards = batch.reward[:, self.seat].astype(np.float64)
        return batch.observation.copy(), rewards, over & ~truncated, truncated, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The masks of all matches."""
        masks: NDArray[np.bool_] = self.batch.mask == 1
        return masks


def env(
    game: str,
    opponents: str | Sequence[str] = "rule",
    seat: SupportsIndex = 0,
    options: Mapping[str, OptionValue] | None = None,
    seats: SupportsIndex | None = None,
    render_mode: str | None = None,
    max_steps: SupportsIndex = CAP,
    illegal: float | None = -1.0,
    reward: str = "points",
) -> CardroomEnv:
    """One seat against bots. ``opponents``: the name of a bot, or a name for each other seat, in playing order from
    seat 0. ``max_steps``: the number of choices in a deal after which the match is truncated. ``illegal``: the reward of
    an action that the mask forbids, which changes nothing; with None such an action raises
    :class:`~cardroom.IllegalAction`. ``reward``: ``"points"``, or ``"value"`` for the formula of docs/bots/python-reference.md."""
    return CardroomEnv(game, opponents, seat, options, seats, render_mode, max_steps, illegal, reward)


def vector_env(
    game: str,
    num_envs: SupportsIndex,
    opponents: str | Sequence[str] = "rule",
    seat: SupportsIndex = 0,
    options: Mapping[str, OptionValue] | None = None,
    seats: SupportsIndex | None = None,
    max_steps: SupportsIndex = CAP,
    illegal: float | None = -1.0,
    reward: str = "points",
    threads: SupportsIndex = 0,
) -> CardroomVectorEnv:
    """One seat against bots in each of many matches, as a ``gymnasium.vector.VectorEnv``. The arguments are those of
    :func:`env` and of :func:`cardroom.vector.make`."""
    return CardroomVectorEnv(game, num_envs, opponents, seat, options, seats, max_steps, illegal, reward, threads)


for _game in games():
    _id = f"cardroom/{_game}-v{load_game(_game).version}"
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="cardroom.gymnasium:CardroomEnv",
            vector_entry_point="cardroom.gymnasium:CardroomVectorEnv",
            kwargs={"game": _game},
        )
