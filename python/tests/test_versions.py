"""The numbers of a version of an environment never change: observations, hidden cards, masks, rows, and what each number means.

If this test fails, `OBSERVATION_VERSION` of the game has to grow (games/*/src/observe.rs), and the new version gets a line here.
If only the rules have changed, so that the same choices lead elsewhere, the line is replaced."""

import hashlib

import cardroom
import pytest

VERSIONS = {
    "hearts-v1": "0e0e50506c87864f",
    "kael-v2": "6ce4224ce5c95324",
    "la-dame-noire-v1": "91535017df56b1e7",
    "rouge-et-noir-v2": "a75e1c2025bb3906",
    "schwarze-dame-v1": "7275fc496c19f6fa",
}


def digest(game: cardroom.Game) -> str:
    """A number that depends on everything that a program sees in some matches of arbitrary choices."""
    channels = [(c.name, c.start, c.size, c.low, c.high) for c in game.channels + game.state_channels + game.row_channels]
    seen = hashlib.sha256(repr((channels, game.num_actions, game.not_now, game.give_up)).encode())
    for seed in range(3):
        state = game.new_initial_state(seed=seed)
        for step in range(150):
            if state.is_terminal():
                break
            legal = state.legal_actions()
            seen.update(state.observation(all_cards=True).tobytes() + state.action_mask().tobytes() + state.action_rows().tobytes())
            seen.update(repr([state.action_to_string(number) for number in legal]).encode())
            state.apply_action(legal[(31 * seed + 17 * step) % len(legal)])
    return seen.hexdigest()[:16]


@pytest.mark.parametrize("name", cardroom.games())
def test_a_version_keeps_its_numbers(name: str) -> None:
    game = cardroom.load_game(name)
    versioned = f"{game.id}-v{game.version}"
    assert cardroom.load_game(versioned) == game == cardroom.load_game(versioned.replace("-", "_").replace("_v", "-v"))
    assert VERSIONS[versioned] == digest(game), "grow OBSERVATION_VERSION"
