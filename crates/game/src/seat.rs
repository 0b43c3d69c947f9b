//! Seats, sets of seats, and a value for each seat.

use std::fmt;
use std::ops::{BitAnd, BitOr, Deref, DerefMut, Index, IndexMut, Sub};

use serde::{Deserialize, Serialize};

/// The largest number of seats of any game.
pub const MAX_SEATS: usize = 8;

/// A seat, numbered from 0 in the direction of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "number"))]
#[serde(try_from = "u8")]
pub struct Seat(u8);

impl Seat {
    /// Returns the seat with this number.
    ///
    /// # Panics
    /// If `index` is [`MAX_SEATS`] or more.
    pub const fn new(index: u8) -> Seat {
        assert!((index as usize) < MAX_SEATS, "no table has that many seats");
        Seat(index)
    }

    /// Returns the number of the seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the seat `steps` further in the direction of play at a table of `seats`.
    pub const fn after(self, steps: u8, seats: u8) -> Seat {
        Seat((self.0 + steps) % seats)
    }

    /// Returns the number of steps to `other` in the direction of play: [`after`](Seat::after) with this number returns
    /// `other`.
    #[inline]
    pub const fn steps_to(self, other: Seat, seats: u8) -> usize {
        ((other.0 + seats - self.0) % seats) as usize
    }

    /// Returns all seats of a table in the direction of play, this one first.
    #[inline]
    pub fn around(self, seats: u8) -> impl Iterator<Item = Seat> + Clone {
        (0..seats).map(move |steps| self.after(steps, seats))
    }

    /// Returns all seats of a table.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..seats).map(Seat::new)
    }
}

impl TryFrom<u8> for Seat {
    type Error = &'static str;
    fn try_from(index: u8) -> Result<Seat, &'static str> {
        if usize::from(index) < MAX_SEATS { Ok(Seat(index)) } else { Err("a seat is a number from 0 to 7") }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of seats. Its iterator is in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Returns the set of one seat.
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Returns the set of all seats at a table of `seats`.
    pub const fn all(seats: u8) -> SeatSet {
        SeatSet(((1u16 << seats) - 1) as u8)
    }

    /// Returns whether `seat` is in the set.
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Removes a seat, if the set has it.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// Returns the number of seats in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the lowest seat.
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// Returns the seats of the set in playing order, beginning with `from` itself.
    pub fn from_seat(self, from: Seat, seats: u8) -> impl Iterator<Item = Seat> {
        (0..seats).map(move |step| from.after(step, seats)).filter(move |seat| self.has(*seat))
    }
}

impl Iterator for SeatSet {
    type Item = Seat;
    fn next(&mut self) -> Option<Seat> {
        let seat = self.first()?;
        self.0 &= self.0 - 1;
        Some(seat)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, |set, seat| set | SeatSet::only(seat))
    }
}

impl BitOr for SeatSet {
    type Output = SeatSet;
    fn bitor(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }
}

impl BitAnd for SeatSet {
    type Output = SeatSet;
    fn bitand(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }
}

/// `one - other` is the set of the seats in `one` that are not in `other`.
impl Sub for SeatSet {
    type Output = SeatSet;
    fn sub(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The JSON of a set is an array of seats in ascending order.
impl Serialize for SeatSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<SeatSet, D::Error> {
        Ok(Vec::<Seat>::deserialize(deserializer)?.into_iter().collect())
    }
}

cards::typescript_as!(SeatSet, "Array<number>");

/// A value for each seat of a table, without a heap allocation.
#[derive(Clone, Copy)]
pub struct PerSeat<T> {
    items: [T; MAX_SEATS],
    len: u8,
}

impl<T: Copy + Default> PerSeat<T> {
    /// Returns the same value for each of `seats`.
    pub fn new(seats: u8, item: T) -> PerSeat<T> {
        assert!(usize::from(seats) <= MAX_SEATS, "no table has that many seats");
        PerSeat { items: [item; MAX_SEATS], len: seats }
    }

    /// Returns the value of `item` for each of `seats`.
    pub fn from_fn(seats: u8, mut item: impl FnMut(Seat) -> T) -> PerSeat<T> {
        let mut all = PerSeat::new(seats, T::default());
        for seat in Seat::all(seats) {
            all[seat] = item(seat);
        }
        all
    }

