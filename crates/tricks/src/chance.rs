//! Chances for a rule player. It takes each unseen card to lie in any of the three other hands with the same chance.

/// Chances are in parts of this.
pub const CERTAIN: i32 = 256;

/// By the number of unseen cards of a suit: the chance that a seat has none of them.
pub static SHORT: [i32; 14] = {
    let mut chance = [CERTAIN; 14];
    let mut unseen = 1;
    while unseen < 14 {
        chance[unseen] = chance[unseen - 1] * 2 / 3;
        unseen += 1;
    }
    chance
};

/// By the number of seats and of unseen cards of the suit above and below a card: the chance that it holds against those
/// seats, that is that the cards which they draw are all below.
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
