//! Messages from a client on a table's socket.

use serde::{Deserialize, Serialize};

use crate::{NewSettings, Phrase, check_text};

/// How many characters a `cmd` has at most.
pub const MAX_CMD_CHARS: usize = 64;

/// A command. Which seat it speaks for follows from the session, never from the message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Does something in the game.
    Act {
        /// Names the command: sending it again is harmless.
        cmd: String,
        /// The decision number of the frame that it answers.
        at: u32,
        /// The action in notation.
        action: String,
    },
    /// Asks why something is not legal.
    Why {
        /// Names the command.
        cmd: String,
        /// The action in notation.
        action: String,
    },
    /// Is ready for the next deal, which is dealt when everybody is.
    Next {
        /// Names the command.
        cmd: String,
    },
    /// Undoes the last actions, at a table of one seat.
    Undo {
        /// Names the command.
        cmd: String,
        /// How many.
        n: u32,
    },
    /// Repeats undone actions.
    Redo {
        /// Names the command.
        cmd: String,
        /// How many.
        n: u32,
    },
    /// Gives up, at a table of one seat.
    GiveUp {
        /// Names the command.
        cmd: String,
    },
    /// Turns help on at a table of one seat. From now on the match counts as assisted.
    Help {
        /// Names the command.
        cmd: String,
    },
    /// Asks whether the position can still be won.
    Verdict {
        /// Names the command.
        cmd: String,
    },
    /// Asks for the next action of a solution.
    Hint {
        /// Names the command.
        cmd: String,
    },
    /// Asks for the position after this number of actions of a solution.
    Demo {
        /// Names the command.
        cmd: String,
        /// How many; 0 is the position as it is.
        step: u32,
    },
    /// Asks for the last position that could still be won.
    TurningPoint {
        /// Names the command.
        cmd: String,
    },
    /// Goes back to the position after this number of actions of the deal, and plays on from there. It counts as help.
    PlayOn {
        /// Names the command.
        cmd: String,
        /// How many actions stay.
        kept: u32,
    },
    /// Asks what to do, from what the seat sees.
    Advise {
        /// Names the command.
        cmd: String,
    },
    /// Asks what the seat's decisions in a finished deal cost.
    Analyse {
        /// Names the command.
        cmd: String,
        /// Which deal, from 0.
        deal: u32,
    },
    /// Takes a free seat, or moves to it, before the match.
    Sit {
        /// Names the command.
        cmd: String,
        /// Which.
        seat: u8,
    },
    /// The host puts a bot on a seat, before the match.
    Bot {
        /// Names the command.
        cmd: String,
        /// Which.
        seat: u8,
        /// Its level.
        level: String,
    },
    /// The host removes a person from a seat. Before the match the seat is free then; later a bot takes over.
    Unseat {
        /// Names the command.
        cmd: String,
        /// Which.
        seat: u8,
    },
    /// The host swaps two seats, before the match.
    Swap {
        /// Names the command.
        cmd: String,
        /// One.
        a: u8,
        /// The other.
        b: u8,
    },
    /// The host makes another player the host.
    HandOver {
        /// Names the command.
        cmd: String,
        /// The seat to free.
        seat: u8,
    },
    /// The host answers somebody who asks for a seat.
    Admit {
        /// Names the command.
        cmd: String,
        /// Which request: a key of `requests` of the people.
        request: String,
        /// `true`: the person gets a seat.
        on: bool,
    },
    /// The host changes what was agreed, before the match.
    Settings {
        /// Names the command.
        cmd: String,
        /// The settings that change.
        settings: Box<NewSettings>,
    },
    /// The host begins the match: bots take the free seats.
    Begin {
        /// Names the command.
        cmd: String,
    },
    /// Leaves the table for good.
    Leave {
        /// Names the command.
        cmd: String,
    },
    /// Wants a pause, or wants to go on. In a game for one: the player is not looking, which stops the time of play,
    /// or looks again.
    Pause {
        /// Names the command.
        cmd: String,
        /// `true`: the person wants one.
        on: bool,
    },
    /// Wants a bot to play for somebody who is away until that person is back, or wants to wait.
    StandIn {
        /// Names the command.
        cmd: String,
        /// The seat of the person who is away.
        seat: u8,
        /// `true`: a bot plays.
        on: bool,
    },
    /// Wants to play again with the same people, once the match is over.
    Rematch {
        /// Names the command.
        cmd: String,
    },
    /// Sets a claim in advance, or cancels that (K12). It is made as soon as it is legal. Nobody else is told.
    Arm {
        /// Names the command.
        cmd: String,
        /// The claim in notation.
        action: String,
        /// `true`: make it.
        on: bool,
    },
    /// Ends a deal that is decided. The seat whose turn it is offers it or takes the offer back; the others accept or decline.
    Rest {
        /// Names the command.
        cmd: String,
        /// The seat that offers it: `rest.seat` of the frame.
        seat: u8,
        /// Its decision number: `rest.at`.
        at: u32,
        /// `true`: end it.
        on: bool,
    },
    /// Says a phrase from the list.
    Phrase {
        /// Names the command.
        cmd: String,
        /// Which.
        phrase: Phrase,
    },
    /// Says something in free words.
    Say {
        /// Names the command.
        cmd: String,
        /// Text, at most 200 characters.
        text: String,
    },
    /// Takes part in shuffling together: the hash of the seat's nonce, once in each attempt.
    Seal {
        /// Names the command.
        cmd: String,
        /// Which attempt.
        k: u32,
        /// 64 lower-case hex digits.
        h: String,
    },
    /// Reveals the nonce, after the list of hashes has been published.
    Reveal {
        /// Names the command.
        cmd: String,
        /// Which attempt.
        k: u32,
        /// 64 lower-case hex digits.
        n: String,
    },
    /// Asks for the current frame.
    Frame {},
    /// Checks the connection; the answer is `pong`. The connection answers it, not the table.
    Ping {},
}

