//! What a host of the server allows to be said at every table.

use std::sync::Arc;

use protocol::ChatMode;

use crate::words::WordFilter;

/// What a host of the server allows to be said, whatever a table has agreed.
#[derive(Clone, Debug, Default)]
pub struct TalkRules {
    /// Phrases alone.
    pub phrases_only: bool,
    /// Words that are masked.
    pub words: Arc<WordFilter>,
}

impl TalkRules {
    /// What may be said at a table that agreed on `chat`.
    pub(crate) fn allowed(&self, chat: ChatMode) -> ChatMode {
        if self.phrases_only { ChatMode::Phrases } else { chat }
    }
}
