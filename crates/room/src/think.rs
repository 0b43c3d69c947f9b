//! The questions to bots, engines, advisers and the solver, and the use of their answers. Only the person who asked
//! gets advice. A question to a bot contains only facts that its own seat may know.

use std::time::Duration;

use game::{Seat, Viewer};
use protocol::{Answer, Command, Message, NOT_NOW, Refusal, Stage, Verdict};
use table::{Accepted, Intent, MatchPhase};

use crate::asker::Asker;
use crate::asker::DecidedMove;
use crate::bots::RULE;
use crate::consequences::any_action;
use crate::decide::{can_be_solved, helping, is_won, match_over, not_begun};
use crate::effect::{BotQuestion, Effect, LogLine, Metric};
use crate::engine_talk;
use crate::engines::Engine;
use crate::frame::{News, frame_of};
use crate::help::{About, AdviceQuestion, Finding, SolverRequest, Want, Work};
use crate::ids::{EngineId, TaskId};
use crate::input::{BotReply, Busy};
use crate::seated::ENGINE;
use crate::send;
use crate::state::RoomState;
use crate::time::{Instant, Now};
use crate::wire::{FrameMessage, refusal, text};

/// The task numbers given out so far, and the running tasks.
#[derive(Default)]
pub(crate) struct Tasks {
    last: u64,
    running: Vec<TaskId>,
}

impl Tasks {
    fn next(&mut self) -> TaskId {
        self.last += 1;
        let task = TaskId(self.last);
        self.running.push(task);
        task
    }

    pub(crate) fn is_done(&mut self, task: TaskId) {
        self.running.retain(|running| *running != task);
    }

    /// Removes and returns the running tasks that are not wanted any more. So each of them is returned only once.
    pub(crate) fn unwanted(&mut self, wanted: &[TaskId]) -> Vec<TaskId> {
        let (running, unwanted) = std::mem::take(&mut self.running).into_iter().partition(|task| wanted.contains(task));
        self.running = running;
        unwanted
    }
}

/// Asks every bot that has a decision and was not asked yet.
pub(crate) fn ask_bots(state: &mut RoomState, now: Now, tasks: &mut Tasks, out: &mut Vec<Effect>) {
    for index in state.bots.unasked() {
        match engine_talk::ask(state, out, index, now.instant) {
            Some(until) => {
                let position = state.log.position();
                if let Some(bot) = state.bots.get_mut(index) {
                    bot.engine_is_asked(position, until);
                }
            }
            None => ask_bot(state, tasks, out, index),
        }
    }
}

/// Asks a built-in bot. A bot that still thinks about something else is asked later.
fn ask_bot(state: &mut RoomState, tasks: &mut Tasks, out: &mut Vec<Effect>, index: usize) {
    let Some(question) = state.table.question(Seat::new(index as u8)) else { return };
    let (position, dice) = (state.log.position(), state.dice_of_day(Seat::new(index as u8)));
    let Some(bot) = state.bots.get_mut(index).filter(|bot| bot.is_idle()) else { return };
    let task = tasks.next();
    let Some(sent) = bot.take_for_task(task, position, dice) else { return };
    out.push(Effect::AskBot(BotQuestion {
        task,
        bot: sent,
        question,
        level: bot.level().to_owned(),
        seed: bot.seed(),
    }));
}

/// Handles the answer of a bot. If the question is still current, the bot acts at its planned moment.
#[inline(never)]
pub(crate) fn bot_replied(state: &mut RoomState, now: Now, out: &mut Vec<Effect>, reply: BotReply) {
    let BotReply { task, took, result } = reply;
    // If the person of the seat is back, the bot is not needed any more.
    let Some(index) = state.bots.seat_at_task(task) else { return };
    let seat = Seat::new(index as u8);
    let engines = state.seating.is_engines(index);
    let must = state.table.must().has(seat);
    let bot = state.bots.get_mut(index).expect("it is away");
    let failed = result.is_none();
    let (back, answer) = result.map_or((None, None), |(back, answer)| (Some(back), answer));
    bot.return_from_task(back);
    // The fact that a bot could cut in reveals something about its hand. So only turns are logged or counted.
    if failed && must {
        out.push(Effect::Log(LogLine::BotFailed { level: bot.level().to_owned() }));
    }
    let position = state.log.position();
    if !bot.thinks_about(task, position) {
        return;
    }
    let action = match answer {
        Some(action) => action,
        None if must => match any_action(state, seat) {
            Some(action) => action,
            None => return,
        },
        None => return state.bots.get_mut(index).expect("it is back").pass(position),
    };
    let player = engines.then_some(RULE);
    ready(state, index, action, player, must.then_some((took, now.instant)));
}

