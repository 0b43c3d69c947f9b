//! The TypeScript types of the messages, for the page.

use ts_rs::{Config, TS};

use crate::*;

/// Returns the complete text of `web/src/net/protocol.gen.ts`.
pub fn typescript() -> String {
    let config = Config::new();
    let mut text = String::from(
        "// The messages between page and server. Generated from crates/protocol by `cargo xtask types`: do not edit.\n",
    );
    let mut add = |declaration: String| {
        text.push_str("\nexport ");
        text.push_str(&declaration);
        text.push('\n');
    };
    add(GameInfo::decl(&config));
    add(GameSeats::decl(&config));
    add(OptionField::decl(&config));
    add(Games::decl(&config));
    add(Races::decl(&config));
    add(Open::decl(&config));
    add(ClockKind::decl(&config));
    add(ChatMode::decl(&config));
    add(NewTable::decl(&config));
    add(SeatTaken::decl(&config));
    add(Me::decl(&config));
    add(NewName::decl(&config));
    add(ListedSeat::decl(&config));
    add(TableLine::decl(&config));
    add(Invite::decl(&config));
    add(QrCode::decl(&config));
    add(Continuation::decl(&config));
    add(EngineSeat::decl(&config));
    add(Invitation::decl(&config));
    add(SitDown::decl(&config));
    add(PlayerReport::decl(&config));
    add(QuickMatch::decl(&config));
    add(Lobby::decl(&config));
    add(LobbyTable::decl(&config));
    add(HostInfo::decl(&config));
    add(HostPage::decl(&config));
    add(swap(&<Replay>::decl(&config), "JsonValue", "unknown"));
    add(swap(&<ReplayStep>::decl(&config), "JsonValue", "unknown"));
    add(swap(&<DealHistory>::decl(&config), "JsonValue", "unknown"));
    add(swap(&<PastStep>::decl(&config), "JsonValue", "unknown"));
    add(swap(&<Lesson>::decl(&config), "JsonValue", "unknown"));
    add(swap(&<LessonStep>::decl(&config), "JsonValue", "unknown"));
    add(LessonAnswer::decl(&config));
    add(WhyNot::decl(&config));
    add(Imported::decl(&config));
    add(ImportedRecord::decl(&config));
    add(Statistics::decl(&config));
    add(GameStatistics::decl(&config));
    add(Tally::decl(&config));
    add(MyData::decl(&config));
    add(MyTable::decl(&config));
    add(MyResult::decl(&config));
    add(MyInvite::decl(&config));
    add(MyRecord::decl(&config));
    add(MyDevices::decl(&config));
    add(MyDevice::decl(&config));
    add(Daily::decl(&config));
    add(DailyDeal::decl(&config));
    add(DailyResult::decl(&config));
    add(DealWish::decl(&config));
    add(DealLevel::decl(&config));
    add(RatedDeal::decl(&config));
    add(ErrorBody::decl(&config));
    add(ErrorDetail::decl(&config));
    add(RecordPlace::decl(&config));
    add(Command::decl(&config));
    // `Frame` and `People` get a key `t`, by which the page distinguishes messages.
    let message = swap(&<Message>::decl(&config), "{ \"t\": \"frame\" } & Frame<", "Frame<");
    let message = swap(&message, "{ \"t\": \"room\" } & People", "People");
    add(swap(&message, "{ \"t\": \"shuffle\" } & SharedShuffle", "SharedShuffle"));
    add(Verdict::decl(&config));
    add(swap(&<Advised>::decl(&config), "JsonValue", "unknown"));
    add(swap(&<Choice>::decl(&config), "JsonValue", "unknown"));
    add(Reason::decl(&config));
    add(swap(&<Judged>::decl(&config), "JsonValue", "unknown"));
    add(swap(&<Frame>::decl(&config), " = { ", " = { t: \"frame\", "));
    add(swap(&People::decl(&config), " = { ", " = { t: \"room\", "));
    add(swap(&SharedShuffle::decl(&config), " = { ", " = { t: \"shuffle\", "));
    add(ShuffleStep::decl(&config));
    add(SharedAttempt::decl(&config));
    add(Stage::decl(&config));
    add(Settings::decl(&config));
    add(NewSettings::decl(&config));
    add(Phrase::decl(&config));
    add(ChatLine::decl(&config));
    add(Notice::decl(&config));
    add(Clock::decl(&config));
    add(Margin::decl(&config));
    add(BoardKind::decl(&config));
    add(MatchPhase::decl(&config));
    add(Window::decl(&config));
    add(RestOffer::decl(&config));
    add(SeatInfo::decl(&config));
    add(TableEvent::decl(&config));
    add(DealScore::decl(&config));
    add(Refusal::decl(&config));
    text
}

fn swap(declaration: &str, from: &str, to: &str) -> String {
    assert!(declaration.contains(from), "ts-rs writes it otherwise now: {declaration}");
    declaration.replacen(from, to, 1).replace("JsonValue", "unknown")
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
