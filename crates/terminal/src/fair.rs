//! The answer to *Was it fair?*. It compares the origin of the seed in the record of a match with the data that this
//! device stored during the match. The steps and the words are the same as in the page (`web/src/fair`). `cardroom
//! record check` recomputes the shuffles themselves, because it knows the rules of the games.

use cards::{Nonce, Seed, check_attempts, combined_seed};
use protocol::SharedAttempt;
use serde::Deserialize;

use crate::popup::Popup;
use crate::seen::{RecordedDeal, SeenDeal};
use crate::taking_part::{OwnShuffle, agrees};
use wording::{Value as In, WordLists};

/// The part of a match's record that proves its shuffle.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct RecordedShuffle {
    names: Vec<String>,
    /// `None` while the match goes on.
    seed: Option<String>,
    /// Empty if the players did not shuffle together.
    #[serde(default)]
    entropy: Vec<SharedAttempt>,
    deals: Vec<RecordedDeal>,
    /// `None` while the match goes on, or if it was broken off.
    winners: Option<Vec<u8>>,
}

/// The key of the words that say that the device's contribution is in the cards.
const MINE: &str = "own.mine";
/// The key of the words that say that the record differs from the device's data.
const DIFFERS: &str = "own.differs";

/// A step that was compared or recomputed, and its result. `ok` is `None` if the step is only a remark.
#[derive(Clone, PartialEq, Eq, Debug)]
struct FairStep {
    k: u32,
    key: &'static str,
    ok: Option<bool>,
    /// A value that the words of the step contain.
    value: Option<(&'static str, String)>,
}

impl FairStep {
    fn new(k: u32, key: &'static str, ok: impl Into<Option<bool>>) -> FairStep {
        FairStep { k, key, ok: ok.into(), value: None }
    }

    fn with(self, name: &'static str, value: &str) -> FairStep {
        FairStep { value: Some((name, value.to_owned())), ..self }
    }

