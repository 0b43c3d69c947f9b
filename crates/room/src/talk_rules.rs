//! The rules of a server's host about messages at every table.

use std::sync::Arc;

use protocol::ChatMode;

use crate::word_filter::WordFilter;

/// The rules of a server's host about messages, whatever a table has agreed.
#[derive(Clone, Debug, Default)]
pub struct TalkRules {
    /// `true` if only phrases are allowed.
    pub phrases_only: bool,
    /// The words that are masked.
    pub words: Arc<WordFilter>,
}

impl TalkRules {
    /// Returns the messages that are allowed at a table that agreed on `chat`.
    pub(crate) fn allowed(&self, chat: ChatMode) -> ChatMode {
        if self.phrases_only { ChatMode::Phrases } else { chat }
    }
}
