"""The policy: a net that gets what a seat observes, and gives each legal action a probability.

An action is described by a row of numbers, most of which are 0. Its logit is the product of this row and the outputs of
the last layer. In a game whose actions have numbers of their own, the row contains a single 1, at the number of the
action, so that the outputs are the logits. In La Dame Noire the row describes what the action is
(docs/bots/observations.md), so that a single pass of the net judges all actions of a hand, however many there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from config import Settings
from numpy.typing import NDArray
from torch import Tensor, nn

from cardroom import Game
from cardroom._game import Channel
from cardroom._runs import Rows
from cardroom.vector import VectorEnv


def scales(channels: Sequence[Channel]) -> Tensor:
    """The scale of each number of an observation: one divided by the greatest absolute value of its channel."""
    return torch.cat([torch.full((c.size,), 1 / max(-c.low, c.high)) for c in channels])


class Net(nn.Sequential):
    """Fully connected layers with rectifiers between them. The weights of the last layer are small at the start, so
    that all actions begin with almost the same probability.

    With ``bf16`` the hidden layers are computed in numbers of 16 bits. If the processor has instructions for them, this
    takes about half the time.
    """

    def __init__(self, sizes: Sequence[int], generator: torch.Generator, bf16: bool) -> None:
        parts: list[nn.Module] = []
        for rows, columns in zip(sizes, sizes[1:], strict=False):
            linear = nn.Linear(rows, columns)
            with torch.no_grad():
                linear.weight.normal_(0, (2 / rows) ** 0.5, generator=generator)
                linear.bias.zero_()
            parts += [linear, nn.ReLU()]
        with torch.no_grad():
            linear.weight.mul_(0.1)
        super().__init__(*parts[:-1])
        self.bf16 = bf16

    def forward(self, hidden: Tensor) -> Tensor:
        """The outputs of the last layer, in numbers of 32 bits."""
        *first, last = self
        with torch.autocast(hidden.device.type, torch.bfloat16, enabled=self.bf16):
            for layer in first:
                hidden = layer(hidden)
        out: Tensor = last(hidden.float())
        return out


class Policy(nn.Module):
    """The policy of a seat. Its inputs are the first numbers of the observation, up to and including a channel."""

    scale: Tensor
    factor: Tensor

    def __init__(self, game: Game, settings: Settings, generator: torch.Generator) -> None:
        super().__init__()
        self.inputs = game.channel(settings.inputs).slice.stop
        self.by_row = settings.by_row
        outputs = game.row_size if settings.by_row else game.num_actions
        self.sizes = [self.inputs, *settings.hidden, outputs]
        self.layers = Net(self.sizes, generator, settings.bf16)
        scale = scales(game.channels)[: self.inputs]
        for name, factor in settings.scale.items():
            scale[game.channel(name).slice] = factor
        self.register_buffer("scale", scale, persistent=False)
        factor = scales(game.row_channels) if settings.by_row else torch.ones(outputs)
        self.register_buffer("factor", factor, persistent=False)

    def forward(self, observation: Tensor) -> Tensor:
        """The outputs of the last layer for observations ``int8[decisions, observation_size]``."""
        out: Tensor = self.layers(observation[:, : self.inputs] * self.scale) * self.factor
        return out

    def logits(self, observation: Tensor, legal: Legal) -> Tensor:
        """The logit of each legal action."""
        return legal.products(self(observation))


@dataclass
class Legal:
    """The legal actions of many decisions, as one list in the order of the decisions. Values that are computed for
    actions, such as logits and probabilities, are lists of the same length."""

    actions: Tensor
    """``int64[actions]``: the number of each action."""
    offsets: Tensor
    """``int64[decisions + 1]``: the actions of decision i are ``offsets[i]`` to ``offsets[i + 1]``."""
    owner: Tensor
    """``int64[actions]``: the decision of each action."""
    columns: Tensor
    """``int16[entries]``: the columns of the entries of rows that are not 0."""
    values: Tensor
    """``int8[entries]``: the numbers in these entries."""
    row_offsets: Tensor
    """``int64[actions + 1]``: the entries of action i are ``row_offsets[i]`` to ``row_offsets[i + 1]``."""

    @staticmethod
    def of(mask: NDArray[np.int8], rows: Rows | None, asked: Tensor) -> Legal:
        """The legal actions of the decisions that ``asked`` selects, on its device: from the masks, or from the rows."""
        if rows is None:
            masks = torch.from_numpy(mask).to(asked.device)[asked]
            counts = masks.sum(1)
            owner, actions = masks.nonzero(as_tuple=True)
            columns, values, entries = actions, torch.ones_like(actions, dtype=torch.int8), torch.ones_like(actions)
        else:
            listed, actions, offsets = (torch.from_numpy(array).to(asked.device) for array in rows)
            among = torch.repeat_interleave(asked, offsets.diff(), output_size=len(actions)).nonzero()[:, 0]
            counts, listed, actions = offsets.diff()[asked], listed.index_select(0, among), actions[among].long()
            owner = torch.repeat_interleave(counts, output_size=len(actions))
            row, columns = listed.nonzero(as_tuple=True)
            values, entries = listed[row, columns], torch.bincount(row, minlength=len(actions))
        return Legal(actions, _offsets(counts), owner, columns.short(), values, _offsets(entries))

    @staticmethod
    def asked(envs: VectorEnv, asked: Tensor, by_row: bool) -> Legal:
        """The legal actions in those matches that ``asked`` selects."""
        return Legal.of(envs.mask, envs.rows() if by_row else None, asked)

    @staticmethod
    def joined(parts: Sequence[Legal]) -> Legal:
        """The legal actions of several lists of decisions, as one list."""
        firsts = np.cumsum([0, *(len(part) for part in parts)])
        return Legal(
            torch.cat([part.actions for part in parts]),
            _offsets(torch.cat([part.offsets.diff() for part in parts])),
            torch.cat([part.owner + int(first) for part, first in zip(parts, firsts, strict=False)]),
            torch.cat([part.columns for part in parts]),
            torch.cat([part.values for part in parts]),
            _offsets(torch.cat([part.row_offsets.diff() for part in parts])),
        )

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, decisions: Tensor) -> Legal:
        chosen, offsets, owner = _parts(self.offsets, decisions)
        entries, row_offsets, _ = _parts(self.row_offsets, chosen)
        return Legal(self.actions[chosen], offsets, owner, self.columns[entries], self.values[entries], row_offsets)

    def places(self, decisions: Tensor) -> Tensor:
        """The indices, in this list, of the actions of some decisions."""
        return _parts(self.offsets, decisions)[0]

    def products(self, out: Tensor) -> Tensor:
        """For each action, the product of its row with the outputs of the last layer for its decision."""
        row = torch.repeat_interleave(self.row_offsets.diff(), output_size=len(self.columns))
        places = self.owner[row] * out.shape[1] + self.columns
        each = out.flatten()[places] * self.values
        return each.new_zeros(len(self.actions)).index_add(0, row, each)

    def total(self, values: Tensor) -> Tensor:
        """For each decision, the sum of the values of its actions."""
        return values.new_zeros(len(self)).index_add(0, self.owner, values)

    def most(self, values: Tensor) -> Tensor:
        """For each decision, the largest value of its actions."""
        least = values.new_full((len(self),), -torch.inf)
        return least.scatter_reduce(0, self.owner, values, "amax")

    def log_chances(self, logits: Tensor) -> Tensor:
        """The logarithm of the probability of each action, from a softmax over the actions of each decision."""
        logits = logits - self.most(logits.detach())[self.owner]
        return logits - self.total(logits.exp()).log()[self.owner]

    def entropy(self, log_chances: Tensor) -> Tensor:
        """The entropy of each decision, in nats."""
        return -self.total(log_chances.exp() * log_chances)

    def best(self, values: Tensor) -> Tensor:
        """For each decision, the index of the action with the largest value, or of the first such action. The index is
        counted within the decision."""
        places = torch.arange(len(values), device=values.device)
        wanted = torch.where(values == self.most(values)[self.owner], places, len(values))
        first = torch.full_like(self.offsets[1:], len(values)).scatter_reduce(0, self.owner, wanted, "amin")
        return first - self.offsets[:-1]

    def draw(self, log_chances: Tensor, generator: torch.Generator) -> Tensor:
        """For each decision, an action that is drawn by the probabilities. It is the action with the largest sum of the
        logarithm of its probability and Gumbel noise."""
        uniform = torch.rand(len(log_chances), generator=generator, device=log_chances.device)
        return self.best(log_chances - (-uniform.clamp(1e-9, 1 - 1e-7).log()).log())

    def at(self, values: Tensor, place: Tensor) -> Tensor:
        """For each decision, the value of the action with the index ``place``."""
        return values[self.offsets[:-1] + place]


def _offsets(counts: Any) -> Tensor:
    """The offsets of lists with these lengths: the beginning of each list, and the end of the last one."""
    counts = torch.as_tensor(counts)
    offsets = torch.zeros(len(counts) + 1, dtype=torch.int64, device=counts.device)
    torch.cumsum(counts, 0, out=offsets[1:])
    return offsets


def _parts(offsets: Tensor, chosen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Selects some of many lists. Returns the indices of their items, their own offsets, and for each item the number
    of its list."""
    begins = offsets[:-1][chosen]
    parts = _offsets(offsets[1:][chosen] - begins)
    owner = torch.repeat_interleave(parts.diff())
    return torch.arange(len(owner), device=owner.device) + (begins - parts[:-1])[owner], parts, owner