    fn line(&self, words: &WordLists) -> String {
        // The steps whose text says only what should be true. If such a check fails, the text is therefore shown as
        // "not so: …".
        const EXPECTED: [&str; 5] =
            ["finding.commitment", "finding.hashes", "finding.seed", "kept.commitment", "kept.list"];
        let value = self.value.as_ref().map(|(name, text)| (*name, text.parse().map_or(In::Text(text), In::Number)));
        let said = words.with(self.key, value.as_slice());
        match self.ok {
            None => format!("· {said}"),
            Some(true) => format!("✓ {said}"),
            Some(false) if EXPECTED.contains(&self.key) => {
                format!("✗ {}", words.with("fair.not_so", &[("words", In::Text(&said))]))
            }
            Some(false) => format!("✗ {said}"),
        }
    }
}

/// Returns the first digits of a number, which identify it for a reader.
fn digits(number: &str) -> String {
    let first: String = number.chars().take(8).collect();
    format!("{first}…")
}

fn compared(device: &OwnShuffle, attempts: &[SharedAttempt]) -> Vec<FairStep> {
    let mut steps: Vec<FairStep> = Vec::new();
    for (number, sent) in device.attempts.iter().enumerate() {
        match attempts.get(number) {
            Some(found) => steps.extend(attempt_compared(device, sent, found)),
            None => steps.push(FairStep::new(sent.k, "kept.left_out", false)),
        }
    }
    if device.differs {
        let k = device.attempts.last().map_or(0, |sent| sent.k);
        steps.push(FairStep::new(k, "kept.two", false));
    }
    steps
}

fn attempt_compared(device: &OwnShuffle, sent: &SharedAttempt, found: &SharedAttempt) -> Vec<FairStep> {
    let k = sent.k;
    let same_commitment = sent.commitment == found.commitment;
    let mut steps = vec![FairStep::new(k, "kept.commitment", same_commitment)];
    let list = Some(&sent.h).filter(|list| list.iter().any(Option::is_some));
    // The comparison covers the nonces, the secrets and the bots' seats that the server sent, too.
    let same = !same_commitment || agrees(std::slice::from_ref(sent), std::slice::from_ref(found));
    if list.is_some() || !same {
        steps.push(FairStep::new(k, "kept.list", same));
    }
    let Some(own) = device.parts.iter().find(|part| part.k == k) else {
        steps.extend(device.seat.map(|_| FairStep::new(k, "kept.none", None)));
        return steps;
    };
    let at = |list: &[Option<String>]| list.get(usize::from(own.seat)).cloned().flatten();
    let (hash, nonce) = (at(&found.h), at(&found.n));
    // If another device of the same person sent its hash earlier, the list of hashes does not contain this device's
    // hash.
    let is_shown = list.is_none_or(|list| at(list).as_ref() == Some(&own.hash));
    steps.push(match (hash, nonce) {
        (None, _) => FairStep::new(k, "kept.not_listed", None),
        _ if !is_shown => FairStep::new(k, "kept.not_listed", None),
        (Some(hash), nonce) if hash != own.hash || nonce.as_ref().is_some_and(|n| *n != own.nonce) => {
            FairStep::new(k, "kept.other_number", false)
        }
        (_, Some(nonce)) => FairStep::new(k, "kept.number", true).with("n", &digits(&nonce)),
        (_, None) if own.revealed => FairStep::new(k, "kept.not_given", None),
        (_, None) => FairStep::new(k, "kept.not_told", None),
    });
    steps
}

/// Compares the play that this device stored with the record: first the hands, then the moves. For each of the two,
/// returns a line for each deal that differs, or a single line if no deal differs.
fn played(device: &OwnShuffle, record: &RecordedShuffle) -> Vec<FairStep> {
    // The record of a match that goes on does not contain the current deal.
    let in_record = |seen: &&SeenDeal| record.seed.is_some() || (seen.deal as usize) < record.deals.len();
    let seen: Vec<&SeenDeal> = device.seen.iter().filter(in_record).collect();
    let k = device.attempts.last().map_or(0, |sent| sent.k);
    let rows = |right, wrong, has: fn(&RecordedDeal, &SeenDeal, usize) -> bool| {
        let is_in =
            |seen: &SeenDeal| record.deals.get(seen.deal as usize).map(|deal| has(deal, seen, record.names.len()));
        let others = seen.iter().filter(|seen| is_in(seen) != Some(true)).map(|seen| (seen.deal + 1).to_string());
        let others: Vec<FairStep> = others.map(|deal| FairStep::new(k, wrong, false).with("deal", &deal)).collect();
        let all = FairStep::new(k, right, true).with("n", &seen.len().to_string());
        if others.is_empty() && !seen.is_empty() { vec![all] } else { others }
    };
    let hands = rows("kept.hand", "kept.other_hand", RecordedDeal::has_dealt);
    [hands, rows("kept.moves", "kept.other_moves", RecordedDeal::has_done)].concat()
}

/// Returns the key of the words that say what the record proves to this device.
fn proof(device: Option<&OwnShuffle>, attempts: &[SharedAttempt], you: Option<u8>) -> &'static str {
    let is_wrong = |device: &OwnShuffle| compared(device, attempts).iter().any(|step| step.ok == Some(false));
    if device.is_some_and(is_wrong) {
        return DIFFERS;
    }
    let Some(last) = attempts.last() else { return "own.alone" };
    let Some((device, _)) = device.and_then(|device| device.seat.map(|seat| (device, seat))) else {
        return match (you, device) {
            (None, _) => "own.watched",
            (Some(_), Some(device)) if !device.attempts.is_empty() => "own.later",
            (Some(_), _) => "own.nothing",
        };
    };
    let is_in = |part: &crate::taking_part::OwnNonce| {
        let at = usize::from(part.seat);
        part.k == last.k
            && last.h.get(at) == Some(&Some(part.hash.clone()))
            && last.n.get(at) == Some(&Some(part.nonce.clone()))
    };
    if device.parts.iter().any(is_in) { MINE } else { "own.missing" }
}

