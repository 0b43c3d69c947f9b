//! The life of an action after its check: stored, done, told.

use game::{Seat, Viewer};
use store::{Ending, Pending, StoreError};
use table::{Accepted, Entry, Phase, Why};

use super::course::{By, took_over};
use super::{Croupier, ENGINE};
use crate::margins;
use crate::time::now_ms;

impl Croupier {
    /// The life of an action after its check: stored, then done, then told. Nothing leaves before it is stored; if it
    /// cannot be, nothing has happened.
    pub(super) async fn commit(
        &mut self,
        accepted: Accepted,
        seat: Option<Seat>,
        cmd: Option<&str>,
    ) -> Result<(), StoreError> {
        // It came before it is stored, however long that takes.
        let margin = self.margin_of(accepted.entry(), cmd.is_some());
        if let Entry::Act { .. } = accepted.entry() {
            self.played.look_back();
            self.follow_played();
        }
        let event = store::Event {
            at_ms: now_ms(),
            seat: seat.map(|seat| seat.index() as u8),
            cmd: cmd.map(str::to_owned),
            entry: margins::written(accepted.entry(), margin, self.played_beside()),
        };
        let asked = std::time::Instant::now();
        let stored = self.house.store.append(&self.id, self.log, vec![event]).await;
        match &stored {
            Ok(()) => self.house.meters.committed(&self.setup.game, asked.elapsed()),
            Err(StoreError::Full) => {
                self.house.meters.not_stored();
                tracing::warn!(table = self.id, "the disk is full: an action was refused");
                return stored;
            }
            Err(error) => {
                self.house.meters.not_stored();
                tracing::error!(table = self.id, %error, "an action could not be stored: the table is loaded again");
                self.astray = true;
                return stored;
            }
        }
        self.log += 1;
        self.position += u64::from(self.changes_the_position(accepted.entry()));
        self.told_full = false;
        if let (Some(seat), Some(cmd)) = (seat, cmd) {
            self.answers.carried_out(seat, cmd);
        }
        let entry = accepted.entry().clone();
        self.assists.follow(self.log, &entry);
        self.stop_advisers();
        self.margin = margin;
        if entry == Entry::Next {
            self.keep_for_watchers();
        }
        self.by = self.course.note(&entry, self.margin, seat);
        self.note_advice(&entry);
        let deal = if self.state.engines.is_empty() { 0 } else { self.deal_in_view() };
        let mut heard = self.table.apply(accepted);
        self.follow_played();
        if matches!(entry, Entry::Act { .. } | Entry::TookOver { .. }) {
            self.note_player(self.log - 1, deal, &entry);
        }
        match &entry {
            // Who plays a seat is nothing that one could claim after.
            Entry::TookOver { seat, bot, .. } => {
                tracing::info!(table = self.id, seat = seat.index(), bot, "somebody else plays a seat");
                self.sync_bots();
                heard.extend(took_over(&entry));
            }
            _ => self.open_race(Some(&entry)),
        }
        // The log says it too ([`Armed::stands`]): that a claim is armed no more need not be stored.
        self.state.armed.retain(|armed| armed.outlives(&entry));
        if entry == Entry::Next {
            for place in &mut self.places {
                place.ready = false;
            }
        }
        self.plan_clocks();
        self.broadcast(&heard);
        self.tell_engines(&entry, &heard);
        self.margin = None;
        self.by = By::default();
        if matches!(entry, Entry::Next | Entry::TookOver { .. }) || self.table.phase() != Phase::Deal {
            self.plan_next();
            self.broadcast_room();
        }
        self.note_the_end();
        Ok(())
    }

    /// Notes that a seat is advised. The table does not wait for the store: nobody else can time it, and nothing that is counted
    /// tells of it. Nobody hears the advice before what is returned here is done; if that fails, memory and store disagree.
    pub(super) fn mark_advised(&mut self, accepted: Accepted, seat: Seat) -> Pending<()> {
        let entry = accepted.entry().clone();
        debug_assert!(matches!(entry, Entry::Advised { .. }));
        let seat = Some(seat.index() as u8);
        let event = store::Event {
            at_ms: now_ms(),
            seat,
            cmd: None,
            entry: margins::written(&entry, None, self.played_beside()),
        };
        let stored = self.house.store.append(&self.id, self.log, vec![event]);
        self.log += 1;
        self.assists.follow(self.log, &entry);
        self.note_advice(&entry);
        self.table.apply(accepted);
        stored
    }

    /// Whether others have to think again after this entry, which is about to be applied. Where several choose at once the
    /// choice is sealed (a law of games): it tells the others nothing.
    fn changes_the_position(&self, entry: &Entry) -> bool {
        match entry {
            Entry::Act { seat, .. } => self.table.must().len() == 1 || !self.table.must().has(*seat),
            Entry::Next | Entry::Undo { .. } | Entry::GiveUp | Entry::PlayOn { .. } => true,
            Entry::Assisted | Entry::Advised { .. } | Entry::TookOver { .. } => false,
        }
    }

    /// Notes who plays a seat from here, and what was done in an engine's place. `log`: the number of the entry; `deal`: the deal to
    /// which it belongs.
    pub(super) fn note_player(&mut self, log: u64, deal: u32, entry: &Entry) {
        if let Entry::Act { seat, .. } = entry
            && self.places[seat.index()].stand_in.is_some()
            && self
                .state
                .engines
                .iter()
                .any(|pass| usize::from(pass.seat) == seat.index() && pass.log <= log && pass.from <= deal)
        {
            self.places[seat.index()].replaced += 1;
        }
        if let Entry::TookOver { seat, bot, why } = entry {
            let person = self.setup.seats[seat.index()].session.is_some();
            let engine = self.is_engines(seat.index());
            let place = &mut self.places[seat.index()];
            place.stand_in = bot.clone().filter(|level| person || (engine && level != ENGINE));
            place.time_up = person && bot.is_some() && *why == Why::Clock;
            if place.stand_in.is_none() {
                place.timed_out = None;
            }
        }
    }

    /// Lists show a finished match without loading it, and statistics its deals. If a note is lost in a crash, the next
    /// load writes it.
    pub(super) fn note_the_end(&mut self) {
        match self.table.phase() {
            // What had ended goes on: actions were taken back.
            Phase::Deal if self.ended => {
                self.ended = false;
                self.noted = 0;
                drop(self.house.store.reopen(&self.id));
            }
            Phase::Over if self.ended => return,
            Phase::Deal => return,
            Phase::Between | Phase::Over => self.note_results(),
        }
        if self.table.phase() == Phase::Over {
            self.ended = true;
            let totals = self.table.position(Viewer::Public).totals;
            drop(self.house.store.end(&self.id, Ending { at_ms: now_ms(), totals }));
            self.house.meters.match_over(&self.setup.game);
            tracing::info!(table = self.id, game = self.setup.game, "a match is over");
        }
    }
}
