"""The policy: a net that sees what a seat observes, and gives each legal action a chance.

An action is a row of numbers, most of them 0, and its logit is the product of its row with the last layer. In a game whose actions
have numbers of their own the row has one 1, at the number of the action: then the last layer is the logits. In La Dame Noire a row says
what the action is (docs/observations.md), so one pass of the net judges all actions of a hand, however many there are.
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
    """One over the greatest number of each channel, for each of its numbers."""
    return torch.cat([torch.full((c.size,), 1 / max(-c.low, c.high)) for c in channels])


class Net(nn.Sequential):
    """Fully connected layers with rectifiers between them. The last layer starts small: all actions start alike.

    With ``bf16`` the hidden layers are computed in numbers of 16 bits. Where a processor has instructions for them this takes
    about half the time.
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
        """The last layer, in numbers of 32 bits."""
        *first, last = self
        with torch.autocast(hidden.device.type, torch.bfloat16, enabled=self.bf16):
            for layer in first:
                hidden = layer(hidden)
        out: Tensor = last(hidden.float())
        return out


class Policy(nn.Module):
    """The net of a seat. It sees the first numbers of the observation, up to a channel."""

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
        """The last layer for observations, ``int8[decisions, observation_size]``."""
        out: Tensor = self.layers(observation[:, : self.inputs] * self.scale) * self.factor
        return out

    def logits(self, observation: Tensor, legal: Legal) -> Tensor:
        """The logit of each legal action."""
        return legal.products(self(observation))


@dataclass
class Legal:
    """The legal actions of many decisions, one list after the other. What is computed of actions (logits, chances) is a list of the
    same length."""

    actions: Tensor
    """``int64[actions]``: the number of each action."""
    offsets: Tensor
    """``int64[decisions + 1]``: the actions of decision i are ``offsets[i]`` to ``offsets[i + 1]``."""
    owner: Tensor
    """``int64[actions]``: the decision of each action."""
    columns: Tensor
    """``int16[entries]``: the places in the rows of actions that are not 0,"""
    values: Tensor
    """``int8[entries]``: the numbers there,"""
    row_offsets: Tensor
    """``int64[actions + 1]``: and where the entries of each row begin."""

    @staticmethod
    def of(mask: NDArray[np.int8], rows: Rows | None, asked: Tensor) -> Legal:
        """Those of the decisions that are asked, on the device of ``asked``; from the masks, or from the rows of the actions."""
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
        """Those of the matches that are asked."""
        return Legal.of(envs.mask, envs.rows() if by_row else None, asked)

    @staticmethod
    def joined(parts: Sequence[Legal]) -> Legal:
        """Those of several lists of decisions, one after the other."""
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
        """The places of the actions of some decisions."""
        return _parts(self.offsets, decisions)[0]

    def products(self, out: Tensor) -> Tensor:
        """The product of each action's row with the last layer of its decision."""
        row = torch.repeat_interleave(self.row_offsets.diff(), output_size=len(self.columns))
        places = self.owner[row] * out.shape[1] + self.columns
        each = out.flatten()[places] * self.values
        return each.new_zeros(len(self.actions)).index_add(0, row, each)

    def total(self, values: Tensor) -> Tensor:
        """The sum of each decision's values."""
        return values.new_zeros(len(self)).index_add(0, self.owner, values)

    def most(self, values: Tensor) -> Tensor:
        """The largest value of each decision."""
        least = values.new_full((len(self),), -torch.inf)
        return least.scatter_reduce(0, self.owner, values, "amax")

    def log_chances(self, logits: Tensor) -> Tensor:
        """The logarithm of the chance of each action: a softmax over the actions of each decision."""
        logits = logits - self.most(logits.detach())[self.owner]
        return logits - self.total(logits.exp()).log()[self.owner]

    def entropy(self, log_chances: Tensor) -> Tensor:
        """The entropy of each decision, in nats."""
        return -self.total(log_chances.exp() * log_chances)

    def best(self, values: Tensor) -> Tensor:
        """The place of the largest value among those of each decision, the first of equals."""
        places = torch.arange(len(values), device=values.device)
        wanted = torch.where(values == self.most(values)[self.owner], places, len(values))
        first = torch.full_like(self.offsets[1:], len(values)).scatter_reduce(0, self.owner, wanted, "amin")
        return first - self.offsets[:-1]

    def draw(self, log_chances: Tensor, generator: torch.Generator) -> Tensor:
        """A random action of each decision, by the chances: the place of the largest sum of a logarithm and Gumbel noise."""
        uniform = torch.rand(len(log_chances), generator=generator, device=log_chances.device)
        return self.best(log_chances - (-uniform.clamp(1e-9, 1 - 1e-7).log()).log())

    def at(self, values: Tensor, place: Tensor) -> Tensor:
        """The values at some places, one of each decision."""
        return values[self.offsets[:-1] + place]


def _offsets(counts: Any) -> Tensor:
    """Where each list of so many begins, and where the last ends."""
    counts = torch.as_tensor(counts)
    offsets = torch.zeros(len(counts) + 1, dtype=torch.int64, device=counts.device)
    torch.cumsum(counts, 0, out=offsets[1:])
    return offsets


def _parts(offsets: Tensor, chosen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Some of many lists: the places of what is in them, their own offsets, and the list of each place."""
    begins = offsets[:-1][chosen]
    parts = _offsets(offsets[1:][chosen] - begins)
    owner = torch.repeat_interleave(parts.diff())
    return torch.arange(len(owner), device=owner.device) + (begins - parts[:-1])[owner], parts, owner
