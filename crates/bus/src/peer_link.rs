//! The link between two nodes: numbers on letters, so that a missing one is seen. No I/O here.
//!
//! Each side numbers what it sends: 1, 2, 3, … within an *era*. A letter that comes a second time is dropped. If one is
//! missing, the link is broken: everything that stood on it ends, on both sides, and each begins a new era. So whoever reads
//! a link gets everything, in order and once, or is told that the rest is lost.

use crate::PART;

/// What stands on each part of a letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Postmark {
    /// The address of the sender.
    pub from: String,
    /// The era in which the sender numbers.
    pub era: u64,
    /// The number, from 1.
    pub number: u64,
    /// Whether the letter goes on in the next part.
    pub more: bool,
}

impl Postmark {
    /// A part of a letter as it is sent: a line with the postmark, then the content.
    pub fn on(&self, content: &[u8]) -> Vec<u8> {
        let Postmark { from, era, number, more } = self;
        let mut post = format!("{from} {era} {number} {}\n", if *more { '+' } else { '.' }).into_bytes();
        post.extend_from_slice(content);
        post
    }

    /// Reads what [`on`](Postmark::on) wrote; `None` if it is something else.
    pub fn read(post: &[u8]) -> Option<(Postmark, &[u8])> {
        let end = post.iter().take(200).position(|byte| *byte == b'\n')?;
        let mut words = std::str::from_utf8(&post[..end]).ok()?.split(' ');
        let (from, era, number) = (words.next()?.to_owned(), words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let more = words.next()? == "+";
        Some((Postmark { from, era, number, more }, &post[end + 1..]))
    }
}

/// What has become of a part that came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Receipt {
    /// A letter is complete. `first`: the sender has begun a new era, and has forgotten everything before it.
    Letter {
        /// What it says.
        content: Vec<u8>,
        /// Whether it is the first of an era.
        first: bool,
    },
    /// A part of a letter whose rest is still to come.
    Part,
    /// It came before.
    Again,
    /// Something before it is missing. The sender is to be told that its `era` is lost.
    Broken {
        /// The era that is lost.
        era: u64,
        /// Whether this is news.
        news: bool,
    },
}

/// Both directions of a link, as one side sees them.
#[derive(Clone, Debug)]
pub struct PeerLink {
    out: Outgoing,
    incoming: Option<Incoming>,
}

#[derive(Clone, Copy, Debug)]
struct Outgoing {
    era: u64,
    last: u64,
}

#[derive(Clone, Debug)]
struct Incoming {
    era: u64,
    /// The number of the last part; `None` after one was missing.
    last: Option<u64>,
    /// The parts of a letter that is not complete.
    parts: Vec<u8>,
}

impl PeerLink {
    /// A link of which nothing has come yet. `era` is larger than that of any link to this peer before.
    pub fn new(era: u64) -> PeerLink {
        PeerLink { out: Outgoing { era, last: 0 }, incoming: None }
    }

    /// The era in which this side numbers.
    pub fn era(&self) -> u64 {
        self.out.era
    }

    /// This side begins to number anew: what it sent before is forgotten.
    pub fn renew(&mut self, era: u64) {
        self.out = Outgoing { era, last: 0 };
    }

    /// A letter as it is sent, in parts of at most [`PART`] bytes.
    pub fn write(&mut self, from: &str, letter: &[u8]) -> Vec<Vec<u8>> {
        let mut parts: Vec<&[u8]> = letter.chunks(PART).collect();
        if parts.is_empty() {
            parts.push(&[]);
        }
        let end = parts.len() - 1;
        let mut written = Vec::with_capacity(parts.len());
        for (index, part) in parts.into_iter().enumerate() {
            self.out.last += 1;
            let (era, number) = (self.out.era, self.out.last);
            written.push(Postmark { from: from.to_owned(), era, number, more: index < end }.on(part));
        }
        written
    }

