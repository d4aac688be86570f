//! Positions.

use ludarium::engine::{Game as Rules, Move};
use ludarium::Position;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::drawing::{draw, svg};
use crate::error::{illegal, raise};
use crate::game::PyGame;
use crate::moves::PyMove;
use crate::solve;
use crate::view::PyView;

/// A position of a game.
#[pyclass(name = "State", module = "ludarium")]
pub struct PyState {
    pub game: Py<PyGame>,
    pub position: Position,
    /// The legal moves, once they have been listed.
    legal: Option<Vec<Move>>,
}

impl PyState {
    pub fn new(game: Py<PyGame>, position: Position) -> PyState {
        PyState {
            game,
            position,
            legal: None,
        }
    }

    fn rules(&self) -> &Rules {
        self.position.game().rules()
    }

    /// The legal moves, listed once for each position.
    pub fn legal(&mut self) -> &[Move] {
        let list = || self.position.legal_moves();
        self.legal.get_or_insert_with(list)
    }

    /// Makes a move that was taken from [`PyState::legal`].
    pub fn make(&mut self, mv: Move) {
        self.position.play_unchecked(mv);
        self.legal = None;
    }

    /// The number of a player, checked; by default the player to move.
    pub fn player(&self, player: Option<usize>) -> PyResult<usize> {
        let players = self.position.game().players();
        match player {
            None => Ok(self.position.mover().max(1)),
            Some(player) if (1..=players).contains(&player) => Ok(player),
            Some(player) => {
                let message = format!("no player {player}: they are numbered from 1 to {players}");
                Err(PyValueError::new_err(message))
            }
        }
    }
}

#[pymethods]
impl PyState {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The player to move.
    #[getter]
    fn mover(&self) -> usize {
        self.position.mover()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// The number of moves made.
    #[getter]
    fn plies(&self) -> usize {
        self.position.state().moves()
    }

    /// Whether the mover chooses at the same time as other players.
    #[getter]
    fn simultaneous(&self) -> bool {
        self.rules().is_simultaneous(self.position.state())
    }

    /// The number of players that have chosen in this round of simultaneous moves.
    #[getter]
    fn waiting(&self) -> usize {
        self.position.state().waiting()
    }

    /// The reason why the engine stopped the game.
    #[getter]
    fn fault(&self) -> Option<String> {
        self.position.state().fault().map(|fault| fault.to_string())
    }

    /// A hash of the pieces and their properties.
    #[getter]
    fn hash(&self) -> u64 {
        self.position.state().hash()
    }

    /// The winner.
    #[getter]
    fn winner(&self) -> Option<usize> {
        let outcome = self.position.outcome()?;
        (outcome.winner > 0).then_some(outcome.winner)
    }

    /// The ranks of the players.
    #[getter]
    fn ranks(&self) -> Option<Vec<f64>> {
        self.position
            .outcome()
            .map(|outcome| outcome.ranks[1..].to_vec())
    }

    /// The utilities of the players.
    fn utilities<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let players = 1..=self.position.game().players();
        let utilities = match self.position.outcome() {
            Some(outcome) => players
                .map(|player| 2.0 * outcome.utility(player) - 1.0)
                .collect(),
            None => vec![0.0; self.position.game().players()],
        };
        PyArray1::from_vec(py, utilities)
    }

    /// The scores of the players.
    fn scores(&self) -> Vec<i32> {
        let players = 1..=self.position.game().players();
        players
            .map(|player| self.position.state().score(player))
            .collect()
    }

    /// The values shown by the dice.
    fn dice(&self) -> Vec<i32> {
        self.position.state().dice()
    }

    /// The legal moves.
    fn legal_moves(&mut self) -> Vec<PyMove> {
        self.legal().iter().copied().map(PyMove).collect()
    }

    /// The legal moves as text.
    fn legal_texts(&mut self) -> Vec<String> {
        let moves = self.legal().to_vec();
        self.position.notations(&moves)
    }

    /// A legal move as text.
    fn text(&self, r#move: PyRef<'_, PyMove>) -> String {
        self.position.notation(r#move.0)
    }

    /// The legal move that a text means.
    fn parse(&self, py: Python<'_>, text: &str) -> PyResult<PyMove> {
        let parsed = self.position.parse(text);
        parsed.map(PyMove).map_err(|error| raise(py, error))
    }

    /// Makes a move.
    fn play(&mut self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        let chosen = match r#move.cast::<PyMove>() {
            Ok(own) => own.get().0,
            Err(_) => {
                let text: String = r#move.extract()?;
                self.parse(py, &text)?.0
            }
        };
        if !self.legal().contains(&chosen) {
            let why = match self.position.is_over() {
                true => "the game is over",
                false => "this move is not legal in this position",
            };
            return Err(illegal(py, why));
        }
        self.make(chosen);
        Ok(PyMove(chosen))
    }

