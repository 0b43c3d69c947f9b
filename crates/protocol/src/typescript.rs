//! The TypeScript types of the messages, for the page.

use game::declarations;
use ts_rs::Config;

use crate::*;

/// Types from which all others follow.
type Roots = (
    (Games, NewTable, SeatTaken, Me, NewName, Invite, QrCode, EngineSeat, Invitation, SitDown),
    (PlayerReport, QuickMatch, Lobby, HostInfo, HostPage, Replay, DealHistory, Lesson, LessonAnswer, WhyNot),
    (Imported, Statistics, MyData, MyDevices, Daily, DealWish, RatedDeal, ErrorBody, Command, Message),
    (Continuation, MatchPhase, Judged, Stage, NewPractice, FoundMistakes, MistakeAnswer, MyMistakes),
    (Days, DayField),
);

/// Returns the complete text of `web/src/net/protocol.gen.ts`.
pub fn typescript() -> String {
    let mut types = declarations::<Roots>(&Config::new());
    types.remove("JsonValue");
    for (name, from, to) in [
        // `Frame` and `People` get a key `t`, by which the page distinguishes messages.
        ("Message", "{ \"t\": \"frame\" } & Frame<", "Frame<"),
        ("Message", "{ \"t\": \"room\" } & People", "People"),
        ("Message", "{ \"t\": \"shuffle\" } & SharedShuffle", "SharedShuffle"),
        ("Frame", " = { ", " = { t: \"frame\", "),
        ("People", " = { ", " = { t: \"room\", "),
        ("SharedShuffle", " = { ", " = { t: \"shuffle\", "),
    ] {
        let declaration = types.get_mut(name).expect("a root needs it");
        assert!(declaration.contains(from), "ts-rs writes it otherwise now: {declaration}");
        *declaration = declaration.replacen(from, to, 1);
    }
    let head = "// The messages between page and server. Generated from crates/protocol by `cargo xtask types`: do not edit.\n";
    let all = types.values().fold(head.to_owned(), |text, declaration| format!("{text}\nexport {declaration}\n"));
    all.replace("JsonValue", "unknown")
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_page_has_these_types() {
        let there = include_str!("../../../web/src/net/protocol.gen.ts");
        assert!(there == super::typescript(), "run `cargo xtask types`");
        assert!(there.contains("export type Message<View = unknown, Legal = unknown> = Frame<View, Legal> | "));
    }
}