    /// Takes what came.
    pub fn read(&mut self, mark: &Postmark, content: &[u8]) -> Receipt {
        let Postmark { era, number, more, .. } = *mark;
        match &mut self.incoming {
            Some(incoming) if era < incoming.era => return Receipt::Again,
            Some(incoming) if era == incoming.era => {
                let Some(last) = incoming.last else { return Receipt::Broken { era, news: false } };
                if number <= last {
                    return Receipt::Again;
                }
                if number > last + 1 {
                    incoming.last = None;
                    return Receipt::Broken { era, news: true };
                }
                incoming.last = Some(number);
            }
            incoming => {
                let last = (number == 1).then_some(1);
                *incoming = Some(Incoming { era, last, parts: Vec::new() });
                if last.is_none() {
                    return Receipt::Broken { era, news: true };
                }
            }
        }
        let incoming = self.incoming.as_mut().expect("set above");
        incoming.parts.extend_from_slice(content);
        match more {
            true => Receipt::Part,
            false => Receipt::Letter { content: std::mem::take(&mut incoming.parts), first: number == 1 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn receive(link: &mut PeerLink, post: &[u8]) -> Receipt {
        let (mark, content) = Postmark::read(post).expect("a postmark");
        link.read(&mark, content)
    }

    #[test]
    fn letters_are_read_once_and_in_order() {
        let (mut here, mut there) = (PeerLink::new(1), PeerLink::new(1));
        let [first, second] = ["one", "two\nlines"].map(|words| here.write("here", words.as_bytes()).remove(0));
        let letter = |words: &str, first| Receipt::Letter { content: words.as_bytes().to_vec(), first };
        assert_eq!(receive(&mut there, &first), letter("one", true));
        assert_eq!(receive(&mut there, &first), Receipt::Again);
        assert_eq!(receive(&mut there, &second), letter("two\nlines", false));
    }

    #[test]
    fn a_missing_letter_breaks_the_link_until_a_new_era() {
        let (mut here, mut there) = (PeerLink::new(1), PeerLink::new(1));
        let all: Vec<_> = (0..4).map(|n: u8| here.write("here", &[n]).remove(0)).collect();
        receive(&mut there, &all[0]);
        assert_eq!(receive(&mut there, &all[2]), Receipt::Broken { era: 1, news: true });
        assert_eq!(receive(&mut there, &all[1]), Receipt::Broken { era: 1, news: false }, "too late");
        here.renew(2);
        let fresh = here.write("here", b"anew").remove(0);
        assert_eq!(receive(&mut there, &fresh), Receipt::Letter { content: b"anew".to_vec(), first: true });
        assert_eq!(receive(&mut there, &all[3]), Receipt::Again, "of an era that is over");
    }

    #[test]
    fn who_missed_the_beginning_says_so() {
        let (mut here, mut there) = (PeerLink::new(7), PeerLink::new(1));
        here.write("here", b"lost");
        let second = here.write("here", b"second").remove(0);
        assert_eq!(receive(&mut there, &second), Receipt::Broken { era: 7, news: true });
    }

    #[test]
    fn a_long_letter_goes_in_parts() {
        let (mut here, mut there) = (PeerLink::new(1), PeerLink::new(1));
        let long: Vec<u8> = (0..PART * 2 + 5).map(|n| n as u8).collect();
        let parts = here.write("here", &long);
        assert_eq!(parts.len(), 3);
        assert_eq!([0, 1].map(|part| receive(&mut there, &parts[part])), [Receipt::Part, Receipt::Part]);
        let Receipt::Letter { content, .. } = receive(&mut there, &parts[2]) else { panic!("complete") };
        assert_eq!(content, long);
    }

    #[test]
    fn what_is_no_letter_has_no_postmark() {
        for words in ["", "no line", "from 1\n", "from one 1 .\n"] {
            assert_eq!(Postmark::read(words.as_bytes()), None, "{words}");
        }
    }
}
