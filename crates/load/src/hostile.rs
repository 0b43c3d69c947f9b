//! How long a stranger waits for bots and for an analysis, calm and beside guests of one network who ask for as much as they may: one
//! at 32 tables with champions, 14 who analyse, and 20 searches for deals. Both figures come from the same run.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use futures_util::future::try_join_all;
use tokio::task::{JoinSet, LocalSet};
use tokio::time::sleep;

use crate::cardroom::{CHAMPIONS, Guest, LoadTable};
use crate::champions::{AnswerTimes, ChampionsMessage, play_and_ask};
use crate::connection::{WebSocket, ask};
use crate::play::{Say, SeatClient};
use crate::process::ServerProcess;
use crate::{Done, while_};

const STRANGER: IpAddr = IpAddr::V4(Ipv4Addr::new(198, 51, 100, 7));
const CLUBS: &str = r#"{"game":"schwarze-dame","options":{"deals":100},"bots":["club","club","club"]}"#;
const SEARCH: &str = r#"{"game":"rouge-et-noir","level":"hard"}"#;

/// Between two analyses of the stranger, and for hostile guests after a refusal.
const PAUSE: Duration = Duration::from_secs(5);

/// An address of the hostile site, in a network of its own.
fn hostile(n: u16) -> IpAddr {
    IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, n, 0, 0, 0, 1))
}

/// Measures, and returns a table in Markdown. Each phase counts for so many seconds.
///
/// # Errors
/// If the server refuses the stranger something, or meets a bug.
pub fn starve(program: &Path, data: &Path, seconds: f64, say: &dyn Fn(&str)) -> Done<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(while_("a runtime"))?;
    let counted = Duration::from_secs_f64(seconds);
    LocalSet::new().block_on(&runtime, async {
        let data = tempfile::tempdir_in(data).map_err(while_("a data folder"))?;
        let server = ServerProcess::cardroom(program, data.path(), None)?;
        let address = server.address;
        let mut tables = Vec::new();
        say("everybody plays a deal");
        for n in 0..4 {
            tables.extend(after_a_deal(address, hostile(n)).await?);
        }
        let mut people = JoinSet::new();
        let own = after_a_deal(address, STRANGER).await?.swap_remove(0);
        let [bots, analyses] = [Rc::new(AnswerTimes::default()), Rc::new(AnswerTimes::default())];
        people.spawn_local(analyse(own, analyses.clone(), PAUSE));
        let line = LoadTable::alone(address, STRANGER, None, CLUBS).await?.sit(address, 0).await?;
        people.spawn_local(wait_for_bots(line, bots.clone()));
        let mut rows = Vec::new();
        for phase in ["calm", "busy"] {
            if phase == "busy" {
                let first = LoadTable::alone(address, hostile(99), None, CHAMPIONS).await?;
                for _ in 0..32 {
                    let table = LoadTable::alone(address, hostile(99), Some(&first.cookies[0]), CHAMPIONS).await?;
                    people.spawn_local(play_and_ask(table.sit(address, 0).await?, Rc::default()));
                }
                for line in tables.drain(..).take(14) {
                    people.spawn_local(analyse(line, Rc::default(), Duration::ZERO));
                }
                (100..120).for_each(|n| drop(people.spawn_local(search(address, hostile(n)))));
            }
            say(phase);
            sleep(counted / 4).await;
            bots.count();
            analyses.count();
            sleep(counted).await;
            rows.push([bots.counted(), analyses.counted()]);
        }
        if let Some(ended) = people.try_join_next() {
            return Err(format!("somebody ended: {}", ended.map_err(while_("play"))?));
        }
        drop(people);
        server.met_no_bug()?;
        server.stop()?;
        let mut text = "| mean (longest), s | calm | busy | ratio | target |\n|---|--:|--:|--:|--:|\n".to_owned();
        for (kind, (name, target)) in [("a bot acts", 2.5), ("an analysis", 4.0)].into_iter().enumerate() {
            let figures = rows.iter().map(|row| figures(name, &row[kind])).collect::<Done<Vec<_>>>()?;
            let [(calm, calm_text), (busy, busy_text)] = &figures[..] else { unreachable!("two phases") };
            text += &format!("| {name} | {calm_text} | {busy_text} | {:.2} × | ≤ {target} × |\n", busy / calm);
        }
        Ok(text)
    })
}