    /// Applies `change` to the value of each seat.
    pub fn map<U: Copy + Default>(self, mut change: impl FnMut(T) -> U) -> PerSeat<U> {
        PerSeat::from_fn(self.len, |seat| change(self[seat]))
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> u8 {
        self.len
    }

    /// Returns each seat with its value.
    pub fn by_seat(&self) -> impl Iterator<Item = (Seat, T)> + '_ {
        Seat::all(self.len).map(|seat| (seat, self[seat]))
    }
}

impl<T: Copy + Default, const SEATS: usize> From<[T; SEATS]> for PerSeat<T> {
    fn from(items: [T; SEATS]) -> PerSeat<T> {
        PerSeat::from_fn(SEATS as u8, |seat| items[seat.index()])
    }
}

impl<T> Deref for PerSeat<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T> DerefMut for PerSeat<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.deref()[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.deref_mut()[seat.index()]
    }
}

impl<T: PartialEq> PartialEq for PerSeat<T> {
    fn eq(&self, other: &PerSeat<T>) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for PerSeat<T> {}

impl<T: fmt::Debug> fmt::Debug for PerSeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Serialize> Serialize for PerSeat<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de, T: Copy + Default + Deserialize<'de>> Deserialize<'de> for PerSeat<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<PerSeat<T>, D::Error> {
        let items = Vec::<T>::deserialize(deserializer)?;
        if items.len() > MAX_SEATS {
            return Err(serde::de::Error::custom("expected at most 8 seats"));
        }
        Ok(PerSeat::from_fn(items.len() as u8, |seat| items[seat.index()]))
    }
}

#[cfg(feature = "types")]
impl<T: ts_rs::TS> ts_rs::TS for PerSeat<T> {
    type WithoutGenerics = PerSeat<ts_rs::Dummy>;
    type OptionInnerType = Self;
    fn name(config: &ts_rs::Config) -> String {
        <Vec<T> as ts_rs::TS>::name(config)
    }
    fn inline(config: &ts_rs::Config) -> String {
        <Vec<T> as ts_rs::TS>::inline(config)
    }
    fn visit_dependencies(v: &mut impl ts_rs::TypeVisitor)
    where
        Self: 'static,
    {
        <Vec<T> as ts_rs::TS>::visit_dependencies(v);
    }
    fn visit_generics(v: &mut impl ts_rs::TypeVisitor)
    where
        Self: 'static,
    {
        <Vec<T> as ts_rs::TS>::visit_generics(v);
    }
}

/// A viewer of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Viewer {
    /// The player of a seat.
    Seat(Seat),
    /// Somebody at the table without a seat, who sees only the cards that lie face up.
    Public,
    /// A viewer that sees everything: finished deals, records, help in a one-seat game.
    All,
}

impl Viewer {
    /// Returns the viewer's own seat.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::All => None,
        }
    }

    /// Returns whether this viewer may see the private cards of `seat`.
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Viewer::Seat(own) => own == seat,
            Viewer::Public => false,
            Viewer::All => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round() {
        assert_eq!(Seat::new(3).after(1, 4), Seat::new(0));
        assert_eq!(Seat::new(0).after(3, 4), Seat::new(3));
        let set: SeatSet = [Seat::new(0), Seat::new(3)].into_iter().collect();
        assert_eq!(set.from_seat(Seat::new(2), 4).collect::<Vec<_>>(), [Seat::new(3), Seat::new(0)]);
        assert_eq!(SeatSet::all(8).len(), 8);
        assert_eq!((SeatSet::all(4) - set).collect::<Vec<_>>(), [Seat::new(1), Seat::new(2)]);
    }

    #[test]
    fn a_thing_for_each_seat() {
        let points = PerSeat::from_fn(3, |seat| seat.index() as i32 * 10);
        assert_eq!(serde_json::to_string(&points).unwrap(), "[0,10,20]");
        assert_eq!(serde_json::from_str::<PerSeat<i32>>("[0,10,20]").unwrap(), points);
        assert!(serde_json::from_str::<PerSeat<i32>>("[0,1,2,3,4,5,6,7,8]").is_err());
    }
}
