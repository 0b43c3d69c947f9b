//! Runs bots and helpers away from the async threads. They send their answers as mail.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use room::{BegunWork, BotQuestion, BotReply, Busy, Input, TaskId, WorkStep};
use store::SessionId;
use table::{AnyBot, Question};
#[cfg(test)]
use tokio::time::Instant;

use super::event_loop::Actor;
use super::mail::Mail;
use crate::turns::{JobOwner, Place};
use crate::work::{Cancel, CancelOnDrop, NICEST, in_background};

/// The longest thinking time of a bot. The simulations of a bot need far less.
const THINKS_AT_MOST: Duration = Duration::from_secs(5);

impl Actor {
    pub(super) fn ask_bot(&mut self, asked: BotQuestion) {
        let BotQuestion { task, bot, question, level, .. } = asked;
        #[cfg(test)]
        let script = self.services.script.as_ref().map(|script| script(self.room.table(), question.seat, &level));
        let Some(mailbox) = self.mailbox.upgrade() else { return };
        let work = &self.services.work;
        let line = if question.must { &work.bots } else { &work.chances }.clone();
        // The work counts for the seated person who has used the least work so far. So a guest who runs many tables
        // does not delay the people who sit at one of these tables. If nobody is seated, the work counts for a
        // spectator. If there are no spectators either, it counts for the host.
        let people = |all: bool| {
            let clients = self.room.clients().filter(move |(.., sits)| all || *sits);
            line.lightest(clients.map(|(person, network, _)| JobOwner::guest(SessionId(person.0), network)))
        };
        let host = || JobOwner::guest(self.setup.host.unwrap_or(SessionId(0)), None);
        let owner = people(false).or_else(|| people(true)).unwrap_or_else(host);
        let mut place = line.place(owner).expect("as many bots as there are seats may wait");
        let who = ThinkingBot { table: self.room.id().to_owned(), game: self.setup.game.clone(), level };
        let cancel = self.begin(task);
        tokio::spawn(async move {
            let turn = tokio::select! {
                biased;
                () = cancel.cancelled() => None,
                much = place.turn() => Some(much),
            };
            let asked = std::time::Instant::now();
            let result = match turn {
                #[cfg(test)]
                Some(_) if script.is_some() => script.expect("there").play(bot, &cancel).await,
                Some(much) => answer_within(THINKS_AT_MOST, question, bot, who, (cancel, place, much)).await,
                // The question was cancelled.
                None => Some((bot, None)),
            };
            let reply = BotReply { task, took: asked.elapsed(), result };
            // If the table was released, nobody needs the bot's answer.
            let _ = mailbox.send(Box::new(Mail::Input(Input::BotReply(reply)))).await;
        });
    }

    /// Carries out work that helps a person, unless too much of that person's work is waiting already.
    pub(super) fn help(&mut self, task: TaskId, person: SessionId, work: room::Work) {
        let pools = &self.services.work;
        let network = self.room.clients().find(|(client, ..)| client.0 == person.0).and_then(|(_, network, _)| network);
        let (pool, network) = match &work {
            // Advice does not count for the network. Otherwise a person who had to wait for others in the same network
            // would learn that those others are being advised.
            room::Work::Advise { .. } => (&pools.advice, None),
            room::Work::SolvePosition(_) => (&pools.help, None),
            room::Work::Analyse { .. } => (&pools.analyses, network),
            // A search for the turning point can take much memory, so only a few searches run at the same time.
            room::Work::FindTurningPoint(_) => (&pools.turning_points, network),
        };
        let place = match pool.place(JobOwner::guest(person, network)) {
            Ok(place) => place,
            Err(_) => {
                self.next.push_back(Input::HelpReply { task, result: Err(Busy) });
                return;
            }
        };
        #[cfg(test)]
        if let (Some(works), room::Work::Advise { .. }) =
            (self.services.adviser.as_ref().map(|adviser| adviser()), &work)
        {
            return self.advise_after(works, task, place);
        }
        let Some(mailbox) = self.mailbox.upgrade() else { return };
        let (ceiling, cancel) = (work.ceiling(), self.begin(task));
        let news = mailbox.clone();
        let step = move |work: BegunWork, cancel: &AtomicBool| {
            let mut progress = |done, of| {
                // If the mailbox is full, this report of progress is dropped. More reports will come.
                let _ = news.try_send(Box::new(Mail::Input(Input::Progress { task, done, of })));
            };
            match work.step(&mut progress, cancel) {
                WorkStep::More(more) => ControlFlow::Continue(more),
                WorkStep::Done(found) => ControlFlow::Break(found),
            }
        };
        tokio::spawn(async move {
            let found = place.run_steps(&cancel, ceiling, work.begin(), step).await.flatten();
            // If the table was released, nobody waits for the answer.
            let _ = mailbox.send(Box::new(Mail::Input(Input::HelpReply { task, result: Ok(found) }))).await;
        });
    }