fn figures(name: &str, times: &[Duration]) -> Done<(f64, String)> {
    let longest = times.iter().max().ok_or_else(|| format!("{name}: none in time, so take more --seconds"))?;
    let mean = times.iter().sum::<Duration>().as_secs_f64() / times.len() as f64;
    Ok((mean, format!("{mean:.2} ({:.2}), n = {}", longest.as_secs_f64(), times.len())))
}

/// Four guests after their first deal.
async fn after_a_deal(server: SocketAddr, household: IpAddr) -> Done<Vec<WebSocket>> {
    let table = LoadTable::open_from(server, household).await?;
    let lines = try_join_all((0..4).map(|seat| table.sit(server, seat))).await?;
    try_join_all(lines.into_iter().map(|mut line| async {
        let (mut guest, mut stood) = (Guest::default(), None);
        loop {
            let text = line.hear_soon().await?;
            if text.contains(r#""phase":"between""#) {
                return Ok(line);
            }
            let heard = guest.hear(&text)?;
            if let Some(Say::Move(text)) = heard.say.filter(|_| stood != heard.stands) {
                stood = heard.stands;
                line.send(text).await?;
            }
        }
    }))
    .await
}

/// Has its first deal analysed again and again, until something goes wrong.
async fn analyse(mut line: WebSocket, times: Rc<AnswerTimes>, pause: Duration) -> String {
    for n in 0_u64.. {
        let asked = times.begin();
        if let Err(words) = line.send(format!(r#"{{"t":"analyse","cmd":"a{n}","deal":0}}"#)).await {
            return words;
        }
        let rests = loop {
            match line.hear().await {
                Ok(text) if text.contains(r#""t":"analysis""#) => break pause,
                Ok(text) if text.contains(r#""t":"refused""#) && pause.is_zero() => break PAUSE,
                Ok(text) if text.contains(r#""t":"refused""#) => return text.to_string(),
                Ok(_) => {}
                Err(words) => return words,
            }
        };
        times.end(asked);
        // The server hangs up on whoever reads nothing.
        let rested = sleep(rests);
        tokio::pin!(rested);
        loop {
            tokio::select! {
                () = &mut rested => break,
                Err(words) = line.hear() => return words,
            }
        }
    }
    unreachable!("it goes on")
}

/// Plays, and takes the time of each bot's turn, until something goes wrong.
async fn wait_for_bots(mut line: WebSocket, times: Rc<AnswerTimes>) -> String {
    let (mut guest, mut stood, mut turn) = (Guest::default(), None, None);
    loop {
        let said = line.hear().await.and_then(|text| {
            let message: ChampionsMessage<'_> = serde_json::from_str(&text).map_err(while_(&text))?;
            if message.t == "frame" {
                times.end(turn.take());
                turn = times.begin().filter(|_| message.bot_has_turn());
            }
            guest.hear(&text)
        });
        let text = match said.map(|heard| (heard.stands, heard.say)) {
            Ok((stands, Some(Say::Move(text)))) if stood != stands => {
                stood = stands;
                text
            }
            Ok((_, Some(Say::Word(text)))) => text,
            Ok(_) => continue,
            Err(words) => return words,
        };
        if let Err(words) = line.send(text).await {
            return words;
        }
    }
}

/// Searches for deals, one after the other.
async fn search(server: SocketAddr, from: IpAddr) -> String {
    let mut cookie = None;
    loop {
        // Whoever waits for more than a minute hangs up and asks again.
        if let Ok(answer) = ask(from, server, "/api/v1/deals", cookie.as_deref(), Some(SEARCH)).await {
            cookie = cookie.or(answer.cookie);
            if answer.status == 429 {
                sleep(PAUSE).await;
            }
        }
    }
}