impl Command {
    /// Reads a message.
    ///
    /// # Errors
    /// If it is not JSON, is not a command, has other keys or types, a control character, or a `cmd` that is empty, too long or not
    /// on one line.
    pub fn parse(text: &str) -> Result<Command, Malformed> {
        check_text(text).map_err(Malformed)?;
        let command: Command = serde_json::from_str(text).map_err(|e| Malformed(e.to_string()))?;
        match command.cmd() {
            Some("") => Err(Malformed("cmd is empty".into())),
            Some(cmd) if cmd.contains(char::is_control) => Err(Malformed("cmd is not on one line".into())),
            Some(cmd) if cmd.chars().count() > MAX_CMD_CHARS => {
                Err(Malformed(format!("cmd has more than {MAX_CMD_CHARS} characters")))
            }
            _ => Ok(command),
        }
    }

    /// Its name, by which the answer is known.
    pub fn cmd(&self) -> Option<&str> {
        match self {
            Command::Act { cmd, .. }
            | Command::Why { cmd, .. }
            | Command::Next { cmd }
            | Command::Undo { cmd, .. }
            | Command::Redo { cmd, .. }
            | Command::GiveUp { cmd }
            | Command::Help { cmd }
            | Command::Verdict { cmd }
            | Command::Hint { cmd }
            | Command::Demo { cmd, .. }
            | Command::TurningPoint { cmd }
            | Command::PlayOn { cmd, .. }
            | Command::Advise { cmd }
            | Command::Analyse { cmd, .. }
            | Command::Sit { cmd, .. }
            | Command::Bot { cmd, .. }
            | Command::Unseat { cmd, .. }
            | Command::Swap { cmd, .. }
            | Command::HandOver { cmd, .. }
            | Command::Admit { cmd, .. }
            | Command::Settings { cmd, .. }
            | Command::Begin { cmd }
            | Command::Leave { cmd }
            | Command::Pause { cmd, .. }
            | Command::StandIn { cmd, .. }
            | Command::Rematch { cmd }
            | Command::Arm { cmd, .. }
            | Command::Rest { cmd, .. }
            | Command::Phrase { cmd, .. }
            | Command::Seal { cmd, .. }
            | Command::Reveal { cmd, .. }
            | Command::Say { cmd, .. } => Some(cmd),
            Command::Frame {} | Command::Ping {} => None,
        }
    }
}