fn ready(
    state: &mut RoomState,
    index: usize,
    action: String,
    player: Option<&'static str>,
    thought: Option<(Duration, Instant)>,
) {
    let position = state.log.position();
    if let Some(bot) = state.bots.get_mut(index) {
        bot.decide(DecidedMove { position, action, player, thought });
    }
}

/// Handles the answer of an engine. Ignores an answer to a question that is over.
#[inline(never)]
pub(crate) fn engine_answered(
    state: &mut RoomState,
    tasks: &mut Tasks,
    out: &mut Vec<Effect>,
    (engine, id, action): (EngineId, u64, &str),
) {
    let Some(index) = state.engines.seat_of(engine) else { return };
    let position = state.log.position();
    let about_now = state.bots.get(index).and_then(|bot| bot.engine_asked_about()) == Some(position);
    let Some(asked) = state.engines.get_mut(engine).map(Engine::dialogue) else { return };
    if id == asked.number() && !about_now {
        return;
    }
    match asked.answer(id, action) {
        Answer::Old => {}
        Answer::Unknown(complaint) => engine_talk::send(out, engine, &complaint),
        Answer::NotNow => {
            debug_assert_eq!(action, NOT_NOW);
            if let Some(bot) = state.bots.get_mut(index) {
                bot.pass(position);
            }
        }
        Answer::Action { action, must } => {
            if must {
                out.push(Effect::Count(Metric::EngineAsked("answered")));
            }
            ready(state, index, action, Some(ENGINE), None);
        }
        Answer::Illegal { complaint, must } => {
            if must {
                out.push(Effect::Count(Metric::EngineAsked("illegal")));
            }
            engine_talk::send(out, engine, &complaint);
            decide_for_engine(state, tasks, out, index);
        }
    }
}

/// Lets the rule bot decide in an engine's place.
fn decide_for_engine(state: &mut RoomState, tasks: &mut Tasks, out: &mut Vec<Effect>, index: usize) {
    if let Some(bot) = state.bots.get_mut(index) {
        bot.ask_again();
    }
    ask_bot(state, tasks, out, index);
}

/// Lets the rule bot decide for engines whose time is over. Returns whether an engine was sent away.
pub(crate) fn engines_late(state: &mut RoomState, now: Now, tasks: &mut Tasks, out: &mut Vec<Effect>) -> bool {
    let mut sent_away = false;
    for index in 0..state.seats() {
        let asked = state.bots.get(index).and_then(|bot| bot.engine_asked_about()).is_some();
        if asked && crate::consequences::bot_due(state, index).is_some_and(|due| due <= now.instant) {
            sent_away |= engine_talk::late(state, out, index);
            decide_for_engine(state, tasks, out, index);
        }
    }
    sent_away
}

/// Handles a request from a seat for advice, or for the cost of the seat's decisions in a deal.
pub(crate) fn advise(
    state: &mut RoomState,
    tasks: &mut Tasks,
    out: &mut Vec<Effect>,
    (asker, command): (&Asker, &Command),
    disk_full: Option<&Refusal>,
) -> Result<(), Refusal> {
    if state.stage() == Stage::Gathering {
        return Err(not_begun());
    }
    let seat = asker.seat.expect("only a seat asks");
    let game = state.table.setup().game;
    let (about, work) = match command {
        Command::Advise { .. } => {
            if !state.facts.settings.advice {
                return Err(refusal("advice_is_off", "Advice is off at this table."));
            }
            one_at_a_time(state, seat)?;
            let decision =
                state.table.decision(seat).filter(|_| !state.is_full()).ok_or_else(|| match state.phase() {
                    MatchPhase::Over => match_over(),
                    MatchPhase::Deal | MatchPhase::Between => {
                        refusal("not_your_turn", "There is nothing for you to decide now.")
                    }
                })?;
            // The advice has to be stored, and the disk was full a moment ago.
            if let Some(refusal) = disk_full {
                return Err(refusal.clone());
            }
            let about = About::Decision { at: decision.question.at, position: state.log.position() };
            (about, Work::Advise { game, decision: Box::new(decision) })
        }
        Command::Analyse { deal, .. } => {
            one_at_a_time(state, seat)?;
            let decisions = state.table.decisions(*deal, seat)?;
            (About::Deal, Work::Analyse { game, deal: *deal, decisions, face_up: state.face_up() })
        }
        _ => unreachable!("no question to an adviser"),
    };
    let task = tasks.next();
    let Asker { connection, person, cmd, .. } = asker.clone();
    state.advisers.ask(AdviceQuestion { task, connection, seat, cmd, about });
    out.push(Effect::Help { task, person, work });
    Ok(())
}