    /// Registers work under its task. The work ends when the task is cancelled or the table is released.
    pub(super) fn begin(&mut self, task: TaskId) -> Cancel {
        let cancel = Cancel::default();
        self.tasks.insert(task, CancelOnDrop(cancel.clone()));
        cancel
    }
}

/// The bot that thinks, described for the log.
struct ThinkingBot {
    table: String,
    game: String,
    level: String,
}

/// Asks a bot away from the async threads. If the bot is cancelled or reaches the time limit, it stops and answers with
/// the best action that it has found. The bot keeps its place in the queue until it has stopped.
async fn answer_within(
    ceiling: Duration,
    question: Question,
    mut bot: Box<dyn AnyBot>,
    who: ThinkingBot,
    (cancel, place, much): (Cancel, Place, bool),
) -> Option<(Box<dyn AnyBot>, Option<String>)> {
    let stop = cancel.clone();
    let must = question.must;
    let mut thinking = tokio::task::spawn_blocking(move || {
        let answer = match much {
            false => bot.answer(question, &stop.flag),
            true => in_background(NICEST, || bot.answer(question, &stop.flag)),
        };
        drop(place);
        (bot, answer)
    });
    tokio::select! {
        result = &mut thinking => return result.ok(),
        () = tokio::time::sleep(ceiling) => {}
    }
    cancel.cancel();
    // A log line about a bot that could cut in would reveal something of the bot's hand.
    if must {
        let ceiling_ms = ceiling.as_millis() as u64;
        let ThinkingBot { table, game, level } = who;
        tracing::warn!(table, game, level, ceiling_ms, "a bot thought until the ceiling");
    }
    thinking.await.ok()
}

#[cfg(test)]
mod tests {

    use tokio_util::sync::CancellationToken;

    use table::Intent;

    use super::*;
    use crate::work::WorkPools;

    #[tokio::test]
    async fn a_bot_at_the_ceiling_answers_with_what_it_has_and_blocks_nobody() {
        let log = logged(true).await;
        let [line] = log.lines().collect::<Vec<_>>()[..] else { panic!("one line, not {log:?}") };
        assert!(line.contains("WARN"), "{line}");
        for part in [
            "a bot thought until the ceiling",
            "table=\"t7\"",
            "game=\"schwarze-dame\"",
            "level=\"master\"",
            "ceiling_ms=1000",
        ] {
            assert!(line.contains(part), "{part} in {line}");
        }
    }

    /// Checks that nothing is logged about a bot that is asked about a chance to claim. The log would show that the bot
    /// has the cards for the claim. The host reads the log, and may play at the table.
    #[tokio::test]
    async fn that_a_bot_had_a_chance_to_think_about_is_not_logged() {
        assert_eq!(logged(false).await, "");
    }

    /// Returns the log of a bot that reaches the time limit.
    async fn logged(must: bool) -> String {
        let names = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
        let setup = catalog::setup("schwarze-dame", &Default::default(), names, cards::Seed::numbered(3)).unwrap();
        let table = catalog::open(setup).unwrap();
        let seat = table.must().first().unwrap();
        let question = table.question(seat).unwrap();
        let question = Question { must, ..question };
        let at = question.at;
        let bot = catalog::bot("schwarze-dame", "pimc:10000000", 1).unwrap();
        let who = ThinkingBot { table: "t7".to_owned(), game: "schwarze-dame".to_owned(), level: "master".to_owned() };
        let mut log = tempfile::tempfile().unwrap();
        let writer = std::sync::Mutex::new(log.try_clone().unwrap());
        let subscriber = tracing_subscriber::fmt().without_time().with_ansi(false).with_writer(writer);
        let _listens = tracing::subscriber::set_default(subscriber.finish());
        let line = WorkPools::new(&CancellationToken::new()).bots;
        let mut place = line.place(JobOwner::guest(SessionId(1), None)).unwrap();
        let much = place.turn().await;
        let wanted = (Cancel::default(), place, much);
        let thinking = tokio::spawn(answer_within(Duration::from_secs(1), question, bot, who, wanted));
        // The only async thread of this test is not blocked while the bot thinks.
        let before = Instant::now();
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert!(!thinking.is_finished());
        assert!(before.elapsed() < Duration::from_secs(1));
        let (_, answer) = thinking.await.unwrap().expect("the bot does not fail");
        assert!(table.check(Intent::Act { seat, at: Some(at), action: &answer.expect("it must play") }).is_ok());
        std::io::Seek::rewind(&mut log).unwrap();
        std::io::read_to_string(log).unwrap()
    }
}
