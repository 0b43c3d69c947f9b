//! Probabilities for a rule player. They assume that each unseen card is equally likely to be in each of the three
//! other hands.

/// The number that represents probability 1.
pub const CERTAIN: i32 = 256;

/// The probability that a seat has no card of a suit. The index is the number of unseen cards of the suit.
pub static SHORT: [i32; 14] = {
    let mut chance = [CERTAIN; 14];
    let mut unseen = 1;
    while unseen < 14 {
        chance[unseen] = chance[unseen - 1] * 2 / 3;
        unseen += 1;
    }
    chance
};

/// The probability that each of some seats plays a lower card of the suit than a given card, so none beats it. The
/// first index is the number of these seats. The others count the unseen cards of the suit above and below the card.
pub static HOLDS: [[[i32; 14]; 14]; 4] = {
    let mut chance = [[[CERTAIN; 14]; 14]; 4];
    let mut seats = 1;
    while seats < 4 {
        let mut above = 1;
        while above < 14 {
            let mut below = 0;
            while below < 14 {
                let fewer = if below == 0 { 0 } else { chance[seats - 1][above][below - 1] };
                chance[seats][above][below] = fewer * below as i32 / (above + below) as i32;
                below += 1;
            }
            above += 1;
        }
        seats += 1;
    }
    chance
};
