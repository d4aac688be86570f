"""Games of the package as games of OpenSpiel.

>>> import ludarium.openspiel
>>> ludarium.openspiel.register()
>>> import pyspiel
>>> game = pyspiel.load_game("ludarium(game=shatranj,readings=bare king:immediate loss)")

Chance is explicit: dice are chance nodes with their probabilities. Simultaneous choices are made
one after the other, unseen. After ``max_plies`` plies a game ends with returns of 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from . import Game, State, load

__all__ = ["LudariumGame", "LudariumState", "register"]

SHORT_NAME = "ludarium"
# The largest number of outcomes of a throw, or of the start of a game.
MAX_CHANCE_OUTCOMES = 10_000
_PARAMETERS = {"game": "", "readings": "", "max_plies": 1_000}


def register() -> None:
    """Make ``pyspiel.load_game("ludarium(game=...)")`` known; twice does no harm."""
    if SHORT_NAME not in pyspiel.registered_names():
        pyspiel.register_game(_game_type(None), LudariumGame)


def _game_type(game: Game | None) -> Any:
    features = game.features() if game else None
    kinds = pyspiel.GameType
    stochastic = features is not None and features["stochastic"]
    hidden = game is None or game.features()["hidden_information"] or game.simultaneous
    two_sides = game is not None and game.players == 2
    return kinds(
        short_name=SHORT_NAME,
        long_name=game.name if game else "Ludarium",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=(
            kinds.ChanceMode.EXPLICIT_STOCHASTIC if stochastic else kinds.ChanceMode.DETERMINISTIC
        ),
        information=(
            kinds.Information.IMPERFECT_INFORMATION
            if hidden
            else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM if two_sides else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=16,
        min_num_players=1,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
        default_loadable=False,
    )


def _readings(text: str) -> dict[str, str]:
    """``bare king:immediate loss;other:choice`` as a dictionary."""
    pairs = [part.split(":", 1) for part in text.split(";") if part.strip()]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError(f"readings are written name:choice;name:choice, and not {text!r}")
    return {name.strip(): choice.strip() for name, choice in pairs}


class _Rules:
    """What all states of a game share. Copies of a state share it as well."""

    def __init__(self, game: Game, max_plies: int) -> None:
        self.game = game
        self.actions = game.actions()
        self.observations = game.observations()
        self.stochastic = game.features()["stochastic"]
        self.max_plies = max_plies

    def __deepcopy__(self, memo: Any) -> _Rules:
        return self


class LudariumGame(pyspiel.Game):
    """A game of the package. Parameters: ``game``, ``readings``, ``max_plies``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = {**_PARAMETERS, **(params or {})}
        if not params["game"]:
            raise ValueError("name a game: ludarium(game=shatranj)")
        game = load(params["game"], _readings(params["readings"]))
        self.rules = _Rules(game, int(params["max_plies"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions.size,
            max_chance_outcomes=MAX_CHANCE_OUTCOMES if self.rules.stochastic else 0,
            num_players=game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if game.players == 2 else None,
            max_game_length=self.rules.max_plies,
        )
        super().__init__(_game_type(game), info, params)

    def new_initial_state(self) -> LudariumState:
        """The start of a game."""
        return LudariumState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Planes and scalars of what a player may know."""
        return _Observer(self.rules)


class LudariumState(pyspiel.State):
    """A position, or a throw that is still to be made."""

    def __init__(self, game: LudariumGame) -> None:
        super().__init__(game)
        self._rules = game.rules
        self._plies = 0
        self.position: State = self._rules.game.start(0)
        # The positions that chance chooses from, each with its probability.
        self._outcomes: list[tuple[State, float]] = []
        if self._rules.stochastic:
            self._leave_to_chance(self._rules.game.chance_starts(MAX_CHANCE_OUTCOMES))

    def _leave_to_chance(self, outcomes: list[tuple[State, float]] | None) -> None:
        if outcomes is None:
            raise ValueError(f"a throw has more than {MAX_CHANCE_OUTCOMES} outcomes")
        if len(outcomes) == 1:
            self.position = outcomes[0][0]
        else:
            self._outcomes = outcomes

    def _is_over(self) -> bool:
        return not self._outcomes and (
            self.position.is_over or self._plies >= self._rules.max_plies
        )

    def current_player(self) -> int:
        """The player to move, from 0, or that chance decides, or that the game is over."""
        if self._is_over():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self._outcomes else self.position.mover - 1

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._is_over()

    def _legal_actions(self, player: int) -> list[int]:
        if self._is_over() or player != self.current_player():
            return []
        return sorted(set(self._rules.actions.encode(self.position).tolist()))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their probabilities."""
        return [(index, probability) for index, (_, probability) in enumerate(self._outcomes)]

    def _apply_action(self, action: int) -> None:
        if self._outcomes:
            self.position = self._outcomes[action][0].clone()
            self._outcomes = []
            return
        self._plies += 1
        if self._rules.stochastic:
            move = self._rules.actions.decode(self.position, action)
            self._leave_to_chance(self.position.chance_outcomes(move, MAX_CHANCE_OUTCOMES))
        else:
            self._rules.actions.play(self.position, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance:{action}"
        text = self.position.text(self._rules.actions.decode(self.position, action))
        # Moves that do the same, such as those with two dice of one value, have one text.
        index = self._rules.actions.parts(action)[2]
        return f"{text} ({index})" if index else text

    def returns(self) -> list[float]:
        """The utilities of the players, from -1 to 1; 0 before the end."""
        if self._outcomes:
            return [0.0] * self._rules.game.players
        return self.position.utilities().tolist()

    def __str__(self) -> str:
        throw = f"chance decides among {len(self._outcomes)}\n" if self._outcomes else ""
        return f"{throw}{self.position}player {self.position.mover} to move"


class _Observer:
    """Observations as OpenSpiel reads them."""

    def __init__(self, rules: _Rules) -> None:
        self._observations = rules.observations
        planes, sites = rules.observations.shape
        scalars = len(rules.observations.scalar_names)
        self.tensor = np.zeros(planes * sites + scalars, np.float32)
        self.dict = {
            "planes": self.tensor[: planes * sites].reshape(planes, sites),
            "scalars": self.tensor[planes * sites :],
        }

    def set_from(self, state: LudariumState, player: int) -> None:
        """Write what a player (from 0) sees."""
        view = state.position.view(player + 1)
        self.dict["planes"][:] = self._observations.planes(view)
        self.dict["scalars"][:] = self._observations.scalars(view)

    def string_from(self, state: LudariumState, player: int) -> str:
        """What a player (from 0) sees, as text."""
        view = state.position.view(player + 1)
        dice = state.position.dice()
        return f"{view}dice {dice}, player {view.mover} to move"
