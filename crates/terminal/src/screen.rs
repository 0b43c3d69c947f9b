//! The terminal as a device. The program takes control of it while a game is shown, and restores it whatever happens.

use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::thread::{self, ThreadId};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{execute, queue};

/// True while this program controls the terminal.
static ENTERED: AtomicBool = AtomicBool::new(false);

static DRAWS: Mutex<Option<ThreadId>> = Mutex::new(None);

/// The panic messages of other threads. They are printed after the terminal has been restored.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

static HOOK: Once = Once::new();

/// The terminal under the program's control. It is restored when this value is dropped.
pub(crate) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    mouse: bool,
}

impl Screen {
    pub(crate) fn open(mouse: bool) -> io::Result<Screen> {
        HOOK.call_once(leave_on_panic);
        *DRAWS.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread::current().id());
        let terminal = enter(mouse).and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        Ok(Screen { terminal: terminal.inspect_err(|_| leave())?, mouse })
    }

    /// Draws a whole screen, but sends only the changed cells. A terminal that supports synchronized updates shows all
    /// changes together.
    pub(crate) fn draw(&mut self, paint: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| paint(frame.buffer_mut()))?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }

    /// Takes control of the terminal again, whatever its state is. The next drawing sends the whole screen.
    pub(crate) fn restart(&mut self) -> io::Result<()> {
        leave();
        enter(self.mouse)?;
        // A new `Terminal` draws everything again. If the old one were cleared instead, it would query the terminal for
        // the position of the cursor, and the program would read the reply as keys.
        Terminal::new(CrosstermBackend::new(io::stdout())).map(|terminal| self.terminal = terminal)
    }

    /// Restores the terminal and stops this process, as the shell expects after Ctrl-Z. Later the shell continues the
    /// process.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        leave();
        rustix::process::kill_current_process_group(rustix::process::Signal::TSTP)?;
        self.restart()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
        for words in PANICS.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            let _ = writeln!(io::stderr(), "{words}");
        }
    }
}

fn enter(mouse: bool) -> io::Result<()> {
    // The flag is set before the first change, so that the changes are undone even if one of them fails.
    ENTERED.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, Clear(ClearType::All))?;
    // An error is ignored: a terminal without bracketed paste sends pasted text as keys.
    let _ = execute!(io::stdout(), EnableBracketedPaste);
    if mouse {
        execute!(io::stdout(), EnableMouseCapture)?;
    }
    Ok(())
}

/// Restores the terminal, unless that has been done already. Failures are ignored, because the terminal may be gone.
fn leave() {
    if ENTERED.swap(false, Ordering::SeqCst) {
        let _ = disable_raw_mode();
        let _ = execute!(io::stdout(), EndSynchronizedUpdate, DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = execute!(io::stdout(), DisableBracketedPaste);
    }
}

/// Sets the hook for panics. If the thread that draws panics, the terminal is restored before the message is printed.
/// If another thread panics, its message is printed later, because it must not overwrite the table.
fn leave_on_panic() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let draws = *DRAWS.lock().unwrap_or_else(PoisonError::into_inner) == Some(thread::current().id());
        if draws || !ENTERED.load(Ordering::SeqCst) {
            leave();
            before(info);
        } else {
            PANICS.lock().unwrap_or_else(PoisonError::into_inner).push(info.to_string());
        }
    }));
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::io::Read;

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    use super::*;

    const CHILD: &str = "CARDROOM_TEST_PANICS";

    /// Runs in the process that the test `a_panic_gives_the_terminal_back` starts.
    #[test]
    fn panics_in_a_terminal() {
        if env::var_os(CHILD).is_none() {
            return;
        }
        let mut screen = Screen::open(true).unwrap();
        screen
            .draw(|buffer| {
                buffer.set_string(0, 0, "drawn", ratatui::style::Style::new());
            })
            .unwrap();
        // The first panic is in another thread, so its message is printed at the end. The second one restores the
        // terminal.
        let _ = thread::spawn(|| panic!("beside the table")).join();
        panic!("at the table");
    }

    #[test]
    fn a_panic_gives_the_terminal_back() {
        let pair = native_pty_system().openpty(PtySize::default()).unwrap();
        let before = format!("{:?}", pair.master.get_termios().unwrap());
        let mut command = CommandBuilder::new(env::current_exe().unwrap());
        command.args(["--exact", "screen::tests::panics_in_a_terminal", "--nocapture"]);
        command.env(CHILD, "1");
        command.env("RUST_BACKTRACE", "0");
        let mut child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let mut parser = vt100::Parser::default();
        let mut bytes = [0; 4096];
        let mut was_taken = false;
        // On Linux, reading from a pseudo-terminal returns an error when its other end is closed.
        while let Ok(n @ 1..) = reader.read(&mut bytes) {
            for byte in &bytes[..n] {
                parser.process(&[*byte]);
                was_taken |= parser.screen().alternate_screen() && parser.screen().bracketed_paste();
            }
        }
        assert!(!child.wait().unwrap().success());
        let screen = parser.screen();
        assert!(was_taken);
        assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        assert_eq!(format!("{:?}", pair.master.get_termios().unwrap()), before);
        let said = screen.contents();
        assert!(said.contains("at the table") && said.contains("beside the table"), "{said}");
    }
}
