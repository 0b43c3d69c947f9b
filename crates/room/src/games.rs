//! The list of games for the page: options, seats, levels of bots.

use catalog::GameEntry;
use game::OptionKind;
use protocol::{GameInfo, GameSeats, OptionField};
use serde_json::Value;

/// Returns the games, with their options and levels of bots, in the order of the start page.
pub fn all() -> Vec<GameInfo> {
    catalog::entries().iter().map(game_info).collect()
}

fn game_info(entry: &GameEntry) -> GameInfo {
    GameInfo {
        id: entry.id.to_owned(),
        seats: GameSeats { min: *entry.seats.start(), max: *entry.seats.end(), usual: entry.usual_seats },
        options: entry.options.iter().map(|field| option_field(field, &entry.defaults[field.key])).collect(),
        levels: entry.levels.iter().map(|level| (*level).to_owned()).collect(),
        races: entry.races,
        numbered: entry.numbered,
        solved: entry.solved,
    }
}

fn option_field(field: &game::OptionField, default: &Value) -> OptionField {
    let key = field.key.to_owned();
    let valid = "a default is a value of its option";
    match field.kind {
        OptionKind::Bool => OptionField::Bool { key, default: default.as_bool().expect(valid) },
        OptionKind::Int { min, max, none } => {
            let default = default.as_u64().map(|n| u32::try_from(n).expect(valid));
            OptionField::Int { key, min, max, none, default }
        }
        OptionKind::Choice(choices) => OptionField::Choice {
            key,
            choices: choices.iter().map(|choice| (*choice).to_owned()).collect(),
            default: default.as_str().expect(valid).to_owned(),
        },
    }
}
