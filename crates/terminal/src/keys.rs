//! Keys as the tables know them.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A key that means something here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TypedKey {
    Letter(char),
    Enter,
    Escape,
    Tab,
    Back,
    Delete,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    /// Ctrl-C, Ctrl-D or Ctrl-Q.
    Quit,
    /// Ctrl-L: draws everything again.
    Redraw,
    /// Ctrl-Z: back to the shell, until it goes on with us.
    Suspend,
}

impl TypedKey {
    pub(crate) fn of(event: KeyEvent) -> Option<TypedKey> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        if event.modifiers.contains(KeyModifiers::CONTROL) {
            return match event.code {
                KeyCode::Char('c' | 'd' | 'q') => Some(TypedKey::Quit),
                KeyCode::Char('l') => Some(TypedKey::Redraw),
                KeyCode::Char('z') => Some(TypedKey::Suspend),
                _ => None,
            };
        }
        if event.modifiers.contains(KeyModifiers::ALT) {
            return None;
        }
        Some(match event.code {
            KeyCode::Char(letter) => TypedKey::Letter(letter),
            KeyCode::Enter => TypedKey::Enter,
            KeyCode::Esc => TypedKey::Escape,
            KeyCode::Tab => TypedKey::Tab,
            KeyCode::Backspace => TypedKey::Back,
            KeyCode::Delete => TypedKey::Delete,
            KeyCode::Left => TypedKey::Left,
            KeyCode::Right => TypedKey::Right,
            KeyCode::Up => TypedKey::Up,
            KeyCode::Down => TypedKey::Down,
            KeyCode::Home => TypedKey::Home,
            KeyCode::End => TypedKey::End,
            KeyCode::PageUp => TypedKey::PageUp,
            KeyCode::PageDown => TypedKey::PageDown,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(code: KeyCode, modifiers: KeyModifiers) -> Option<TypedKey> {
        TypedKey::of(KeyEvent::new(code, modifiers))
    }

    #[test]
    fn control_keys_leave_or_draw_again() {
        for letter in ['c', 'd', 'q'] {
            assert_eq!(pressed(KeyCode::Char(letter), KeyModifiers::CONTROL), Some(TypedKey::Quit), "{letter}");
        }
        assert_eq!(pressed(KeyCode::Char('l'), KeyModifiers::CONTROL), Some(TypedKey::Redraw));
        assert_eq!(pressed(KeyCode::Char('z'), KeyModifiers::CONTROL), Some(TypedKey::Suspend));
        assert_eq!(pressed(KeyCode::Char('x'), KeyModifiers::CONTROL), None);
        assert_eq!(pressed(KeyCode::Char('q'), KeyModifiers::NONE), Some(TypedKey::Letter('q')));
        assert_eq!(pressed(KeyCode::Char('q'), KeyModifiers::ALT), None);
    }

    #[test]
    fn a_key_counts_when_it_goes_down() {
        let mut event = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
        assert_eq!(TypedKey::of(event), Some(TypedKey::Enter));
        event.kind = KeyEventKind::Release;
        assert_eq!(TypedKey::of(event), None);
    }
}
