//! The administrator's rules for chat, which apply to every table of the server.

use std::sync::Arc;

use protocol::ChatMode;

use crate::word_filter::WordFilter;

/// The administrator's rules for chat, whatever a table has agreed on.
#[derive(Clone, Debug, Default)]
pub struct TalkRules {
    /// `true` if only phrases are allowed.
    pub phrases_only: bool,
    /// The words that are masked.
    pub words: Arc<WordFilter>,
}

impl TalkRules {
    /// Returns the kind of messages that is allowed at a table that agreed on `chat`.
    pub(crate) fn allowed(&self, chat: ChatMode) -> ChatMode {
        if self.phrases_only { ChatMode::Phrases } else { chat }
    }
}
