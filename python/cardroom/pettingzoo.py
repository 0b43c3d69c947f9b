"""The interface of PettingZoo: :func:`env` makes an ``AECEnv`` for every game.

::

    from cardroom import pettingzoo

    env = pettingzoo.env("schwarze-dame", options={"deals": 1})
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        action = None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

A seat that may cut in (Kaël's cut, a stop in La Dame Noire) is asked as in any other turn of its agent, and can answer
with the action "not now". An agent must see the table only in its own turns, because the observations in the turns of
other agents contain their hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray

try:
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
except ImportError as error:  # pragma: no cover - depends on what is installed
    raise ImportError("cardroom.pettingzoo needs PettingZoo: pip install 'cardroom[pettingzoo]'") from error

from ._cardroom import CAP, CardroomError, State
from ._game import OptionValue, _number, load_game
from .gymnasium import observations

Observation = dict[str, NDArray[np.int8]]


class CardroomEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """A match of one game, which :func:`env` makes."""

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "name": "cardroom_v1", "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        options: Mapping[str, OptionValue] | None = None,
        seats: SupportsIndex | None = None,
        render_mode: str | None = None,
        max_steps: SupportsIndex = CAP,
        reward: str = "points",
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise CardroomError(f"render_mode is None, 'human' or 'ansi', not {render_mode!r}")
        self.game = load_game(game, options, seats)
        self.metadata = {**self.metadata, "name": f"cardroom_{self.game.id.replace('-', '_')}_v{self.game.version}"}
        self.render_mode = render_mode
        self.max_steps = _number("max_steps", max_steps, 1, 2**31)
        self.game.new_initial_state(seed=0).returns(reward)
        self.reward = reward
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        seen = observations(self.game)
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict(
                {
                    "observation": seen,
                    "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents}
        self._random: np.random.Generator | None = None
        self._playing: State | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of ``observation`` and ``action_mask``, as docs/bots/observations.md describes them."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of the numbers of actions."""
        return self.action_spaces[agent]

    @property
    def state_of_play(self) -> State:
        """The match behind the interface with all its cards, for tests and searches. A player must never use it."""
        return self._state

    @property
    def _state(self) -> State:
        if self._playing is None:
            raise CardroomError("the match has not begun: call reset first")
        return self._playing

    def reset(self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new match. The same seed gives the same match. Without a seed, the match follows from the last seed.
        """
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(None if seed is None else _number("seed", seed, 0, 2**128 - 1))
        random = self._random
        assert random is not None
        self._playing = self.game.new_initial_state(random.bytes(32))
        self._steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._returns = [0.0] * self.game.seats
        self._deals = 0
        self._paid = False
        self.agent_selection = self.possible_agents[self._state.current_player()]

    def observe(self, agent: str) -> Observation:
        """The view of an agent's seat as numbers. The mask is all 0 if it is not this agent's turn."""
        seat = self.possible_agents.index(agent)
        asked = self._state.current_player() == seat
        mask = self._state.action_mask() if asked else np.zeros(self.game.num_actions, np.int8)
        return {"observation": self._state.observation(seat), "action_mask": mask}

    def state(self) -> NDArray[np.int8]:
        """The observation of seat 0 with the hidden cards, for critics. Never show it to a player."""
        return self._state.observation(0, all_cards=True)

    def step(self, action: SupportsIndex | None) -> None:
        """Plays an action of the agent in ``agent_selection``. Raises :class:`~cardroom.IllegalAction` if the agent's
        mask forbids it."""
        state = self._playing
        if state is None:
            raise CardroomError("the match has not begun: call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(None if action is None else 0)
            return
        if action is None:
            raise CardroomError(f"{agent} has to choose an action of its mask")
        state.apply_action(action)
        self._steps += 1
        cut = self._steps >= self.max_steps and state.deals == self._deals
        if cut and self.game.seats == 1:
            # A solitaire that is cut off brings the points that it has.
            state.apply("give up")
        self._cumulative_rewards[agent] = 0.0
        if state.deals != self._deals:
            self._deals, self._steps = state.deals, 0
            returns = state.returns(self.reward)
            gained = (now - before for now, before in zip(returns, self._returns, strict=True))
            self.rewards = dict(zip(self.possible_agents, gained, strict=True))
            self._returns = returns
            self._accumulate_rewards()
            self._paid = True
        elif self._paid:
            # The rewards of the previous deal were paid in the last step.
            self.rewards = dict.fromkeys(self.possible_agents, 0.0)
            self._paid = False
        player = state.current_player()
        if cut:
            self.truncations = dict.fromkeys(self.agents, True)
        elif player < 0:
            self.terminations = dict.fromkeys(self.agents, True)
        if player < 0:
            winners = state.winners or []
            self.infos = {other: {"won": seat in winners} for seat, other in enumerate(self.possible_agents)}
        else:
            self.agent_selection = self.possible_agents[player]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The view of the agent whose turn it is, as text."""
        if self.render_mode is None:
            return None
        text = repr(self._state)
        if not self._state.is_terminal():
            text += "\n" + "\n".join(f"  {key}: {value}" for key, value in self._state.view().items())
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Does nothing, because nothing is open."""


def env(
    game: str,
    options: Mapping[str, OptionValue] | None = None,
    seats: SupportsIndex | None = None,
    render_mode: str | None = None,
    max_steps: SupportsIndex = CAP,
    reward: str = "points",
) -> CardroomEnv:
    """An ``AECEnv`` for this game. ``max_steps``: the number of choices in a deal after which the match is truncated.
    ``reward``: ``"points"``, or ``"value"`` for the formula of docs/bots/python-reference.md."""
    return CardroomEnv(game, options, seats, render_mode, max_steps, reward)
