//! A replay of the matches of a record file, deal by deal and step by step.

use protocol::{Frame, ImportedRecord, Replay};

use crate::board;
use crate::table::TableScreen;
use ratatui::crossterm::event::KeyCode;
use wording::{Language, Value as In, WordLists, event_lines};

/// The result of a key, which the caller has to carry out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turned {
    /// The caller has to fetch another deal, or another seat's view of the deal.
    Fetch,
    Leave,
}

/// A file of records, opened at a step of a deal.
pub(crate) struct ReplayScreen {
    pub table: TableScreen,
    records: Vec<ImportedRecord>,
    record: usize,
    deal: u32,
    viewer: u8,
    replay: Option<Replay>,
    step: usize,
}

impl ReplayScreen {
    pub(crate) fn new(language: Language, records: Vec<ImportedRecord>) -> ReplayScreen {
        let mut table = TableScreen::new(language, String::new());
        let words = &table.words;
        let keys = [
            ("?", "terminal.keys"),
            ("q", "terminal.leave"),
            ("← →", "replay.keys.step"),
            ("↑ ↓", "terminal.deals"),
            ("v", "replay.keys.viewpoint"),
        ];
        let keys = keys.map(|(key, name)| format!("[{key}] {}", words.say(name)));
        table.foot = Some(keys.join("  "));
        ReplayScreen { table, records, record: 0, deal: 0, viewer: 0, replay: None, step: 0 }
    }

    /// Returns the path of the request for the deal that is to be shown.
    pub(crate) fn path(&self) -> String {
        let record = &self.records[self.record];
        format!("/api/v1/records/{}/replay?deal={}&viewer={}", record.id, self.deal, self.viewer)
    }

    /// Shows a deal that was fetched. If only the view has changed, the replay stays at the same step.
    pub(crate) fn show(&mut self, replay: Replay) {
        let same = self.replay.as_ref().is_some_and(|shown| shown.deal == replay.deal && shown.game == replay.game);
        if !same {
            self.step = 0;
        }
        self.table.words = WordLists::new(self.table.words.language, Some(&replay.game));
        self.step = self.step.min(replay.steps.len().saturating_sub(1));
        self.replay = Some(replay);
        self.turn();
    }

    /// Handles the wheel of a mouse: moves from step to step, or scrolls the popup.
    pub(crate) fn wheel(&mut self, to: KeyCode) -> Option<Turned> {
        self.key(match to {
            _ if self.table.popup.is_some() => to,
            KeyCode::Up => KeyCode::Left,
            _ => KeyCode::Right,
        })
    }

    /// Handles a press of the mouse: goes one step forward, or closes the popup.
    pub(crate) fn click(&mut self) -> Option<Turned> {
        self.key(KeyCode::Enter)
    }

    pub(crate) fn key(&mut self, key: KeyCode) -> Option<Turned> {
        if let Some(popup) = &mut self.table.popup {
            if popup.key(key).is_some() {
                self.table.popup = None;
            }
            return None;
        }
        let last = self.replay.as_ref().map_or(0, |replay| replay.steps.len().saturating_sub(1));
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return Some(Turned::Leave),
            KeyCode::Char('?') => self.table.popup = Some(crate::parts::replay_help(&self.table.words)),
            KeyCode::Char('l') => self.table.popup = Some(crate::parts::log(&self.table.log, &self.table.words)),
            KeyCode::Right | KeyCode::Enter | KeyCode::Char(' ') => self.step = (self.step + 1).min(last),
            KeyCode::Left | KeyCode::Backspace => self.step = self.step.saturating_sub(1),
            KeyCode::PageDown => self.step = (self.step + 10).min(last),
            KeyCode::PageUp => self.step = self.step.saturating_sub(10),
            KeyCode::Home => self.step = 0,
            KeyCode::End => self.step = last,
            KeyCode::Down | KeyCode::Char(']') => return self.turn_deal(true),
            KeyCode::Up | KeyCode::Char('[') => return self.turn_deal(false),
            KeyCode::Char('v') => {
                let seats = self.replay.as_ref().map_or(1, |replay| replay.seats.len().max(1));
                self.viewer = (self.viewer + 1) % u8::try_from(seats).unwrap_or(1);
                return Some(Turned::Fetch);
            }
            _ => {}
        }
        self.turn();
        None
    }

    fn turn_deal(&mut self, forward: bool) -> Option<Turned> {
        match forward {
            true if self.deal + 1 < self.records[self.record].deals => self.deal += 1,
            true if self.record + 1 < self.records.len() => {
                (self.record, self.deal, self.viewer) = (self.record + 1, 0, 0);
            }
            false if self.deal > 0 => self.deal -= 1,
            false if self.record > 0 => {
                self.record -= 1;
                (self.deal, self.viewer) = (self.records[self.record].deals.saturating_sub(1), 0);
            }
            _ => return None,
        }
        self.replay = None;
        Some(Turned::Fetch)
    }

    /// Shows the current step, and the events up to this step.
    fn turn(&mut self) {
        let Some(replay) = &self.replay else { return };
        let table = &mut self.table;
        let frames: Vec<Frame> = (0..=self.step).filter_map(|step| frame(replay, step)).collect();
        table.log.clear();
        for pair in frames.windows(2) {
            let lines = event_lines(&pair[0], &pair[1], &table.words);
            table.log.extend(lines.into_iter().map(|line| (replay.deal, line)));
        }
        let Some(now) = frames.into_iter().next_back() else { return };
        table.hand.by_rank = board::of(&now).sorts_by_rank();
        table.hand.set(board::hand(&now));
        let (n, of) = (self.step as i64, replay.steps.len().saturating_sub(1) as i64);
        table.notice = Some(table.words.with("replay.place", &[("n", In::Number(n)), ("of", In::Number(of))]));
        table.frame = Some(Box::new(now));
    }
}

