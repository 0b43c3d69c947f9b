//! A level of this program that acts as an engine. Other programs and later versions of this program can use the
//! engine. `examples/old-bots.sh` also compiles this file at older commits. So the file may use only code that exists
//! in those commits.

use std::io::{self, BufRead, Lines, Write};
use std::sync::atomic::AtomicBool;

use catalog::{CardGame, Visit};
use game::Seat;
use protocol::{FromEngine, NOT_NOW, ToEngine};
use search::Ask;

/// Plays a level over lines of JSON until the other side quits or the input ends.
///
/// # Errors
/// If a line is not a message, a game has no such level, or reading or writing fails.
pub fn play_level(level: &str, input: Box<dyn BufRead>, output: &mut dyn Write) -> io::Result<()> {
    let mut lines = input.lines();
    let mut next = read(&mut lines)?;
    while let Some(message) = next {
        match message {
            ToEngine::New { game, seat, seed, .. } => {
                let seed = u64::from_str_radix(&seed, 16).map_err(io::Error::other)?;
                let play = PlayMatch { level, game: &game, seat, seed, lines: &mut lines, output };
                next = catalog::visit(&game, play).map_err(|error| io::Error::other(error.words))??;
                continue;
            }
            ToEngine::Hello { .. } => send(output, &FromEngine::Ready { name: level.to_owned() })?,
            ToEngine::Ping {} => send(output, &FromEngine::Pong {})?,
            ToEngine::Quit {} => return Ok(()),
            _ => {}
        }
        next = read(&mut lines)?;
    }
    Ok(())
}

/// A visitor that plays a match, and returns the first message that does not belong to the match.
struct PlayMatch<'a> {
    level: &'a str,
    game: &'a str,
    seat: u8,
    seed: u64,
    lines: &'a mut Lines<Box<dyn BufRead>>,
    output: &'a mut dyn Write,
}

impl Visit for PlayMatch<'_> {
    type Output = io::Result<Option<ToEngine>>;

    fn visit<G: CardGame>(self) -> Self::Output {
        let level = catalog::level_of(self.game, self.level).map_err(|error| io::Error::other(error.words))?;
        let seat = Seat::try_from(self.seat).map_err(|_| io::Error::other("there is no such seat"))?;
        let mut bot = catalog::player::<G>(level, self.seed);
        let never = AtomicBool::new(false);
        while let Some(message) = read(self.lines)? {
            match message {
                ToEngine::Ask { id, must, legal, view, .. } => {
                    let view: G::View = serde_json::from_value(view)?;
                    let actions = legal.iter().filter(|text| *text != NOT_NOW).map(|text| text.parse());
                    let mut legal: Vec<G::Action> = actions.collect::<Result<_, _>>().map_err(io::Error::other)?;
                    legal.sort_unstable();
                    let action = bot.decide(Ask { seat, view: &view, legal: &legal, must, cancel: &never });
                    let action = action.map_or_else(|| NOT_NOW.to_owned(), |action| action.to_string());
                    send(self.output, &FromEngine::Act { id, action })?;
                }
                ToEngine::Ping {} => send(self.output, &FromEngine::Pong {})?,
                ToEngine::New { .. } | ToEngine::GameOver { .. } | ToEngine::Quit {} => return Ok(Some(message)),
                _ => {}
            }
        }
        Ok(None)
    }
}

fn read(lines: &mut Lines<Box<dyn BufRead>>) -> io::Result<Option<ToEngine>> {
    let Some(line) = lines.next().transpose()? else { return Ok(None) };
    Ok(Some(serde_json::from_str(&line)?))
}

fn send(output: &mut dyn Write, message: &FromEngine) -> io::Result<()> {
    writeln!(output, "{}", serde_json::to_string(message)?)?;
    output.flush()
}
