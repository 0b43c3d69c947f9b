//! Reasons for an action, and the themes of puzzles, from the hand and the visible cards.

use cards::{Card, CardSet, Rank};
use game::{Explain, Reason};

use crate::combination::{Moves, Power, QUEEN_OF_SPADES, Top, eligible};
use crate::hint::{KNOWLEDGE, can_be_beaten, plan};
use crate::score::worth;
use crate::state::{Phase, SEATS};
use crate::{Action, CombinationKind, LaDameNoire, Play, View};

impl Explain for LaDameNoire {
    const THEMES: &'static [&'static str] =
        &["bet", "trade", "stop", "pass", "combination", "queen", "out", "dear", "coup"];

    fn themes(view: &View, action: Option<Action>) -> Vec<&'static str> {
        let mut themes = Vec::new();
        match action {
            Some(Action::Bid(_)) => themes.push("bet"),
            Some(Action::Pass) if view.phase == Phase::Bidding => themes.push("bet"),
            Some(Action::Pass) => themes.push("pass"),
            Some(Action::Trade(_)) => themes.push("trade"),
            Some(Action::Stop) => themes.push("stop"),
            Some(Action::Coup(_) | Action::Keep) => themes.push("coup"),
            Some(Action::Play(_)) | None => {}
        }
        let mut of_reason = |theme, keys: &[&str], reasons: &[Reason]| {
            if reasons.iter().any(|reason| keys.contains(&&*reason.key)) {
                themes.push(theme);
            }
        };
        let reasons = Self::reasons(view, action);
        of_reason("combination", &["keeps_beggar", "keeps_straight", "keeps_quarto", "keeps_libra"], &reasons);
        of_reason("queen", &["sheds_dame"], &reasons);
        of_reason("out", &["out", "out_first"], &reasons);
        of_reason("dear", &["dear_trick"], &reasons);
        themes
    }

    fn reasons(view: &View, action: Option<Action>) -> Vec<Reason> {
        let hand = view.hand();
        let mut reasons = match action {
            Some(Action::Play(play)) => played(view, play),
            Some(Action::Trade(card)) => gave(hand, card),
            Some(Action::Pass) if view.phase == Phase::Showdown => passed(view, hand),
            Some(Action::Bid(_) | Action::Pass | Action::Stop) | None => falls_into(hand),
            Some(Action::Keep) => {
                let n = view.choice.as_ref().map_or(0, |choice| i32::from(choice.keep));
                vec![Reason::new("certain").n(n)]
            }
            Some(Action::Coup(on)) => coup(view, on),
        };
        reasons.truncate(3);
        reasons
    }
}

/// Returns the reasons for playing this combination, the most important first.
fn played(view: &View, play: Play) -> Vec<Reason> {
    let hand = view.hand();
    let rest = hand - play.cards();
    if rest.is_empty() {
        return vec![match view.out.len() {
            0 => Reason::new("out_first"),
            _ => Reason::new("out"),
        }];
    }
    let power = play.power().expect("a legal play is a combination");
    let mut reasons = Vec::new();
    let public = view.public();
    let unseen = !public.played.by_seat().iter().fold(hand, |all, cards| all | *cards);
    // No rival can play a combination of more cards than it holds.
    let rivals = || game::Seat::all(SEATS).filter(|seat| Some(*seat) != view.seat && !view.out.contains(seat));
    let most = rivals().map(|seat| view.held[seat.index()]).max().unwrap_or(0);
    if !can_be_beaten(power, unseen, most) {
        reasons.push(Reason::new("unbeatable"));
    }
    let trick = i32::from(view.worth) + i32::from(worth(play.cards()));
    if view.on_table && trick >= 5 {
        reasons.push(Reason::new("dear_trick").n(trick));
    }
    reasons.extend(keeps(hand, rest));
    if let [card] = play.cards().into_iter().collect::<Vec<Card>>()[..]
        && is_lone(hand, card)
    {
        reasons.push(sheds(card));
    }
    reasons
}

/// Returns the reasons for trading this card to the left neighbour. [D6]
fn gave(hand: CardSet, card: Card) -> Vec<Reason> {
    // A card that the seat has already put is no longer in its hand, so it is added again.
    let hand = hand | CardSet::only(card);
    let rest = hand - CardSet::only(card);
    let mut reasons: Vec<Reason> = keeps(hand, rest).into_iter().collect();
    if is_lone(hand, card) {
        reasons.push(sheds(card));
    }
    reasons.extend(falls_into(rest));
    reasons
}