/// Recomputes one attempt from the record alone.
fn recomputed(record: &RecordedShuffle, number: usize) -> Vec<FairStep> {
    let attempt = &record.entropy[number];
    let is_last = number + 1 == record.entropy.len();
    let k = u32::try_from(number).unwrap_or(u32::MAX);
    let Ok(read) = attempt.read() else {
        return vec![FairStep::new(k, "finding.malformed", false).with("part", "entropy")];
    };
    let mut steps = Vec::new();
    let right = read.secret.is_none_or(|secret| secret.commitment() == read.commitment);
    let is_open = is_last && record.seed.is_none();
    let is_told = if is_open && right { None } else { Some(right && (read.secret.is_some() || is_open)) };
    steps.push(FairStep::new(k, "finding.commitment", is_told).with("fingerprint", &digits(&attempt.commitment)));
    if read.nonces.iter().all(Option::is_none) {
        steps.push(FairStep::new(k, "finding.nobody", None));
    } else {
        let is_sealed = |(seat, (sealed, nonce)): (u8, (&Option<cards::SealedNonce>, &Option<Nonce>))| {
            nonce.is_none_or(|nonce| *sealed == Some(nonce.sealed(read.commitment, k, seat)))
        };
        let hashes = (0_u8..).zip(read.sealed.iter().zip(&read.nonces)).all(is_sealed);
        steps.push(FairStep::new(k, "finding.hashes", hashes));
    }
    for seat in read.withheld() {
        let name = record.names.get(seat).map_or("", String::as_str);
        let (key, ok) = if is_last { ("finding.unfinished", Some(false)) } else { ("finding.withheld", None) };
        steps.push(FairStep::new(k, key, ok).with("name", name));
    }
    if is_last && record.seed.is_none() && record.winners.is_some() {
        steps.push(FairStep::new(k, "finding.seed_missing", false));
    }
    if let (true, Some(seed)) = (is_last, &record.seed) {
        let due = read.secret.map(|secret| combined_seed(secret, k, &read.nonces).reveal());
        steps.push(FairStep::new(k, "finding.seed", due.as_ref() == Some(seed)));
    }
    steps
}

/// Returns the first fault of the record that no single step shows, in the words of `cardroom record check`.
fn flaw(record: &RecordedShuffle) -> Option<String> {
    let attempts = record.entropy.iter().map(|attempt| attempt.read().ok()).collect::<Option<Vec<_>>>()?;
    let seed: Option<Seed> = record.seed.as_deref().and_then(|seed| seed.parse().ok());
    check_attempts(&attempts, record.names.len(), seed).err().map(|fault| fault.to_string())
}

/// Answers *Was it fair?*. `you` is the reader's seat.
pub(crate) fn judged(
    record: Option<&RecordedShuffle>,
    device: Option<&OwnShuffle>,
    you: Option<u8>,
    words: &WordLists,
) -> Popup {
    let mut popup = Popup::of(words.say("fair.open"));
    let Some(record) = record else { return popup.line(words.say("fair.unread")) };
    let own_play = device.map_or_else(Vec::new, |device| played(device, record));
    let is_other = own_play.iter().any(|step| step.ok == Some(false));
    let own = if is_other { DIFFERS } else { proof(device, &record.entropy, you) };
    let mut kept_steps = device.map_or_else(Vec::new, |device| compared(device, &record.entropy));
    kept_steps.extend(own_play);
    let steps: Vec<FairStep> = (0..record.entropy.len()).flat_map(|number| recomputed(record, number)).collect();
    let flaw = flaw(record).filter(|_| !record.entropy.is_empty());
    let is_wrong = own == DIFFERS || flaw.is_some() || steps.iter().any(|step| step.ok == Some(false));
    let sum = match (is_wrong, &record.seed, own) {
        (true, _, _) => "fair.wrong",
        (false, None, _) if record.winners.is_none() => "fair.going_on",
        (false, Some(_), MINE) if record.entropy.len() > 1 => "fair.among",
        (false, Some(_), MINE) => "fair.proven",
        (false, _, _) => "fair.right",
    };
    popup.lines.push(words.with(sum, &[("n", In::Number(record.entropy.len() as i64))]));
    if !is_wrong || own == DIFFERS {
        popup.lines.push(words.say(own));
    }
    for about in ["fair.wrong", "fair.going_on", "fair.among"].into_iter().filter(|about| *about == sum) {
        popup.lines.push(words.say(&format!("{about}.help")));
    }
    section(&mut popup, "own.title", &kept_steps, words);
    section(&mut popup, "fair.shuffle", &steps, words);
    if let Some(flaw) = flaw.filter(|_| steps.iter().all(|step| step.ok != Some(false))) {
        popup.lines.push(format!("✗ {flaw}"));
    }
    let command = ("command", In::Text("cardroom record check FILE"));
    popup.lines.extend([String::new(), words.with("terminal.fair_rest", &[command])]);
    popup
}

/// Adds steps under a heading. If there are several attempts, each attempt has a heading.
fn section(popup: &mut Popup, title: &str, steps: &[FairStep], words: &WordLists) {
    let Some(last) = steps.last() else { return };
    popup.lines.extend([String::new(), words.say(title)]);
    let mut before = None;
    for step in steps {
        if last.k > 0 && before.replace(step.k) != Some(step.k) {
            let (number, of) = (In::Number(i64::from(step.k) + 1), In::Number(i64::from(last.k) + 1));
            popup.lines.push(words.with("fair.attempt", &[("number", number), ("of", of)]));
        }
        popup.lines.push(step.line(words));
    }
}

