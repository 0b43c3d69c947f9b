//! Messages from a client on a table's socket.

use serde::Serialize;

use crate::{NewSettings, Phrase, check_text};

/// The maximum number of characters in a `cmd`.
pub const MAX_CMD_CHARS: usize = 64;

/// A command. Its seat follows from the session, never from the message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Acts for the seat in the game.
    Act {
        /// The name of the command. A repeated command has no further effect.
        cmd: String,
        /// The decision number in the frame to which the player reacts.
        at: u32,
        /// The action in notation.
        action: String,
    },
    /// Asks for the reason why an action is not legal.
    Why {
        /// The name of the command.
        cmd: String,
        /// The action in notation.
        action: String,
    },
    /// Declares that the player is ready for the next deal, which is dealt when everybody is ready.
    Next {
        /// The name of the command.
        cmd: String,
    },
    /// Takes back your last actions, at a table of one seat and at a practice table. What followed them is undone too.
    Undo {
        /// The name of the command.
        cmd: String,
        /// The number of your actions.
        n: u32,
    },
    /// Repeats undone actions.
    Redo {
        /// The name of the command.
        cmd: String,
        /// The number of actions.
        n: u32,
    },
    /// Gives up, at a table of one seat.
    GiveUp {
        /// The name of the command.
        cmd: String,
    },
    /// Turns help on, at a table of one seat. From then on the match counts as assisted.
    Help {
        /// The name of the command.
        cmd: String,
    },
    /// Asks whether the position can still be won.
    Verdict {
        /// The name of the command.
        cmd: String,
    },
    /// Asks for the next action of a solution.
    Hint {
        /// The name of the command.
        cmd: String,
    },
    /// Asks for the position after this number of actions of a solution.
    Demo {
        /// The name of the command.
        cmd: String,
        /// The number of actions; 0 is the current position.
        step: u32,
    },
    /// Asks for the last position that could still be won.
    TurningPoint {
        /// The name of the command.
        cmd: String,
    },
    /// Goes back to an earlier position of the deal and plays on from there. This counts as help.
    PlayOn {
        /// The name of the command.
        cmd: String,
        /// The number of actions that stay.
        kept: u32,
    },
    /// Asks for advice from the view of the seat.
    Advise {
        /// The name of the command.
        cmd: String,
    },
    /// Asks for the cost of the seat's decisions in a finished deal.
    Analyse {
        /// The name of the command.
        cmd: String,
        /// The number of the deal, from 0.
        deal: u32,
    },
    /// Takes a free seat or moves to a free seat, before the match.
    Sit {
        /// The name of the command.
        cmd: String,
        /// The seat.
        seat: u8,
    },
    /// Puts a bot on a seat, before the match. Only the host may.
    Bot {
        /// The name of the command.
        cmd: String,
        /// The seat.
        seat: u8,
        /// The level of the bot.
        level: String,
    },
    /// Removes a person from a seat. Only the host may. Before the match the seat becomes free; in play a bot gets it.
    Unseat {
        /// The name of the command.
        cmd: String,
        /// The seat.
        seat: u8,
    },
    /// Swaps two seats, together with the people in them, before the match. Only the host may.
    Swap {
        /// The name of the command.
        cmd: String,
        /// One seat.
        a: u8,
        /// The other seat.
        b: u8,
    },
    /// Makes another player the host. Only the host may.
    HandOver {
        /// The name of the command.
        cmd: String,
        /// The seat of the new host.
        seat: u8,
    },
    /// Answers a person who asks for a seat. Only the host may.
    Admit {
        /// The name of the command.
        cmd: String,
        /// The request: a key of `requests` in the `room` message.
        request: String,
        /// `true`: the person gets a seat.
        on: bool,
    },
    /// Changes the settings of the table, before the match. Only the host may.
    Settings {
        /// The name of the command.
        cmd: String,
        /// The settings that change.
        settings: Box<NewSettings>,
    },
    /// Begins the match; bots take the free seats. Only the host may.
    Begin {
        /// The name of the command.
        cmd: String,
    },
    /// Leaves the table for good.
    Leave {
        /// The name of the command.
        cmd: String,
    },
    /// Votes for a pause, or takes the vote back. In a one-seat game, reports that the player has turned away from the
    /// table, which stops the time of play, or is back.
    Pause {
        /// The name of the command.
        cmd: String,
        /// `true` for a pause.
        on: bool,
    },
    /// Votes for a bot that plays for an absent person until that person is back, or takes the vote back.
    StandIn {
        /// The name of the command.
        cmd: String,
        /// The seat of the person who is away.
        seat: u8,
        /// `true` for a bot.
        on: bool,
    },
    /// Asks for another match with the same people, once the match is over.
    Rematch {
        /// The name of the command.
        cmd: String,
    },
    /// Shows the others a position of the finished match. From then on you lead the review of the match, until you are
    /// away or show nothing new for a minute, and another player sends this command.
    Review {
        /// The name of the command.
        cmd: String,
        /// The number of the deal, from 0.
        deal: u32,
        /// The number of the deal's actions before the position.
        step: u32,
    },
    /// Sets a claim in advance, or cancels it (K12). The table makes the claim as soon as it is legal. Until then no
    /// other player sees it.
    Arm {
        /// The name of the command.
        cmd: String,
        /// The claim in notation.
        action: String,
        /// `true` to set the claim, `false` to cancel it.
        on: bool,
    },
    /// Offers to end a decided deal early, or answers the offer. Only the seat whose turn it is may make the offer.
    Rest {
        /// The name of the command.
        cmd: String,
        /// The seat that makes the offer: `rest.seat` of the frame.
        seat: u8,
        /// The decision number of the offer: `rest.at`.
        at: u32,
        /// `true` to end the deal.
        on: bool,
    },
    /// Sends a phrase from the list.
    Phrase {
        /// The name of the command.
        cmd: String,
        /// The phrase.
        phrase: Phrase,
    },
    /// Sends free text.
    Say {
        /// The name of the command.
        cmd: String,
        /// Text, at most 200 characters.
        text: String,
    },
    /// Takes part in shuffling together by sending the hash of the seat's nonce, once in each attempt.
    Seal {
        /// The name of the command.
        cmd: String,
        /// The number of the attempt.
        k: u32,
        /// 64 lower-case hex digits.
        h: String,
    },
    /// Reveals the nonce, after the list of hashes has been published.
    Reveal {
        /// The name of the command.
        cmd: String,
        /// The number of the attempt.
        k: u32,
        /// 64 lower-case hex digits.
        n: String,
    },
    /// Asks for the current frame.
    Frame {},
    /// Checks the connection. The connection, not the table, answers `pong`.
    Ping {},
}