/// A message that is not a command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("That is not a command: {0}. /api lists the commands.")]
pub struct Malformed(String);

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let words = match Command::parse(text) {
            Ok(command) => format!("{command:?}"),
            Err(malformed) => malformed.to_string(),
        };
        assert!(words.contains(expect), "{text}: {words}");
    }

    #[test]
    fn commands_read_as_the_page_writes_them() {
        for text in [
            r#"{"t":"act","cmd":"c1","at":3,"action":"play Qs"}"#,
            r#"{"t":"why","cmd":"c1","action":"play Qs"}"#,
            r#"{"t":"next","cmd":"c1"}"#,
            r#"{"t":"undo","cmd":"c1","n":2}"#,
            r#"{"t":"redo","cmd":"c1","n":2}"#,
            r#"{"t":"give_up","cmd":"c1"}"#,
            r#"{"t":"help","cmd":"c1"}"#,
            r#"{"t":"verdict","cmd":"c1"}"#,
            r#"{"t":"hint","cmd":"c1"}"#,
            r#"{"t":"demo","cmd":"c1","step":2}"#,
            r#"{"t":"turning_point","cmd":"c1"}"#,
            r#"{"t":"play_on","cmd":"c1","kept":2}"#,
            r#"{"t":"advise","cmd":"c1"}"#,
            r#"{"t":"analyse","cmd":"c1","deal":0}"#,
            r#"{"t":"sit","cmd":"c1","seat":2}"#,
            r#"{"t":"bot","cmd":"c1","seat":2,"level":"club"}"#,
            r#"{"t":"unseat","cmd":"c1","seat":2}"#,
            r#"{"t":"swap","cmd":"c1","a":0,"b":2}"#,
            r#"{"t":"hand_over","cmd":"c1","seat":2}"#,
            r#"{"t":"admit","cmd":"c1","request":"3","on":true}"#,
            r#"{"t":"settings","cmd":"c1","settings":{"options":{"deals":4},"clock":"fast","grace_s":0,"watch":false}}"#,
            r#"{"t":"begin","cmd":"c1"}"#,
            r#"{"t":"leave","cmd":"c1"}"#,
            r#"{"t":"pause","cmd":"c1","on":true}"#,
            r#"{"t":"stand_in","cmd":"c1","seat":2,"on":true}"#,
            r#"{"t":"rematch","cmd":"c1"}"#,
            r#"{"t":"arm","cmd":"c1","action":"cut 7 7","on":true}"#,
            r#"{"t":"rest","cmd":"c1","seat":2,"at":9,"on":true}"#,
            r#"{"t":"phrase","cmd":"c1","phrase":"well_played"}"#,
            r#"{"t":"say","cmd":"c1","text":"Good evening"}"#,
            r#"{"t":"seal","cmd":"c1","k":0,"h":"ab"}"#,
            r#"{"t":"reveal","cmd":"c1","k":0,"n":"cd"}"#,
            r#"{"t":"frame"}"#,
            r#"{"t":"ping"}"#,
        ] {
            assert_eq!(serde_json::to_string(&Command::parse(text).unwrap()).unwrap(), text);
        }
    }

    #[test]
    fn what_is_no_command_is_refused_in_words() {
        check("{", "EOF while parsing");
        check("[]", "That is not a command");
        check("null", "That is not a command");
        check(r#"{"t":"cheat","cmd":"c"}"#, "unknown variant `cheat`, expected one of `act`, `why`");
        check(r#"{"t":"next"}"#, "missing field `cmd`");
        check(r#"{"t":"next","cmd":"c","seat":2}"#, "unknown field `seat`");
        check(r#"{"t":"frame","seat":2}"#, "unknown field `seat`");
        check(r#"{"t":"act","cmd":"c","at":-1,"action":"play Qs"}"#, "invalid value");
        check(r#"{"t":"act","cmd":"c","at":1.5,"action":"play Qs"}"#, "invalid type");
        check(r#"{"t":"act","cmd":7,"at":1,"action":"play Qs"}"#, "invalid type");
        check(r#"{"t":"settings","cmd":"c","settings":{"open":"public"}}"#, "unknown field `open`");
        check(r#"{"t":"next","cmd":""}"#, "cmd is empty");
        check(r#"{"t":"next","cmd":"a\nb"}"#, "cmd is not on one line");
        check(&format!(r#"{{"t":"next","cmd":"{}"}}"#, "x".repeat(65)), "more than 64");
        check(r#"{"t":"next","cmd":"a","cmd":"b"}"#, "duplicate field");
    }

    #[test]
    fn no_text_of_a_command_has_a_control_character() {
        for text in [
            r#"{"t":"next","cmd":"c?"}"#,
            r#"{"t":"act","cmd":"c","at":1,"action":"play ?"}"#,
            r#"{"t":"why","cmd":"c","action":"?"}"#,
            r#"{"t":"arm","cmd":"c","action":"?","on":true}"#,
            r#"{"t":"bot","cmd":"c","seat":1,"level":"?"}"#,
            r#"{"t":"say","cmd":"c","text":"Good ? evening"}"#,
            r#"{"t":"seal","cmd":"c","k":0,"h":"?"}"#,
            r#"{"t":"reveal","cmd":"c","k":0,"n":"?"}"#,
            r#"{"t":"settings","cmd":"c","settings":{"options":{"variant":"?"}}}"#,
            r#"{"t":"settings","cmd":"c","settings":{"options":{"a?":[{"b":"c"}]}}}"#,
        ] {
            assert!(Command::parse(&text.replace('?', "-")).is_ok(), "{text}");
            for hostile in ["\\u0000", "\\u001b", "\\b", "\u{7f}", "\u{85}\u{9b}"] {
                check(&text.replace('?', hostile), "It has a character that can't be shown, U+00");
            }
        }
    }
}