/// Returns the reasons for a pass: no play is possible, or it is better not to play.
fn passed(view: &View, hand: CardSet) -> Vec<Reason> {
    let top = view.top.as_ref().map_or(Top::NOTHING, |top| Top::of(Power::of(top.power)));
    let above = Moves::of(hand).above(top, hand);
    if above.is_empty() {
        return vec![Reason::new("nothing_beats")];
    }
    let mut reasons = Vec::new();
    if let Some(best) = strongest(hand) {
        // True if a play uses cards that the best combination needs.
        let spends = |power: Power| power.number() >= best.number() || !survives(hand, best, power);
        if above.powers(hand).all(spends) {
            reasons.push(keeps_kind(best.kind()));
        }
    }
    let n = i32::from(view.worth);
    if n <= 2 {
        reasons.push(Reason::new("cheap_trick").n(n));
    }
    reasons
}

/// Returns true if the hand can still make `best` after a play of `power`. The play uses as few cards of `best` as
/// possible.
fn survives(hand: CardSet, best: Power, power: Power) -> bool {
    Rank::ALL.into_iter().all(|rank| {
        let takes = |power: Power| power.takes() >> (4 * rank as u32) & 7;
        let held = u64::from((hand & CardSet::rank(rank)).len());
        takes(best) == 0 || takes(best) + takes(power) <= held
    })
}

/// Returns the reason that names the number of plays in the best plan of the hand.
fn falls_into(hand: CardSet) -> Vec<Reason> {
    if hand.is_empty() {
        return Vec::new();
    }
    let n = plan(&KNOWLEDGE, hand).plays().len() as i32;
    vec![Reason::new("falls_into").n(n)]
}

/// Returns the reason that the strongest combination of several cards stays in the hand, if the remaining cards still
/// make it.
fn keeps(hand: CardSet, rest: CardSet) -> Option<Reason> {
    let best = strongest(hand)?;
    (Moves::of(rest).powers(rest).any(|power| power == best)).then(|| keeps_kind(best.kind()))
}

/// Returns the reason for keeping the best combination, which is of this kind.
fn keeps_kind(kind: CombinationKind) -> Reason {
    match kind {
        CombinationKind::Singleton => unreachable!("of more than one card"),
        CombinationKind::Beggar => Reason::new("keeps_beggar"),
        CombinationKind::Straight => Reason::new("keeps_straight"),
        CombinationKind::Quarto => Reason::new("keeps_quarto"),
        CombinationKind::Libra => Reason::new("keeps_libra"),
    }
}

/// Returns the strongest combination of several cards that the hand makes.
fn strongest(hand: CardSet) -> Option<Power> {
    Moves::of(hand).powers(hand).filter(|power| power.kind() != CombinationKind::Singleton).last()
}

/// Returns true if the card serves in no combination of several cards that the hand can make.
fn is_lone(hand: CardSet, card: Card) -> bool {
    Moves::of(hand).powers(hand).filter(|power| power.kind() != CombinationKind::Singleton).all(|power| {
        let serves = CardSet::from_bits(eligible(hand, power));
        let takes = power.takes() >> (4 * card.rank() as u32) & 7;
        takes == 0 || !serves.has(card)
    })
}

/// Returns the reason that the seat gets rid of a card that is in no combination.
fn sheds(card: Card) -> Reason {
    if card == QUEEN_OF_SPADES {
        return Reason::new("sheds_dame");
    }
    Reason::new("sheds_lone").card(card)
}

/// Returns the reasons for a coup: its gain and its estimated chance. [D17] [D19]
fn coup(view: &View, on: game::Seat) -> Vec<Reason> {
    let Some(coups) = view.choice.as_ref().map(|choice| &choice.coups) else { return Vec::new() };
    let Some(this) = coups.iter().find(|coup| coup.seat == on) else { return Vec::new() };
    let n = i32::from(this.if_last);
    let mut reasons = vec![Reason::new("coup_brings").n(n)];
    if coups.iter().all(|coup| coup.seat == on || coup.held < this.held) {
        reasons.push(Reason::new("holds_most"));
    }
    reasons
}