game::read_tagged! { Command by "t":
    Act { cmd, at, action }, Why { cmd, action }, Next { cmd }, Undo { cmd, n }, Redo { cmd, n }, GiveUp { cmd },
    Help { cmd }, Verdict { cmd }, Hint { cmd }, Demo { cmd, step }, TurningPoint { cmd }, PlayOn { cmd, kept },
    Advise { cmd }, Analyse { cmd, deal }, Sit { cmd, seat }, Bot { cmd, seat, level }, Unseat { cmd, seat },
    Swap { cmd, a, b }, HandOver { cmd, seat }, Admit { cmd, request, on }, Settings { cmd, settings }, Begin { cmd },
    Leave { cmd }, Pause { cmd, on }, StandIn { cmd, seat, on }, Rematch { cmd }, Review { cmd, deal, step },
    Arm { cmd, action, on },
    Rest { cmd, seat, at, on }, Phrase { cmd, phrase }, Say { cmd, text }, Seal { cmd, k, h }, Reveal { cmd, k, n },
    Frame {}, Ping {},
}

impl Command {
    /// Reads a message.
    ///
    /// # Errors
    /// If the text is not JSON or not a command, has unknown keys, wrong types or a control character, or if its `cmd`
    /// is empty, too long or not on one line.
    pub fn parse(text: &str) -> Result<Command, Malformed> {
        check_text(text).map_err(Malformed)?;
        let command: Command = game::read_json(text).map_err(|e| Malformed(e.to_string()))?;
        match command.cmd() {
            Some("") => Err(Malformed("cmd is empty".into())),
            Some(cmd) if cmd.contains(char::is_control) => Err(Malformed("cmd is not on one line".into())),
            Some(cmd) if cmd.chars().count() > MAX_CMD_CHARS => {
                Err(Malformed(format!("cmd has more than {MAX_CMD_CHARS} characters")))
            }
            _ => Ok(command),
        }
    }

    /// Returns the name of the command, which its answer repeats.
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
            | Command::Review { cmd, .. }
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

/// The error for a message that is not a command.
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
            r#"{"t":"review","cmd":"c1","deal":0,"step":12}"#,
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