/// Returns a step as a frame for a seat, without legal actions.
fn frame(replay: &Replay, step: usize) -> Option<Frame> {
    let at = replay.steps.get(step)?;
    Some(Frame {
        n: 1,
        game: replay.game.clone(),
        board: replay.board,
        options: replay.options.clone(),
        seats: replay.seats.clone(),
        viewer: replay.viewer,
        deal: replay.deal,
        dealer: replay.dealer,
        view: at.view.clone(),
        must: at.must.clone(),
        since: at.since.clone(),
        totals: replay.before.clone(),
        deals: replay.deals.clone(),
        number: replay.number,
        ..Frame::default()
    })
}

#[cfg(test)]
mod tests {
    use protocol::ReplayStep;

    use super::*;
    use crate::match_tests::Match;

    /// Returns a replay of one match of two deals. It is at the first deal, which has 30 steps.
    fn reel() -> ReplayScreen {
        let mut played = Match::of("schwarze-dame", Language::English);
        let mut steps = Vec::new();
        for _ in 0..=30 {
            let now = played.now();
            steps.push(ReplayStep { since: now.since.clone(), view: now.view.clone(), must: now.must.clone() });
            assert!(played.step());
        }
        let now = played.now();
        let replay = serde_json::json!({
            "game": now.game,
            "board": now.board,
            "options": now.options,
            "seats": now.seats,
            "viewer": 0,
            "deal": 0,
            "dealer": now.dealer,
            "before": now.totals,
            "deals": [],
            "winners": null,
            "number": null,
            "steps": steps,
        });
        let replay: Replay = serde_json::from_value(replay).expect("a deal of the protocol");
        let record = serde_json::json!({"id": "r", "game": now.game, "deals": 2});
        let record: ImportedRecord = serde_json::from_value(record).expect("a match of the protocol");
        let mut reel = ReplayScreen::new(Language::English, vec![record]);
        reel.show(replay);
        reel
    }

    #[test]
    fn keys_go_through_a_deal() {
        let mut reel = reel();
        let keys = [
            (KeyCode::Right, 1),
            (KeyCode::Enter, 2),
            (KeyCode::Char(' '), 3),
            (KeyCode::Left, 2),
            (KeyCode::Backspace, 1),
            (KeyCode::PageDown, 11),
            (KeyCode::PageDown, 21),
            (KeyCode::PageUp, 11),
            (KeyCode::End, 30),
            (KeyCode::Right, 30),
            (KeyCode::Home, 0),
            (KeyCode::Left, 0),
        ];
        for (key, step) in keys {
            assert_eq!(reel.key(key), None);
            assert_eq!(reel.table.notice.as_deref(), Some(format!("Step {step} of 30").as_str()), "{key:?}");
        }
        assert_eq!((reel.key(KeyCode::Char('[')), reel.deal), (None, 0), "there is none before it");
        assert_eq!((reel.key(KeyCode::Char(']')), reel.deal), (Some(Turned::Fetch), 1));
        assert_eq!((reel.key(KeyCode::Char(']')), reel.deal), (None, 1), "it is the last one");
        assert_eq!((reel.key(KeyCode::Char('[')), reel.deal), (Some(Turned::Fetch), 0));
        for key in [KeyCode::Char('q'), KeyCode::Esc] {
            assert_eq!(reel.key(key), Some(Turned::Leave), "{key:?}");
        }
    }

    #[test]
    fn a_mouse_goes_through_a_deal_and_along_what_lies_over_it() {
        let mut reel = reel();
        let step = |reel: &ReplayScreen| reel.step;
        reel.wheel(KeyCode::Down);
        reel.click();
        assert_eq!(step(&reel), 2);
        reel.wheel(KeyCode::Up);
        assert_eq!(step(&reel), 1);
        // While the help is open, the wheel scrolls it and a press closes it. The replay stays at its step.
        reel.key(KeyCode::Char('?'));
        let help = reel.table.popup.clone().expect("the help");
        for keys in ["← →", "PgUp PgDn", "Home End", "↑ ↓ [ ]", "q Esc"] {
            assert!(help.lines.iter().any(|line| line.starts_with(keys)), "{keys}: {:?}", help.lines);
        }
        reel.wheel(KeyCode::Down);
        assert_eq!(reel.table.popup.as_ref().map(|popup| popup.scroll), Some(1));
        reel.wheel(KeyCode::Up);
        assert_eq!(reel.table.popup.as_ref().map(|popup| popup.scroll), Some(0));
        reel.click();
        assert!(reel.table.popup.is_none());
        assert_eq!(step(&reel), 1);
    }
}