#[cfg(test)]
mod tests {
    use protocol::{SharedShuffle, ShuffleStep};

    use super::*;
    use wording::Language;

    const SEATS: usize = 3;

    fn secret() -> Seed {
        Seed::new([9; 32])
    }

    fn nonce(seat: u8) -> Nonce {
        Nonce::new([seat + 1; 32])
    }

    fn hash(seat: u8, nonce: Nonce) -> Option<String> {
        Some(nonce.sealed(secret().commitment(), 0, seat).to_string())
    }

    /// Returns the shuffle of seats 0 and 1 at a step. It contains the list of hashes, and the nonces if the shuffle is
    /// done.
    fn shuffle_at(step: ShuffleStep) -> SharedShuffle {
        let is_over = step == ShuffleStep::Done;
        let given = |seat| Some(nonce(seat).reveal()).filter(|_| is_over);
        let attempt = SharedAttempt {
            k: 0,
            commitment: secret().commitment().to_string(),
            h: if step == ShuffleStep::Seal {
                vec![None; SEATS]
            } else {
                vec![hash(0, nonce(0)), hash(1, nonce(1)), None]
            },
            n: vec![given(0), given(1), None],
            secret: None,
            bots: vec![2],
        };
        let waits = if is_over { Vec::new() } else { vec![0, 1] };
        SharedShuffle { step, waits, left_ms: None, attempts: vec![attempt] }
    }

    /// Returns the shuffle that the device on seat 1 stored.
    fn own_shuffle() -> OwnShuffle {
        let mut device = OwnShuffle::default();
        for step in [ShuffleStep::Seal, ShuffleStep::Reveal, ShuffleStep::Done] {
            device.answer(Some(1), &shuffle_at(step), || nonce(1));
        }
        device
    }

    /// Returns the record of a finished match with this shuffle.
    fn record() -> RecordedShuffle {
        let mut attempt = shuffle_at(ShuffleStep::Done).attempts.remove(0);
        attempt.secret = Some(secret().reveal());
        let seed = combined_seed(secret(), 0, &[Some(nonce(0)), Some(nonce(1)), None]);
        let names = ["Ann", "Bo", "Cy"].map(str::to_owned).to_vec();
        let (seed, winners) = (Some(seed.reveal()), Some(vec![0]));
        RecordedShuffle { names, seed, entropy: vec![attempt], deals: Vec::new(), winners }
    }

    /// Returns the record with the nonce of a seat replaced. The hashes and the seed fit the new nonce.
    fn swapped(seat: u8) -> RecordedShuffle {
        let mut record = record();
        let other = Nonce::new([0x77; 32]);
        let at = usize::from(seat);
        (record.entropy[0].h[at], record.entropy[0].n[at]) = (hash(seat, other), Some(other.reveal()));
        let mut nonces = [Some(nonce(0)), Some(nonce(1)), None];
        nonces[at] = Some(other);
        record.seed = Some(combined_seed(secret(), 0, &nonces).reveal());
        record
    }

    fn says(record: &RecordedShuffle, device: Option<&OwnShuffle>) -> Vec<String> {
        judged(Some(record), device, Some(1), &WordLists::new(Language::English, None)).lines
    }

