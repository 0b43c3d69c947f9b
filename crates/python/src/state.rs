//! One match, step by step.

use ::game::{Seat, Viewer};
use cards::Seed;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::Borrowed;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyAny;

use crate::error::{CardroomError, raise, value};
use crate::game::read_options;

/// One match of a game, step by step. `cardroom.load_game(...).new_initial_state()` makes one.
#[pyclass(module = "cardroom")]
pub(crate) struct State {
    state: Box<dyn envs::State>,
    spec: envs::Spec,
}

impl State {
    fn of(state: Box<dyn envs::State>) -> PyResult<State> {
        let spec = envs::spec(state.game()).map_err(raise)?;
        Ok(State { state, spec })
    }

    fn seat(&self, seat: Option<u8>) -> PyResult<Seat> {
        match seat {
            Some(seat) if seat < self.state.seats() => Ok(Seat::new(seat)),
            Some(seat) => Err(value(format!("there is no seat {seat}: seats go from 0 to {}", self.state.seats() - 1))),
            None => match self.state.asked() {
                Some((seat, _)) => Ok(seat),
                None => Err(crate::error::MatchOver::new_err("the match is over: name a seat")),
            },
        }
    }
}

/// The number of an action: any whole number of Python or NumPy. A mask never allows one that is too small or too
/// large.
struct Number(usize);

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Number> {
        match number.extract::<usize>() {
            Ok(number) => Ok(Number(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(number.py()) => Ok(Number(usize::MAX)),
            Err(_) => Err(value("an action is a whole number; apply(\"play Qs\") takes the notation of records")),
        }
    }
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (game, options, seats, seed))]
    fn new(py: Python<'_>, game: &str, options: &str, seats: Option<u8>, seed: &str) -> PyResult<State> {
        let seed = Seed::padded(seed).map_err(value)?;
        let options = read_options(options)?;
        State::of(py.detach(|| envs::start(game, options, seats, seed)).map_err(raise)?)
    }

    /// The state at the end of a record, or at `place = (deal, action)`, both counted from 0.
    #[staticmethod]
    #[pyo3(signature = (record, place=None))]
    fn from_record(py: Python<'_>, record: &str, place: Option<(usize, usize)>) -> PyResult<State> {
        State::of(py.detach(|| envs::from_record(record, place)).map_err(raise)?)
    }

    /// The game's id.
    #[getter]
    fn game(&self) -> &'static str {
        self.spec.game
    }

    /// How many seats there are.
    #[getter]
    fn num_seats(&self) -> u8 {
        self.state.seats()
    }

    /// Whether the match is over.
    fn is_terminal(&self) -> bool {
        self.state.is_over()
    }

    /// The seat that is asked; -4 when the match is over, as in OpenSpiel.
    fn current_player(&self) -> i32 {
        self.state.asked().map_or(-4, |(seat, _)| seat.index() as i32)
    }

    /// Whether play waits for the seat that is asked. If not, it may choose "not now".
    #[getter]
    fn must_act(&self) -> bool {
        self.state.asked().is_some_and(|(_, must)| must)
    }

    /// The seats that play waits for. Public.
    #[getter]
    fn must(&self) -> Vec<usize> {
        self.state.must().map(Seat::index).collect()
    }

    /// The seats that can cut in. It reveals hands: do not tell a seat about another.
    #[getter]
    fn may(&self) -> Vec<usize> {
        self.state.may().map(Seat::index).collect()
    }

    /// The numbers that the seat that is asked may choose, ascending.
    fn legal_actions(&self) -> Vec<usize> {
        self.state.legal_numbers()
    }

    /// The legal actions of a seat in notation, ascending; of the seat that is asked if none is named.
    #[pyo3(signature = (seat=None))]
    fn legal_strings(&self, py: Python<'_>, seat: Option<u8>) -> PyResult<Vec<String>> {
        if seat.is_none() && self.state.is_over() {
            return Ok(Vec::new());
        }
        let seat = self.seat(seat)?;
        Ok(py.detach(|| self.state.legal(seat)))
    }

    /// What a number means: an action in notation, "not now", or a part of an action.
    fn action_to_string(&self, action: Number) -> PyResult<String> {
        self.state.describe(action.0).map_err(raise)
    }

    /// The number to choose next on the way to this action of the seat that is asked.
    fn string_to_action(&self, action: &str) -> PyResult<usize> {
        self.state.number_of(action).map_err(raise)
    }

    /// The seat that is asked chooses a number.
    fn apply_action(&mut self, action: Number) -> PyResult<()> {
        self.state.play(action.0).map_err(raise)
    }

    /// A seat does an action in notation, as "play Qs"; the seat that is asked if none is named. Seats that may cut in need
    /// not be asked.
    #[pyo3(signature = (action, seat=None))]
    fn apply(&mut self, action: &str, seat: Option<u8>) -> PyResult<()> {
        let seat = self.seat(seat)?;
        self.state.act(seat, action).map_err(raise)
    }

    /// A copy of the match. The two are independent.
    fn clone(&self, py: Python<'_>) -> State {
        State { state: py.detach(|| self.state.copy()), spec: self.spec.clone() }
    }

    fn __copy__(&self, py: Python<'_>) -> State {
        self.clone(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> State {
        self.clone(py)
    }

    /// What a seat may know, as a dict; of the seat that is asked if none is named.
    ///
    /// `seat=None, all_cards=True` shows all cards. Never show that to a player.
    #[pyo3(signature = (seat=None, *, all_cards=false))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<u8>, all_cards: bool) -> PyResult<Bound<'py, PyAny>> {
        let viewer = if all_cards { Viewer::All } else { Viewer::Seat(self.seat(seat)?) };
        let text = py.detach(|| self.state.view(viewer));
        py.import("json")?.call_method1("loads", (text,))
    }

    /// What a seat observes: `int8[observation_size]`.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let seat = self.seat(seat)?;
        let array = PyArray1::zeros(py, [self.spec.width], false);
        self.state.observe(seat, array.readwrite().as_slice_mut()?);
        Ok(array)
    }

    /// The numbers that the seat that is asked may choose: `int8[num_actions]` of 1 and 0.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let array = PyArray1::zeros(py, [self.spec.actions], false);
        self.state.mask(array.readwrite().as_slice_mut()?);
        Ok(array)
    }

    /// The rows of the legal numbers, in their order: `int8[len(legal_actions()), row_size]`.
    fn action_rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let rows = py.detach(|| self.state.rows());
        let count = rows.len() / self.spec.row_width;
        PyArray1::from_vec(py, rows).reshape([count, self.spec.row_width])
    }

    /// What each seat has gained in the match so far, in points; more is better.
    fn returns(&self) -> Vec<f32> {
        self.state.returns()
    }

    /// The totals of the match as the rules count them, after the last finished deal.
    #[getter]
    fn totals(&self) -> Vec<i32> {
        self.state.totals()
    }

    /// How many deals were finished.
    #[getter]
    fn deals(&self) -> usize {
        self.state.deals()
    }

    /// The seats that have won; None while the match goes on.
    #[getter]
    fn winners(&self) -> Option<Vec<usize>> {
        self.state.winners().map(|seats| seats.into_iter().map(Seat::index).collect())
    }

    /// All actions as a list of (seat, action). It contains hidden cards, so never show it to a player.
    fn history(&self, py: Python<'_>) -> Vec<(usize, String)> {
        py.detach(|| self.state.actions()).into_iter().map(|(seat, action)| (seat.index(), action)).collect()
    }

    /// The match as a record of docs/records.md: one line of JSON. The record of an unfinished match has neither the
    /// seed nor the current deal, unless `all_cards=True`.
    #[pyo3(signature = (names=None, *, all_cards=false))]
    fn to_record(&self, py: Python<'_>, names: Option<Vec<String>>, all_cards: bool) -> PyResult<String> {
        let names = names.unwrap_or_else(|| (0..self.state.seats()).map(|seat| format!("seat {seat}")).collect());
        py.detach(|| self.state.record(names, all_cards)).map_err(raise)
    }

    /// A world: a state with other hidden cards that agrees with everything that the seat has seen. Every arrangement
    /// is equally likely. `seed` is a number below 2**64.
    fn world(&self, py: Python<'_>, seat: u8, seed: u64) -> PyResult<State> {
        let seat = self.seat(Some(seat))?;
        let state = py.detach(|| self.state.world(seat, seed)).map_err(raise)?;
        Ok(State { state, spec: self.spec.clone() })
    }

    /// The number that a bot of this level chooses for the seat that is asked, from that seat's view.
    #[pyo3(signature = (level, seed=0))]
    fn bot_action(&self, py: Python<'_>, level: &str, seed: u64) -> PyResult<usize> {
        py.detach(|| self.state.advise(level, seed)).map_err(raise)
    }

    fn __repr__(&self) -> String {
        let asked = match self.state.asked() {
            Some((seat, true)) => format!("seat {} to act", seat.index()),
            Some((seat, false)) => format!("seat {} may act", seat.index()),
            None => "over".to_owned(),
        };
        format!(
            "<cardroom.State {} of {} seats, deal {}, {asked}>",
            self.spec.game,
            self.state.seats(),
            self.state.deals()
        )
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(CardroomError::new_err(
            "a State is not pickled: keep state.to_record(all_cards=True) and read it with from_record",
        ))
    }
}
