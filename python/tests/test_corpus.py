"""Descriptions of the corpus that ``LUDARIUM_CORPUS`` names (lud/ and def/) as environments.

One description in twelve is tested, and with ``LUDARIUM_CORPUS_EVERY=1`` each of them.
"""

import os
import re
from functools import lru_cache
from pathlib import Path

import pytest
from smoke import check_random_game

import ludarium

CORPUS = os.environ.get("LUDARIUM_CORPUS")
EVERY = int(os.environ.get("LUDARIUM_CORPUS_EVERY", "12"))


def files(folder, extension):
    return sorted((Path(CORPUS) / folder).rglob(f"*.{extension}")) if CORPUS else []


@lru_cache(maxsize=1)
def definitions():
    return {str(path): path.read_text(encoding="utf-8") for path in files("def", "def")}


def named(names):
    """The descriptions of the games of a match."""
    return [path for path in files("lud", "lud") if path.stem in names] if names else []


@pytest.mark.skipif(CORPUS is None, reason="skipped: no corpus")
def test_there_is_a_corpus():
    assert len(files("lud", "lud")) >= EVERY and definitions()


@pytest.mark.parametrize("path", files("lud", "lud")[::EVERY], ids=lambda path: path.stem)
def test_a_description(path):
    # The definitions are read for each game: loading from text is what is tested.
    text = path.read_text(encoding="utf-8")
    names = set(re.findall(r'\(subgame "(.*?)"', text))
    parts = {part.stem: part.read_text(encoding="utf-8") for part in named(names)}
    game = ludarium.from_lud(text, definitions=definitions(), games=parts)
    assert game.lud == text
    # Nobody plays a simulation.
    assert (game.players == 0) == ("simulation" in path.parts)
    if game.players:
        check_random_game(game, game.actions())
