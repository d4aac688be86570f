"""The exceptions of the package."""

from __future__ import annotations

from typing import Any


class GameError(ValueError):
    """No game has the name, its rules are lost, or it has no such reading or choice."""


class LudError(ValueError):
    """A description with errors. Its text shows them with excerpts, as a terminal does.

    ``diagnostics`` has a dictionary for each error: ``code``, ``message`` and ``hint``; ``file``,
    ``line`` and ``column`` (from 1); ``start`` and ``end``, the place in the text in characters.
    """

    def __init__(self, message: str, diagnostics: list[dict[str, Any]] | None = None) -> None:
        super().__init__(message, diagnostics)
        self.message = message
        self.diagnostics = diagnostics or []

    def __str__(self) -> str:
        return self.message


class IllegalMove(ValueError):
    """A move or an action that is not legal in the position."""


class ActionSpaceError(ValueError):
    """Moves have no numbers in an action space; the message says how to make one that has."""


class FormatError(ValueError):
    """A text is not in a format, or the format has no way to write a game."""
