//! Mistakes that tests plant in a room, to check that the simulator finds them. Without the feature `faults` there
//! are none: the compiler knows that [`planted`] is `false`.

/// A mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlantedFault {
    /// A command is answered before it is stored.
    DoneBeforeStored,
    /// A command that is sent again is carried out again.
    CommandTwice,
    /// Commands that were carried out before the table was loaded are forgotten.
    AnswersForgotten,
    /// A command that was carried out is answered as refused.
    RefusedThoughStored,
    /// The window for claims opens only where somebody can claim.
    WindowOnlyIfMay,
    /// A refusal names what another seat can do.
    CardInRefusal,
    /// The time of somebody who is away never ends.
    LostTimer,
    /// Somebody is away the moment the connection is lost.
    NoGrace,
    /// Whoever takes a seat has it in the middle of a deal.
    SeatMidDeal,
    /// A bot acts later where it has a choice.
    LateBot,
    /// The number of a frame is sometimes one too high.
    FrameNumber,
    /// A bot is asked with the question of another seat.
    WrongQuestion,
    /// All connections get the frame of the first.
    WrongFrame,
    /// The second connection of a seat is told nothing new.
    StaleTab,
    /// Of several entries the last is not stored.
    EntryLost,
    /// Spectators see everything at once.
    NoWatchDelay,
    /// A move that waits for claims is never made.
    HeldForever,
    /// A bot whose action could not be stored does not try again.
    NoSecondTry,
    /// Everybody sees all claims that are armed.
    ArmedShown,
    /// The history of a deal is told with all cards.
    OpenHistory,
    /// A metric counts that a bot thought about a claim.
    ChanceCounted,
    /// The next deal is dealt as soon as one wants it.
    NextTooEarly,
    /// The server's secret is told while players still shuffle together.
    SecretTold,
    /// The match begins before every seat that takes part in the shuffle has revealed its nonce.
    DealtTooEarly,
}

#[cfg(feature = "faults")]
std::thread_local! {
    static PLANTED: std::cell::Cell<Option<PlantedFault>> = const { std::cell::Cell::new(None) };
}

/// Plants a mistake in all rooms of this thread, or none.
#[cfg(feature = "faults")]
pub fn plant(fault: Option<PlantedFault>) {
    PLANTED.set(fault);
}

/// Whether this mistake is planted.
#[cfg(feature = "faults")]
pub(crate) fn planted(fault: PlantedFault) -> bool {
    PLANTED.get() == Some(fault)
}

/// Whether this mistake is planted.
#[cfg(not(feature = "faults"))]
pub(crate) const fn planted(_: PlantedFault) -> bool {
    false
}
