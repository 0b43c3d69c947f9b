//! The agreements that people can make during a deal: to end a decided deal (docs/develop/protocol.md, "Decided
//! deals"), and to pause. The words are the same as in the page (`web/src/ui/RestOffer.tsx`,
//! `web/src/people/statusStrip.tsx`).

use protocol::{ClockKind, Command, Frame, People, Stage};

use crate::typed;
use wording::{Value as In, WordLists};

/// A choice of the viewer: an offer or an answer about the end of the deal or about a pause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RestChoice {
    pub key: char,
    /// The key of the choice's words.
    words: &'static str,
    /// The name of the choice on the `:` line. It is the same in every language.
    name: &'static str,
    /// True if the choice offers or accepts.
    on: bool,
}

/// The key of choices about a pause. All other choices are about the end of a deal.
const PAUSE: char = 'P';

const OFFER: RestChoice = RestChoice { key: 'e', words: "rest.offer", name: "end", on: true };
const ACCEPT: RestChoice = RestChoice { key: 'e', words: "rest.accept", name: "end", on: true };
const TAKE_BACK: RestChoice = RestChoice { key: 'e', words: "rest.take_back", name: "on", on: false };
const DECLINE: RestChoice = RestChoice { key: 'n', words: "rest.decline", name: "on", on: false };
const ASK: RestChoice = RestChoice { key: PAUSE, words: "pause.ask", name: "pause", on: true };
const AGREE: RestChoice = RestChoice { key: PAUSE, words: "pause.agree", name: "pause", on: true };
const CANCEL: RestChoice = RestChoice { key: PAUSE, words: "pause.no", name: "resume", on: false };
const RESUME: RestChoice = RestChoice { key: PAUSE, words: "pause.go_on", name: "resume", on: false };

impl RestChoice {
    pub(crate) fn say(self, words: &WordLists) -> String {
        words.say(self.words)
    }

    /// Returns the words of the choice, with the reason for it if no other text on the screen gives the reason.
    pub(crate) fn explained(self, words: &WordLists) -> String {
        match self {
            OFFER => format!("{}: {}", self.say(words), words.say("rest.why")),
            _ => self.say(words),
        }
    }

    /// Returns true if the choice does not appear in the row of actions, because nobody waits for it.
    pub(crate) fn is_idle(self) -> bool {
        self == ASK
    }

    /// Returns true if the text after `:` is either the name of the choice or the words of its button.
    fn is_typed(self, text: &str, words: &WordLists) -> bool {
        text == self.name || typed::is_phrase(text, &self.say(words))
    }

    /// Returns the command of this choice, or `None` if the offer does not exist any more.
    pub(crate) fn command(self, frame: &Frame) -> Option<impl FnOnce(String) -> Command + use<>> {
        let (RestChoice { key, on, .. }, offer) = (self, frame.rest.as_ref().map(|offer| (offer.seat, offer.at)));
        (key == PAUSE || offer.is_some()).then_some(move |cmd| match offer.filter(|_| key != PAUSE) {
            Some((seat, at)) => Command::Rest { cmd, seat, at, on },
            None => Command::Pause { cmd, on },
        })
    }
}

pub(crate) fn choices(frame: &Frame, people: Option<&People>) -> impl Iterator<Item = RestChoice> + use<> {
    let end: &[RestChoice] = match (&frame.rest, frame.viewer) {
        (Some(rest), Some(viewer)) => match &rest.accepted {
            None => &[OFFER],
            Some(_) if rest.seat == viewer => &[TAKE_BACK],
            Some(_) if rest.open.contains(&viewer) => &[ACCEPT, DECLINE],
            Some(_) => &[],
        },
        _ => &[],
    };
    end.iter().copied().chain(people.and_then(about_pause))
}

/// Returns the viewer's choice about a pause, if the table can agree on one.
fn about_pause(people: &People) -> Option<RestChoice> {
    let you = people.you.filter(|_| people.stage == Stage::Playing && people.settings.clock == ClockKind::Relaxed)?;
    Some(match people.pause_votes.as_slice() {
        _ if people.paused => RESUME,
        votes if votes.contains(&you) => CANCEL,
        [] => ASK,
        _ => AGREE,
    })
}

pub(crate) fn typed_choice(
    text: &str,
    frame: &Frame,
    people: Option<&People>,
    words: &WordLists,
) -> Option<RestChoice> {
    choices(frame, people).find(|choice| choice.is_typed(text, words))
}

/// Returns true if an offer waits for the viewer's answer.
pub(crate) fn is_asked(frame: &Frame, people: Option<&People>) -> bool {
    choices(frame, people).any(|choice| [ACCEPT, AGREE, RESUME].contains(&choice))
}

