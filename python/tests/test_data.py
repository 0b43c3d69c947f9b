"""Data sets: tables in Parquet files with a data card, made by one command."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import cardroom
import pytest
from cardroom import data, records


def lines_of(folder: Path) -> list[str]:
    return records.from_frames(data.read(folder))


@pytest.mark.parametrize("name", cardroom.games())
def test_a_data_set_has_the_records_of_its_card(name: str, tmp_path: Path) -> None:
    options = cardroom.load_game(name).shortest_options
    done: list[int] = []
    data.make(name, tmp_path / "one", matches=230, seed=4, options=options, threads=2, progress=done.append)
    data.make(name, tmp_path / "two", matches=230, seed=4, options=options, threads=1)
    lines = lines_of(tmp_path / "one")
    assert lines == lines_of(tmp_path / "two") and len(lines) == 230 and done == [100, 200, 230]
    digest = hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()
    card = (tmp_path / "one" / "README.md").read_text(encoding="utf-8")
    assert digest in card and (tmp_path / "two" / "README.md").read_text(encoding="utf-8") == card.replace("--out one", "--out two")
    for line in lines[::50]:
        cardroom.State.from_record(line)
    frames = data.read(tmp_path / "one")
    players = {player for line in frames.matches.column("names").to_pylist() for player in json.loads(line)}
    assert players <= {*data.BOTS, "rule"} and (len(players) > 1 or name == "rouge-et-noir")
    assert f"{frames.actions.num_rows:,}" in card and f"{frames.deals.num_rows:,}" in card
    assert frames.matches.column("match").to_pylist() == list(range(230))


def test_the_command_of_the_card_makes_the_data_set_again(tmp_path: Path) -> None:
    words = ["kael", "--matches", "3", "--seed", "2a", "--bots", "random,rule", "--option", "match_end=first_out", "--seats", "3"]
    run = [sys.executable, "-m", "cardroom.data", *words, "--out", "first"]
    subprocess.run(run, cwd=tmp_path, check=True)
    card = (tmp_path / "first" / "README.md").read_text(encoding="utf-8")
    command = card.split("`python ")[1].split("`")[0].replace("--out first", "--out second")
    subprocess.run(f"{sys.executable} {command}", cwd=tmp_path, check=True, shell=True)  # noqa: S602
    assert lines_of(tmp_path / "first") == lines_of(tmp_path / "second")
    again = subprocess.run(run, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert again.returncode == 2 and again.stderr.startswith("error: ") and "first" in again.stderr


@pytest.mark.parametrize(
    ("name", "keywords", "words"),
    [
        ("bridge", {}, "there is no game"),
        ("kael", {"matches": 0}, "matches is a whole number from 1"),
        ("kael", {"bots": ["grandmaster"]}, "no bot"),
        ("kael", {"bots": []}, "bots is a list"),
        ("kael", {"seed": "zz"}, "hex"),
    ],
)
def test_a_wrong_data_set_is_refused_before_anything_is_written(name: str, keywords: dict[str, object], words: str, tmp_path: Path) -> None:
    with pytest.raises(cardroom.CardroomError, match=words):
        data.make(name, tmp_path / "new", **{"matches": 5, **keywords})  # type: ignore[arg-type]
    assert not (tmp_path / "new").exists()
