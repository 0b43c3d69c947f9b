//! One match, step by step.

use ::game::{Seat, Viewer};
use cards::Seed;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyAny;
use pyo3::{Borrowed, IntoPyObjectExt};

use crate::call::{Control, caught, detached};
use crate::error::{MatchOver, raise, value};
use crate::game::read_options;

/// One match of a game, step by step. `cardroom.load_game(...).new_initial_state()` makes one.
#[pyclass(module = "cardroom")]
pub(crate) struct State {
    state: Box<dyn arena::envs::State>,
    spec: arena::envs::Spec,
}

impl State {
    fn of(state: Box<dyn arena::envs::State>) -> PyResult<State> {
        let spec = arena::envs::spec(state.game()).map_err(raise)?;
        Ok(State { state, spec })
    }

    fn seat(&self, seat: Option<Number>) -> PyResult<Seat> {
        let seats = self.state.seats();
        match seat {
            Some(Number(seat)) if seat < seats.into() => Ok(Seat::new(seat as u8)),
            Some(Number(seat)) => Err(value(format!("there is no seat {seat}: seats go from 0 to {}", seats - 1))),
            None => match self.state.asked() {
                Some((seat, _)) => Ok(seat),
                None => Err(MatchOver::new_err("the match is over: name a seat")),
            },
        }
    }
}

/// A whole number. In Python it may be anything that `operator.index` accepts.
struct Number(u64);

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Number> {
        let words = |error| value(format!("a whole number from 0 to 2**64 - 1 is wanted: {error}"));
        given.extract().map(Number).map_err(|error: PyErr| words(error))
    }
}

#[pymethods]
impl State {
    /// Makes a state. With a log, the arguments are those that [`State::__reduce__`] has returned.
    #[new]
    #[pyo3(signature = (game, options, seats, seed, decks=Vec::new(), log=""))]
    fn new(
        py: Python<'_>,
        game: &str,
        options: &str,
        seats: Option<Number>,
        seed: &str,
        decks: Vec<String>,
        log: &str,
    ) -> PyResult<State> {
        let seed = Seed::padded(seed).map_err(value)?;
        let options = read_options(options)?;
        let seats = seats.map(|seats| seats.0.min(255) as u8);
        State::of(detached(py, || arena::envs::start(game, options, seats, seed, &decks, log))?.map_err(raise)?)
    }

    /// The state at the end of a record, or at `place = (deal, action)`, both counted from 0.
    #[staticmethod]
    #[pyo3(signature = (record, place=None))]
    fn from_record(py: Python<'_>, record: &str, place: Option<(Number, Number)>) -> PyResult<State> {
        let place = place.map(|(deal, action)| (deal.0 as usize, action.0 as usize));
        State::of(detached(py, || arena::envs::from_record(record, place))?.map_err(raise)?)
    }