/// Returns the words for an open offer, for a running pause, or for a pause that somebody wants.
pub(crate) fn said(frame: &Frame, people: Option<&People>, words: &WordLists) -> Option<String> {
    let names = |seats: &[u8]| seats.iter().map(|&seat| words.seat(frame, seat)).collect::<Vec<_>>().join(", ");
    if let Some(rest) = frame.rest.as_ref().filter(|rest| rest.accepted.is_some() && frame.viewer.is_some()) {
        if frame.viewer.is_some_and(|viewer| rest.seat != viewer && rest.open.contains(&viewer)) {
            return Some(words.of_seat(frame, rest.seat, "rest.offered", &[]));
        }
        return Some(words.with("rest.waiting", &[("who", In::Text(&names(&rest.open)))]));
    }
    let people = people?;
    match about_pause(people) {
        _ if people.paused => Some(words.say("pause.on")),
        Some(CANCEL) => Some(words.say("pause.waits")),
        Some(AGREE) => {
            let n = In::Number(people.pause_votes.len() as i64);
            Some(words.with("pause.wanted", &[("who", In::Text(&names(&people.pause_votes))), ("n", n)]))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use protocol::{Message, RestOffer};

    use super::*;
    use crate::match_tests::{Match, PLAIN, mine};
    use crate::table::Wanted;
    use ratatui::crossterm::event::KeyCode;
    use wording::Language;

    /// Returns a table at which seat 0 sees this offer.
    fn table_with(language: Language, offer: RestOffer) -> Match {
        let mut played = Match::of("schwarze-dame", language);
        played.until(mine);
        let mut frame = played.now().clone();
        frame.n += 1;
        frame.rest = Some(offer);
        played.table.receive(Message::Frame(Box::new(frame)));
        played
    }

    fn may_offer() -> RestOffer {
        RestOffer { seat: 0, at: 9, accepted: None, open: Vec::new() }
    }

    fn offered(seat: u8, open: &[u8]) -> RestOffer {
        RestOffer { seat, at: 9, accepted: Some(Vec::new()), open: open.to_vec() }
    }

    fn says(played: &mut Match, keys: &str) -> Option<(u8, u32, bool)> {
        let mut asked = None;
        for letter in keys.chars() {
            let key = if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) };
            asked = played.table.key(key);
        }
        match asked {
            Some(Wanted::Send(Command::Rest { seat, at, on, .. })) => Some((seat, at, on)),
            _ => None,
        }
    }

    #[test]
    fn who_may_offer_is_shown_it_and_offers_by_key_line_and_list() {
        let mut played = table_with(Language::English, may_offer());
        let shown = played.text(80, 24, PLAIN);
        assert!(shown.contains("[e] End the deal"), "{shown}");
        for keys in ["e", ":end\n", ":End the deal\n"] {
            assert_eq!(says(&mut played, keys), Some((0, 9, true)), "{keys}");
        }
        assert_eq!(says(&mut played, "n"), None, "there is nothing to decline");
        assert_eq!(says(&mut played, ":on\n"), None);
        // The offer is the last entry of the list of moves.
        played.table.key(KeyCode::Char('m'));
        played.table.key(KeyCode::End);
        assert_eq!(says(&mut played, "\n"), Some((0, 9, true)));
        // The help gives the reason.
        played.table.key(KeyCode::Char('?'));
        let help = played.table.popup.as_ref().unwrap();
        assert!(
            help.lines.contains(&"e   End the deal: the result can’t change any more".to_owned()),
            "{:?}",
            help.lines
        );
    }

    #[test]
    fn who_has_offered_waits_and_takes_it_back() {
        let mut played = table_with(Language::English, offered(0, &[2, 3]));
        let shown = played.text(80, 24, PLAIN);
        assert!(shown.contains("End the deal? Waiting for Cy, Wilhelmine."), "{shown}");
        assert!(shown.contains("[e] Play on instead"), "{shown}");
        for keys in ["e", ":on\n", ":play on instead\n"] {
            assert_eq!(says(&mut played, keys), Some((0, 9, false)), "{keys}");
        }
    }

    #[test]
    fn who_is_asked_accepts_or_declines() {
        for (language, words, accept, decline) in [
            (Language::English, "Cy offers to end the deal: the result can’t change any more.", "End it", "Play on"),
            (Language::French, "Cy propose de finir la donne", "Finir", "Continuer"),
            (Language::German, "Cy möchte das Spiel beenden: Die Punkte stehen fest.", "Beenden", "Weiterspielen"),
        ] {
            let mut played = table_with(language, offered(2, &[0]));
            let shown = played.text(80, 24, PLAIN);
            assert!(shown.contains(&format!("▶ {words}")), "{shown}");
            assert!(shown.contains(&format!("[e] {accept}")) && shown.contains(&format!("[n] {decline}")), "{shown}");
            for keys in ["e", ":end\n", &format!(":{accept}\n")] {
                assert_eq!(says(&mut played, keys), Some((2, 9, true)), "{keys}");
            }
            for keys in ["n", ":on\n", &format!(":{decline}\n")] {
                assert_eq!(says(&mut played, keys), Some((2, 9, false)), "{keys}");
            }
        }
    }

    #[test]
    fn who_has_answered_or_only_watches_waits() {
        let mut played = table_with(Language::English, offered(2, &[1]));
        assert!(played.text(80, 24, PLAIN).contains("End the deal? Waiting for Bo."));
        assert_eq!((says(&mut played, "e"), says(&mut played, "n")), (None, None));
        let watched = Frame { viewer: None, ..played.now().clone() };
        assert!(choices(&watched, None).next().is_none() && said(&watched, None, &played.table.words).is_none());
    }
}
