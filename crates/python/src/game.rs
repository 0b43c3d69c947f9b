//! The games and the shapes of their numbers.

use ::game::{Channel, OptionKind};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::{Map, Value};

use crate::error::{raise, value};

/// The ids of the games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    catalog::entries().iter().map(|entry| entry.id).collect()
}

/// The levels of bots, weakest first. Not every game has a champion.
#[pyfunction]
pub(crate) fn levels() -> Vec<&'static str> {
    search::LEVELS.to_vec()
}

/// The names of the bots' methods, such as `pimc:SIMULATIONS`. The last word stands for the number of simulations a
/// decision.
#[pyfunction]
pub(crate) fn methods() -> Vec<&'static str> {
    search::METHODS.to_vec()
}

/// Returns whether a bot of this level may take long.
pub(crate) fn is_slow(game: &str, level: &str) -> bool {
    catalog::level_of(game, level).is_ok_and(|level| level.searches() || level.needs_net())
}

/// The specification of a game: seats, options, the shapes of its numbers.
#[pyfunction]
pub(crate) fn spec<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyDict>> {
    let spec = arena::envs::spec(game).map_err(raise)?;
    let entry = catalog::entry(game).map_err(value)?;
    let dict = PyDict::new(py);
    dict.set_item("id", spec.game)?;
    dict.set_item("seats", (*spec.seats.start(), *spec.seats.end()))?;
    dict.set_item("usual_seats", entry.usual_seats)?;
    dict.set_item("version", spec.version)?;
    dict.set_item("observation_size", spec.width)?;
    dict.set_item("row_size", spec.row_width)?;
    dict.set_item("num_actions", spec.actions)?;
    dict.set_item("not_now", spec.not_now)?;
    dict.set_item("give_up", spec.give_up)?;
    dict.set_item("state_size", spec.hidden_width)?;
    dict.set_item("channels", channels(py, 0, spec.channels)?)?;
    dict.set_item("row_channels", channels(py, 0, spec.row)?)?;
    dict.set_item("state_channels", channels(py, spec.width, spec.hidden)?)?;
    let options = PyDict::new(py);
    for field in entry.options {
        let choices = match field.kind {
            OptionKind::Bool => "a bool".to_owned(),
            OptionKind::Choice(names) => format!("one of {}", names.join(", ")),
            OptionKind::Int { min, max, none } => {
                format!("a number from {min} to {max}{}", if none { ", or None" } else { "" })
            }
        };
        options.set_item(field.key, (entry.defaults[field.key].to_string(), choices, field.rule))?;
    }
    dict.set_item("options", options)?;
    dict.set_item("shortest", Value::Object(entry.shortest).to_string())?;
    Ok(dict)
}

/// Lists channels, the first of which begins at place `at`.
fn channels<'py>(py: Python<'py>, mut at: usize, channels: &[Channel]) -> PyResult<Bound<'py, PyList>> {
    let all = PyList::empty(py);
    for channel in channels {
        let Channel { name, len, low, high, rule, what } = *channel;
        all.append((name, at, len, low, high, rule, what))?;
        at += len;
    }
    Ok(all)
}

/// Options as JSON text.
pub(crate) fn read_options(options: &str) -> PyResult<Map<String, Value>> {
    match serde_json::from_str(options) {
        Ok(Value::Object(map)) => Ok(map),
        _ => Err(value("options is a dict of names and values")),
    }
}