fn one_at_a_time(state: &RoomState, seat: Seat) -> Result<(), Refusal> {
    match state.advisers.is_asked_by(seat) {
        true => Err(refusal("busy", "One request at a time: the last one is still being worked out.")),
        false => Ok(()),
    }
}

/// Returns the refusal for a person with too many questions at all tables together.
fn too_many() -> Refusal {
    refusal("too_many_questions", "Too many requests at once from you or your network. Wait for the answers.")
}

pub(crate) enum HelpOutcome {
    Done,
    /// The answer is sent after the log entry about the advice is stored.
    Advised {
        task: TaskId,
        message: Message,
        accepted: Accepted,
    },
    /// The answer is sent after the match is stored as assisted.
    Assisted {
        task: TaskId,
        message: Message,
        seat: Seat,
        accepted: Accepted,
    },
}

/// Handles the answer of an adviser or of the solver.
pub(crate) fn found(
    state: &mut RoomState,
    out: &mut Vec<Effect>,
    task: TaskId,
    result: Result<Option<Finding>, Busy>,
) -> HelpOutcome {
    if let Some(question) = state.advisers.get(task).cloned() {
        return adviser_found(state, out, question, result);
    }
    match result {
        Err(Busy) => {
            for waiting in state.solver.refused(task) {
                send::message_to(out, waiting.connection, &Message::Refused { cmd: waiting.cmd, refusal: too_many() });
            }
        }
        Ok(finding) => {
            let failed = finding.is_none();
            if state.solver.found(task, state.log.length(), finding) && failed {
                out.push(Effect::Log(LogLine::HelpFailed));
            }
        }
    }
    HelpOutcome::Done
}

fn adviser_found(
    state: &mut RoomState,
    out: &mut Vec<Effect>,
    question: AdviceQuestion,
    result: Result<Option<Finding>, Busy>,
) -> HelpOutcome {
    let (task, seat, cmd) = (question.task, question.seat, question.cmd.clone());
    let mut message = match result {
        Ok(Some(Finding::Advice(advice))) => Message::Advised { cmd, advice },
        Ok(Some(Finding::Analysis { deal, decisions, cost, done, of })) => {
            Message::Analysis { cmd, deal, decisions, cost, done, of }
        }
        Err(Busy) => return refuse(state, out, question, too_many()),
        Ok(_) => {
            out.push(Effect::Log(LogLine::HelpFailed));
            return refuse(state, out, question, refusal("no_advice", "No advice found. Ask again."));
        }
    };
    // The fact that somebody was helped is stored before the answer is sent.
    match question.about {
        About::Decision { .. } if !state.table.advised().has(seat) => {
            match state.table.check(Intent::Advise { seat }) {
                Ok(accepted) => return HelpOutcome::Advised { task, message, accepted },
                Err(why) => return refuse(state, out, question, why),
            }
        }
        // The player of a lost solitaire can play on with the knowledge from the analysis.
        About::Deal if can_go_on(state, seat) => {
            let accepted = state.table.check(Intent::Assist).expect("a table of one seat");
            return HelpOutcome::Assisted { task, message, seat, accepted };
        }
        // The log entry about earlier advice to this seat is not stored yet. The new answer replaces the old one, and
        // waits until the entry is stored.
        About::Decision { .. } => match state.advisers.replace_answer(seat, (task, message)) {
            Ok(()) => return HelpOutcome::Done,
            Err((_, answer)) => message = answer,
        },
        About::Deal => {}
    }
    state.advisers.finish(task);
    send::message_to(out, question.connection, &message);
    HelpOutcome::Done
}

fn can_go_on(state: &RoomState, seat: Seat) -> bool {
    let solitaire = state.table.solitaire();
    solitaire.is_some_and(|solitaire| !solitaire.assisted()) && state.table.position(Viewer::Seat(seat)).undo > 0
}

fn refuse(state: &mut RoomState, out: &mut Vec<Effect>, question: AdviceQuestion, refusal: Refusal) -> HelpOutcome {
    state.advisers.finish(question.task);
    send::message_to(out, question.connection, &Message::Refused { cmd: question.cmd, refusal });
    HelpOutcome::Done
}