    #[test]
    fn a_match_with_our_number_in_it_is_proven() {
        let lines = says(&record(), Some(&own_shuffle()));
        assert_eq!(lines[0], "Proven: nobody chose the cards");
        assert!(lines[1].starts_with("Your device took part in the shuffle"), "{lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("✓ Your device’s number 02020202…")), "{lines:?}");
        assert!(!lines.iter().any(|line| line.starts_with('✗')), "{lines:?}");
    }

    /// Checks that a forged contribution is found, even if the server has changed all other data of the record to agree
    /// with it. Only the device's stored data show this forgery.
    #[test]
    fn a_swapped_contribution_is_found() {
        for seat in [0, 1] {
            let record = swapped(seat);
            assert_eq!(flaw(&record), None, "the record alone is right");
            assert_eq!(says(&record, None)[0], "No errors found, but your device took no part in the shuffle");
            let lines = says(&record, Some(&own_shuffle()));
            assert_eq!(lines[0], "Something is wrong", "seat {seat}");
            assert_eq!(lines[1], "The record doesn’t match what your device saw at the table: it was changed.");
            let list = "✗ Failed: The list of committed numbers is the one that your device saw.";
            assert!(lines.iter().any(|line| line == list), "{lines:?}");
            let own = "✗ The record has another number at your seat than your device drew.";
            assert_eq!(lines.iter().any(|line| line == own), seat == 1, "{lines:?}");
        }
    }

    #[test]
    fn a_swapped_secret_is_found() {
        let mut other = record();
        let swapped = Seed::new([8; 32]);
        other.entropy[0].secret = Some(swapped.reveal());
        other.seed = Some(combined_seed(swapped, 0, &[Some(nonce(0)), Some(nonce(1)), None]).reveal());
        let lines = says(&other, None);
        assert_eq!(lines[0], "Something is wrong");
        assert!(lines.iter().any(|line| line.starts_with("✗ Failed: The server committed to its secret")), "{lines:?}");
        // A forged secret can also agree with the record, if its commitment and hashes are forged, too. Only the
        // device's stored data show this forgery.
        let mut other = record();
        let commitment = swapped.commitment();
        other.entropy[0].commitment = commitment.to_string();
        other.entropy[0].secret = Some(swapped.reveal());
        for seat in [0, 1] {
            other.entropy[0].h[usize::from(seat)] = Some(nonce(seat).sealed(commitment, 0, seat).to_string());
        }
        other.seed = Some(combined_seed(swapped, 0, &[Some(nonce(0)), Some(nonce(1)), None]).reveal());
        assert_eq!(flaw(&other), None);
        let lines = says(&other, Some(&own_shuffle()));
        let commitment = "✗ Failed: The server’s fingerprint is the one that your device saw first.";
        assert!(lines[0] == "Something is wrong" && lines.iter().any(|line| line == commitment), "{lines:?}");
    }

    #[test]
    fn a_seed_that_does_not_follow_is_found() {
        let mut other = record();
        other.seed = Some(Seed::new([1; 32]).reveal());
        let lines = says(&other, Some(&own_shuffle()));
        assert_eq!(lines[0], "Something is wrong");
        assert!(
            lines.iter().any(|line| line.starts_with("✗ Failed: The number from which all cards follow")),
            "{lines:?}"
        );
        // This attempt is malformed.
        let mut other = record();
        other.entropy[0].n[0] = Some("x".to_owned());
        let lines = says(&other, None);
        assert!(lines.iter().any(|line| line == "✗ “entropy” is not valid in a record."), "{lines:?}");
    }

    #[test]
    fn a_record_without_the_shuffle_is_another_one() {
        let other = RecordedShuffle { entropy: Vec::new(), ..record() };
        let lines = says(&other, Some(&own_shuffle()));
        assert_eq!(lines[0], "Something is wrong");
        assert!(lines.iter().any(|line| line == "✗ The record lacks this shuffle."), "{lines:?}");
        let lines = says(&other, None);
        assert_eq!(lines[1], "This match wasn’t shuffled together, so you can’t verify it yourself.");
    }

    #[test]
    fn a_match_that_goes_on_is_right_so_far() {
        let mut open = record();
        (open.seed, open.entropy[0].secret, open.winners) = (None, None, None);
        let lines = says(&open, Some(&own_shuffle()));
        assert_eq!(lines[0], "No errors so far");
        assert!(!lines.iter().any(|line| line.starts_with('✗')), "{lines:?}");
        let unread = judged(None, None, Some(1), &WordLists::new(Language::English, None));
        assert_eq!(unread.lines, ["The record couldn’t be read."]);
    }

    #[test]
    fn every_line_has_its_words_in_each_language() {
        let records = [record(), swapped(1), RecordedShuffle { entropy: Vec::new(), ..record() }];
        for language in [Language::English, Language::French, Language::German] {
            for record in &records {
                for (device, you) in [(Some(own_shuffle()), Some(1)), (None, Some(1)), (None, None)] {
                    let popup = judged(Some(record), device.as_ref(), you, &WordLists::new(language, None));
                    for line in &popup.lines {
                        let bare = ["fair.", "own.", "kept.", "finding.", "terminal."];
                        assert!(!bare.iter().any(|key| line.contains(key)) && !line.contains('{'), "{line}");
                    }
                }
            }
        }
    }
}
