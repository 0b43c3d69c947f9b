"""Records as tables of pandas and polars, and back."""

import json
from pathlib import Path

import cardroom
import pytest
from cardroom import records

GOLDEN = sorted(Path(__file__).parents[2].glob("crates/cardroom/tests/records/*.jsonl"))


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_records_come_back_to_the_byte(path: Path, library: str) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    frames = records.to_frames(lines, library)
    assert records.from_frames(frames) == lines
    assert len(frames.matches) == len(lines)
    assert len(frames.actions) == sum(len(deal["actions"]) for line in lines for deal in json.loads(line)["deals"])


def test_there_are_records_of_every_game() -> None:
    assert {path.stem for path in GOLDEN} >= set(cardroom.games())


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_a_match_that_goes_on_comes_back(library: str) -> None:
    state = cardroom.load_game("hearts").new_initial_state(seed=4)
    while state.deals < 1:
        state.apply_action(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    lines = [state.to_record(), state.to_record(all_cards=True), state.to_record(names=["Zoë", "b", "c", "d"])]
    assert records.from_frames(records.to_frames(lines, library)) == lines


def test_tables_can_be_asked() -> None:
    lines: list[str] = []
    cardroom.simulate("schwarze-dame", ["rule", "random"], matches=3, records=lines)
    frames = records.to_frames(lines)
    plays = frames.actions
    assert (plays.groupby(["match", "deal"]).size() == 52).all()
    assert plays[plays["action"] == "play Qs"].shape[0] == 3 * 8


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(cardroom.CardroomError, match="line 2 is no record"):
        records.to_frames(["", "{}"])
    with pytest.raises(cardroom.CardroomError, match="'polars' or 'pyarrow'"):
        records.to_frames([], "csv")
    frames = records.to_frames([])
    with pytest.raises(cardroom.CardroomError, match="no column seat"):
        records.from_frames(frames._replace(actions=frames.actions.drop(columns="seat")))