#[inline(never)]
pub(crate) fn progress(state: &RoomState, out: &mut Vec<Effect>, task: TaskId, done: u32, of: u32) {
    if let Some(question) = state.advisers.get(task) {
        send::message_to(out, question.connection, &Message::Analysing { cmd: question.cmd.clone(), done, of });
    }
}

pub(crate) fn may_be_helped(state: &RoomState, want: Want) -> Result<(), Refusal> {
    can_be_solved(state)?;
    helping(state)?;
    match want {
        Want::TurningPoint if is_won(state) => return Err(refusal("was_won", "This deal was won.")),
        Want::TurningPoint => {}
        _ if state.table.phase() != MatchPhase::Deal => return Err(match_over()),
        _ => {}
    }
    match state.solver.has_room() {
        true => Ok(()),
        false => Err(refusal("busy", "One request at a time: the last one is still being worked out.")),
    }
}

/// Answers all waiting requests that need no solver. Asks the solver about the first of the remaining requests.
pub(crate) fn serve_waiting(state: &mut RoomState, now: Now, tasks: &mut Tasks, out: &mut Vec<Effect>) {
    let mut waiting = state.solver.drain_requests();
    while let Some(asked) = waiting.pop_front() {
        // Play may have gone on since the request.
        if let Err(refusal) = may_be_helped(state, asked.want) {
            send::message_to(out, asked.connection, &Message::Refused { cmd: asked.cmd, refusal });
            continue;
        }
        match answer_to(state, now, &asked) {
            Some(text) => out.push(Effect::Send { to: asked.connection, text }),
            None => {
                ask_solver(state, tasks, out, &asked);
                state.solver.wait(asked);
            }
        }
    }
}

fn ask_solver(state: &mut RoomState, tasks: &mut Tasks, out: &mut Vec<Effect>, asked: &SolverRequest) {
    let Some(deal) = state.face_up().filter(|_| !state.solver.is_solving()) else { return };
    let Some(person) = state.presence.get(asked.connection).map(|connection| connection.person) else { return };
    let task = tasks.next();
    state.solver.solve(task, asked.connection, state.log.length());
    let work = match asked.want {
        Want::TurningPoint => Work::FindTurningPoint(deal),
        Want::Verdict | Want::Hint | Want::Demo { .. } => Work::SolvePosition(deal),
    };
    out.push(Effect::Help { task, person, work });
}

/// Returns the text of the answer, if it is known.
fn answer_to(state: &mut RoomState, now: Now, asked: &SolverRequest) -> Option<String> {
    let (cmd, log) = (asked.cmd.clone(), state.log.length());
    if asked.want == Want::TurningPoint {
        let found = state.solver.turning_point(log)?;
        let actions = state.table.solitaire()?.actions();
        let message: Message = Message::TurningPoint {
            cmd,
            actions: actions.len() as u32,
            winnable: found.winnable.map(|place| place as u32),
            lost: found.lost.map(|place| place as u32),
            action: found.winnable.and_then(|place| actions.get(place)).cloned(),
        };
        return Some(text(&message));
    }
    let known = state.solver.known(log)?;
    let (verdict, next) = (known.verdict, known.line.first().cloned());
    let action = match asked.want {
        Want::Demo { step } => return Some(demo(state, now, asked, (verdict, step as usize))),
        Want::Hint => next,
        Want::Verdict | Want::TurningPoint => None,
    };
    let message: Message = Message::Advice { cmd, verdict, action };
    Some(text(&message))
}

/// Returns a message with the position after `step` actions of the solution, played on a copy of this table.
fn demo(state: &mut RoomState, now: Now, asked: &SolverRequest, (verdict, step): (Verdict, usize)) -> String {
    let cmd = &asked.cmd;
    let Some(solitaire) = state.table.solitaire().filter(|_| verdict == Verdict::Winnable) else {
        return text(&FrameMessage::Demo { cmd, verdict, step: 0, of: 0, frame: None });
    };
    let begin = || solitaire.beside();
    let (events, step, of) = state.solver.show(state.log.length(), step, asked.seat, begin);
    let shown = state.solver.shown().expect("it was just played there");
    let news = News { events: &events, ..News::default() };
    let mut frame = frame_of(state, shown, now, Viewer::Seat(asked.seat), &news);
    // The position is only shown, so nobody acts in it.
    (frame.must, frame.legal, frame.undo, frame.redo) = (Vec::new(), Vec::new(), 0, 0);
    text(&FrameMessage::Demo { cmd, verdict, step: step as u32, of: of as u32, frame: Some(&frame) })
}
