//! The results of finished deals for each person, and the mistakes in these deals. All games use results for statistics
//! and streaks.

use crate::{Most, Pending, SessionId};

/// A finished deal for one person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealResult {
    /// The table's id.
    pub table: String,
    /// The number of the deal in its match, from 0.
    pub deal: u32,
    /// The seat.
    pub seat: u8,
    /// The person.
    pub session: SessionId,
    /// The game's id.
    pub game: String,
    /// The version of the rules under which the match was begun.
    pub rules: u32,
    /// All options of that version, as a JSON object.
    pub options: String,
    /// The number of seats.
    pub seats: u8,
    /// The level of the bots in the other seats, if no other person played.
    pub level: Option<String>,
    /// The points of the deal; `None` for a seat that had dropped out of the match before the deal.
    pub points: Option<i32>,
    /// In the last deal of a match: `true` if this seat won the match.
    pub won: Option<bool>,
    /// In the last deal of a match: the duration of the match, in milliseconds.
    pub took_ms: Option<i64>,
    /// `true` if the person used help.
    pub assisted: bool,
    /// The day of a daily deal, such as 20261121; `None` for other deals.
    pub daily: Option<u32>,
    /// The time, in milliseconds since 1970.
    pub at_ms: i64,
}

/// A decision that cost a person much. It comes back until the person gets it right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredMistake {
    /// The id, which follows from the position.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The number of times in a row that it was right.
    pub step: u8,
    /// The time when it comes back, in milliseconds since 1970.
    pub due_ms: i64,
    /// The position and its judgement, as JSON; empty once it is learned. Its id stays then, so it is not stored again.
    pub mistake: String,
}

/// A store of results.
pub trait ResultStore {
    /// Stores results. For each seat, a deal has up to two results: one with help and one without. A newer result
    /// replaces the older one of the same kind. The kinds are separate. So if a lost deal is continued with help, it
    /// stays lost.
    fn note_results(&self, results: Vec<DealResult>) -> Pending<()>;

    /// Returns all results of a person, oldest first.
    fn results_of(&self, session: SessionId) -> Pending<Vec<DealResult>>;

    /// Deletes all results and mistakes of a person.
    fn forget_results(&self, session: SessionId) -> Pending<()>;

    /// Returns at most `limit` results of a person whose deals are not judged yet, newest first: of matches that are
    /// over, and of a solitaire only with help. Mistakes show how to win it, and it could still be played on.
    fn unjudged(&self, session: SessionId, limit: u32) -> Pending<Vec<DealResult>>;

    /// Stores the mistakes of a person in a deal, and that it is judged. Leaves out mistakes that the person has
    /// already, and those beyond `most`. Returns `false`, and does nothing, if it has no result that is not judged.
    fn note_mistakes(
        &self,
        session: SessionId,
        table: &str,
        deal: u32,
        found: Vec<StoredMistake>,
        most: Most,
    ) -> Pending<bool>;

    /// Returns all mistakes of a person, those that come back first at the beginning. Their texts are empty unless
    /// `with_texts` is set.
    fn mistakes_of(&self, session: SessionId, with_texts: bool) -> Pending<Vec<StoredMistake>>;

    /// Returns a mistake of a person.
    fn mistake(&self, session: SessionId, id: &str) -> Pending<Option<StoredMistake>>;

    /// Changes a mistake after an answer, if its step is still `from`.
    fn answer_mistake(&self, session: SessionId, from: u8, mistake: StoredMistake) -> Pending<()>;

    /// Deletes all mistakes of a person. The deals stay judged.
    fn forget_mistakes(&self, session: SessionId) -> Pending<()>;

    /// Reopens a match that had ended, because the last actions of a solitaire were undone.
    fn reopen(&self, table: &str) -> Pending<()>;
}
