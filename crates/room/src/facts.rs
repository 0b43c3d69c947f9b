//! The agreed settings of a table, and the facts that never change.

use protocol::Settings;

use crate::shuffle::KeptShuffle;

/// Facts of a table that do not change after its match has begun.
#[derive(Clone, Debug)]
pub(crate) struct TableFacts {
    /// The table's id.
    id: String,
    /// The agreed settings.
    settings: Settings,
    /// When it was made, as RFC 3339.
    created: String,
    /// Hash of the sealed seed, or of the secret of the last attempt to shuffle together.
    commitment: String,
    /// How the cards are shuffled together.
    shuffle: KeptShuffle,
}

impl TableFacts {
    pub(crate) fn new(
        (id, created): (String, String),
        settings: Settings,
        commitment: String,
        shuffle: KeptShuffle,
    ) -> TableFacts {
        TableFacts { id, settings, created, commitment, shuffle }
    }

    /// The table's id.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// When it was made, as RFC 3339.
    pub(crate) fn created(&self) -> &str {
        &self.created
    }

    /// The agreed settings.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The host has changed what was agreed.
    pub(crate) fn agree(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// The server's commitment, made before the first card was dealt.
    pub(crate) fn commitment(&self) -> &str {
        &self.commitment
    }

    /// The match begins with the seed of an attempt to shuffle together, which has a commitment of its own.
    pub(crate) fn commit(&mut self, commitment: String) {
        self.commitment = commitment;
    }

    /// How the cards are shuffled together.
    pub(crate) fn shuffle(&self) -> &KeptShuffle {
        &self.shuffle
    }

    /// Shuffling together has gone on. Returns whether it waits for something else now.
    pub(crate) fn replace_shuffle(&mut self, shuffle: KeptShuffle) -> bool {
        let same = self.shuffle.is_same_step(&shuffle);
        self.shuffle = shuffle;
        !same
    }
}