    /// The game's id.
    #[getter]
    fn game(&self) -> &'static str {
        self.spec.game
    }

    /// The number of seats.
    #[getter]
    fn num_seats(&self) -> u8 {
        self.state.seats()
    }

    /// True once the match is over.
    fn is_terminal(&self) -> bool {
        self.state.is_over()
    }

    /// The seat that is asked; -4 when the match is over, as in OpenSpiel.
    fn current_player(&self) -> i32 {
        self.state.asked().map_or(-4, |(seat, _)| seat.index() as i32)
    }

    /// True if play waits for the seat that is asked. Otherwise that seat may choose "not now".
    #[getter]
    fn must_act(&self) -> bool {
        self.state.asked().is_some_and(|(_, must)| must)
    }

    /// The seats that play waits for. Public.
    #[getter]
    fn must(&self) -> Vec<usize> {
        self.state.must().map(Seat::index).collect()
    }

    /// The seats that can cut in. The list reveals hidden cards, so never show a player which other seats are in it.
    #[getter]
    fn may(&self) -> Vec<usize> {
        self.state.may().map(Seat::index).collect()
    }

    /// The numbers that the seat that is asked may choose, ascending.
    fn legal_actions(&self) -> PyResult<Vec<usize>> {
        caught(|| self.state.legal_numbers())
    }

    /// The legal actions of a seat in notation, ascending. Without `seat`: those of the seat that is asked.
    #[pyo3(signature = (seat=None))]
    fn legal_strings(&self, py: Python<'_>, seat: Option<Number>) -> PyResult<Vec<String>> {
        if seat.is_none() && self.state.is_over() {
            return Ok(Vec::new());
        }
        let seat = self.seat(seat)?;
        detached(py, || self.state.legal(seat))
    }

    /// The meaning of a number: an action in notation, "not now", or a part of an action.
    fn action_to_string(&self, action: Number) -> PyResult<String> {
        caught(|| self.state.describe(action.0 as usize))?.map_err(raise)
    }

    /// The number that the seat that is asked must choose next in order to do this action.
    fn string_to_action(&self, action: &str) -> PyResult<usize> {
        caught(|| self.state.number_of(action))?.map_err(raise)
    }

    /// The seat that is asked chooses a number.
    fn apply_action(&mut self, action: Number) -> PyResult<()> {
        caught(|| self.state.play(action.0 as usize))?.map_err(raise)
    }

    /// Does an action of a seat, written in notation such as "play Qs". Without `seat`: of the seat that is asked. A
    /// seat that may cut in can act even if it is not the one that is asked. The player of a solitaire can also do "give
    /// up".
    #[pyo3(signature = (action, seat=None))]
    fn apply(&mut self, action: &str, seat: Option<Number>) -> PyResult<()> {
        let seat = self.seat(seat)?;
        caught(|| self.state.act(seat, action))?.map_err(raise)
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

    /// The view of a seat, as a dict. Without `seat`: the view of the seat that is asked.
    ///
    /// `seat=None, all_cards=True` shows all cards. Never show that view to a player.
    #[pyo3(signature = (seat=None, *, all_cards=false))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<Number>, all_cards: bool) -> PyResult<Bound<'py, PyAny>> {
        let viewer = if all_cards { Viewer::All } else { Viewer::Seat(self.seat(seat)?) };
        let text = detached(py, || self.state.view(viewer))?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// The observation of a seat: `int8[observation_size]`.
    ///
    /// With `all_cards=True` the hidden cards follow: `int8[observation_size + state_size]`. A critic may read them while
    /// a policy is trained. Never show them to a player.
    #[pyo3(signature = (seat=None, *, all_cards=false))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Number>,
        all_cards: bool,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let seat = self.seat(seat)?;
        let size = self.spec.width + if all_cards { self.spec.hidden_width } else { 0 };
        let array = PyArray1::zeros(py, [size], false);
        let mut numbers = array.readwrite();
        let (seen, hidden) = numbers.as_slice_mut()?.split_at_mut(self.spec.width);
        caught(|| {
            self.state.observe(seat, seen);
            if all_cards {
                self.state.reveal(seat, hidden);
            }
        })?;
        Ok(array)
    }

    /// The numbers that the seat that is asked may choose: `int8[num_actions]` of 1 and 0.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let array = PyArray1::zeros(py, [self.spec.actions], false);
        let mut numbers = array.readwrite();
        let numbers = numbers.as_slice_mut()?;
        caught(|| self.state.mask(numbers)).map(|()| array)
    }

    /// The rows of the legal numbers, in the order of `legal_actions()`: `int8[len(legal_actions()), row_size]`.
    fn action_rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let rows = detached(py, || self.state.rows())?;
        let count = rows.len() / self.spec.row_width;
        PyArray1::from_vec(py, rows).reshape([count, self.spec.row_width])
    }

    /// The gain of each seat in the finished deals of the match; more is better.
    ///
    /// `reward="points"`: in points, negated in games in which points are bad. `reward="value"`: by the formula of
    /// docs/bots/python-reference.md, which bots maximise and the arena measures.
    #[pyo3(signature = (reward="points"))]
    fn returns(&self, reward: &str) -> PyResult<Vec<f32>> {
        Ok(self.state.returns(reward.parse().map_err(raise)?))
    }

    /// The totals of the match after the last finished deal, as the rules count them.
    #[getter]
    fn totals(&self) -> Vec<i32> {
        self.state.totals()
    }

    /// The number of finished deals.
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
    fn history(&self, py: Python<'_>) -> PyResult<Vec<(usize, String)>> {
        let actions = detached(py, || self.state.actions())?;
        Ok(actions.into_iter().map(|(seat, action)| (seat.index(), action)).collect())
    }

    /// The match in the format of docs/bots/records.md: one line of JSON. The record of an unfinished match has neither
    /// the seed nor the current deal, unless `all_cards=True`.
    #[pyo3(signature = (names=None, *, all_cards=false))]
    fn to_record(&self, py: Python<'_>, names: Option<Vec<String>>, all_cards: bool) -> PyResult<String> {
        let names = names.unwrap_or_else(|| (0..self.state.seats()).map(|seat| format!("seat {seat}")).collect());
        detached(py, || self.state.record(names, all_cards))?.map_err(raise)
    }

    /// A world: a state that agrees with everything that the seat has seen, but has other hidden cards. Every
    /// arrangement of the hidden cards is equally likely. `seed` is a number below 2**64.
    fn world(&self, py: Python<'_>, seat: Number, seed: Number) -> PyResult<State> {
        let seat = self.seat(Some(seat))?;
        let state = detached(py, || self.state.world(seat, seed.0))?.map_err(raise)?;
        Ok(State { state, spec: self.spec.clone() })
    }

    /// The number that a bot of this level chooses for the seat that is asked. The bot sees only the view of that seat.
    #[pyo3(signature = (level, seed=Number(0)))]
    fn bot_action(&self, py: Python<'_>, level: &str, seed: Number) -> PyResult<usize> {
        let control = Control::default();
        let work = || self.state.advise(level, seed.0, &control.stop);
        let is_slow = crate::game::is_slow(self.spec.game, level);
        if is_slow { control.run(py, None, |_news| work()) } else { detached(py, work) }?.map_err(raise)
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

    /// For `pickle`: the arguments of [`State::new`]. They contain all cards; those of a sampled world even contain the
    /// cards of the match from which it was sampled.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (options, seed, decks, log) = detached(py, || self.state.save())?;
        (py.get_type::<State>(), (self.spec.game, options, self.state.seats(), seed, decks, log)).into_bound_py_any(py)
    }
}