    /// All positions that a move may lead to, with their probabilities.
    #[pyo3(signature = (r#move, limit=10_000))]
    fn chance_outcomes(
        &mut self,
        py: Python<'_>,
        r#move: PyRef<'_, PyMove>,
        limit: usize,
    ) -> PyResult<Option<Vec<(PyState, f64)>>> {
        if !self.legal().contains(&r#move.0) {
            return Err(illegal(py, "this move is not legal in this position"));
        }
        let branches = self
            .rules()
            .branches(self.position.state(), r#move.0, limit);
        let branches = branches.map(|branches| {
            let states = branches.into_iter().map(|(state, probability)| {
                let chance = self.position.chance().clone();
                let position = Position::from_state(self.position.game(), state, chance);
                (
                    PyState::new(self.game.clone_ref(py), position),
                    probability.to_f64(),
                )
            });
            states.collect()
        });
        Ok(branches)
    }

    /// Other chance from here on.
    fn reseed(&mut self, seed: u64) {
        self.position.reseed(seed);
    }

    /// What a player may know.
    #[pyo3(signature = (player=None))]
    fn view(&self, py: Python<'_>, player: Option<usize>) -> PyResult<PyView> {
        let player = self.player(player)?;
        Ok(PyView::new(
            self.game.clone_ref(py),
            self.position.state().clone(),
            player,
        ))
    }

    /// A copy.
    fn clone(&self, py: Python<'_>) -> PyState {
        PyState {
            game: self.game.clone_ref(py),
            position: self.position.clone(),
            legal: self.legal.clone(),
        }
    }

    /// The number of sequences of `depth` whole turns.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| self.position.perft(depth))
    }

    /// Plays on at random.
    #[pyo3(signature = (seed=0, max_plies=2_000))]
    fn playout<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        max_plies: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut position = self.position.clone();
        position.reseed(seed);
        let rollout = py.detach(|| position.random_playout(max_plies));
        let players = 1..=self.position.game().players();
        let utilities = players.map(|player| match rollout.over {
            true => 2.0 * rollout.utility(player) - 1.0,
            false => 0.0,
        });
        let dict = PyDict::new(py);
        dict.set_item("plies", rollout.plies)?;
        dict.set_item("finished", rollout.over)?;
        dict.set_item("utilities", PyArray1::from_iter(py, utilities))?;
        Ok(dict)
    }

    /// The value of the position under perfect play.
    #[pyo3(signature = (positions=1_000_000, threads=1))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        positions: usize,
        threads: usize,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        solve::solve(py, &self.position, positions, threads)
    }

    /// The solutions of a deduction puzzle.
    #[pyo3(signature = (limit=2, choices=10_000_000))]
    fn solutions<'py>(
        &self,
        py: Python<'py>,
        limit: usize,
        choices: u64,
    ) -> PyResult<(Bound<'py, PyArray2<i32>>, bool)> {
        let (found, complete) = solve::solutions(py, &self.position, limit, choices)?;
        let width = found.first().map_or(0, Vec::len);
        let shape = [found.len(), width];
        let values = PyArray1::from_vec(py, found.concat());
        Ok((values.reshape(shape)?, complete))
    }

    /// Features of the legal moves.
    fn move_features<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let moves = self.legal().to_vec();
        let player = self.player(None)?;
        let view = self.position.view(player);
        let slots = self.rules().layout().slots;
        let kind = |slot: i32| {
            let slot = usize::try_from(slot).ok().filter(|&slot| slot < slots);
            // 0 for an empty slot, -1 for no slot and for what the mover does not know.
            let what = slot.and_then(|slot| view.at(slot).what);
            what.map_or(-1, |what| what as i32)
        };
        let rows = moves.iter().flat_map(|mv| {
            let (from, to) = (mv.origin(), mv.target());
            let rule = i32::from(PyMove(*mv).rule());
            let pass = i32::from(self.rules().is_pass(*mv));
            [from, to, rule, kind(from), kind(to), pass]
        });
        let values = PyArray1::from_iter(py, rows);
        values.reshape([moves.len(), 6])
    }

    /// The position as text: ranks in the style of FEN, or a list of pieces.
    #[getter]
    fn position(&self) -> Option<String> {
        self.position.to_text()
    }

    /// A picture.
    #[pyo3(signature = (mode="ansi", player=None))]
    fn render<'py>(
        &self,
        py: Python<'py>,
        mode: &str,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = self.position.game();
        match player {
            None => draw(py, mode, game, self.position.state()),
            Some(_) => {
                let view = self.position.view(self.player(player)?);
                draw(py, mode, game, view.shown())
            }
        }
    }

    fn _repr_svg_(&self) -> String {
        svg(self.position.game(), self.position.state())
    }

    fn __str__(&self) -> String {
        self.position.to_string()
    }

    fn __repr__(&self) -> String {
        let (name, plies) = (self.position.game().name(), self.plies());
        match self.position.mover() {
            0 => format!("<State {name:?} after {plies} moves, over>"),
            mover => format!("<State {name:?} after {plies} moves, player {mover} to move>"),
        }
    }

    /// The position as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.position.to_bytes())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let make = self.game.bind(py).getattr("state_from_bytes")?;
        Ok((make, (self.to_bytes(py),)))
    }

    fn __copy__(&self, py: Python<'_>) -> PyState {
        self.clone(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyState {
        self.clone(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<PyState>();
        other.is_ok_and(|other| self.position.state() == other.borrow().position.state())
    }

    // A state changes, so that it can be no key.
    #[classattr]
    fn __hash__() -> Option<Py<PyAny>> {
        None
    }
}
