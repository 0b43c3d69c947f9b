//! The link between two nodes: sequence numbers on messages, so that a lost one is detected.
//!
//! Each side numbers the fragments that it sends, 1, 2, 3, … within a *generation*. A fragment that comes a second time is
//! dropped. If one is missing, the link is broken: everything that is in flight on it ends, on both sides, and each side begins a
//! new generation. So whoever reads a link gets every message, in order and once, or is told that the rest is lost.

/// The largest content of a fragment: NATS takes messages of a megabyte by default.
pub const FRAGMENT_BYTES: usize = 256 * 1024;

/// The header of a fragment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FragmentHeader {
    /// The address of the sender.
    pub sender: String,
    /// The generation of the sender's side of the link.
    pub generation: u64,
    /// The sequence number within the generation, from 1.
    pub sequence: u64,
    /// Whether the message goes on in the next fragment.
    pub more: bool,
}

impl FragmentHeader {
    /// The fragment as it is sent: a line with the header, then the content.
    pub fn encode(&self, content: &[u8]) -> Vec<u8> {
        let FragmentHeader { sender, generation, sequence, more } = self;
        let mut payload = format!("{sender} {generation} {sequence} {}\n", if *more { '+' } else { '.' }).into_bytes();
        payload.extend_from_slice(content);
        payload
    }

    /// Reads what [`encode`](FragmentHeader::encode) wrote; `None` if it is something else.
    pub fn decode(payload: &[u8]) -> Option<(FragmentHeader, &[u8])> {
        let end = payload.iter().take(200).position(|byte| *byte == b'\n')?;
        let mut words = std::str::from_utf8(&payload[..end]).ok()?.split(' ');
        let sender = words.next()?.to_owned();
        let (generation, sequence) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let more = words.next()? == "+";
        Some((FragmentHeader { sender, generation, sequence, more }, &payload[end + 1..]))
    }
}

/// What a fragment that came means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkEvent {
    /// A message is complete. `first`: the sender has begun a new generation, and has forgotten everything before it.
    Message {
        /// Its content.
        content: Vec<u8>,
        /// Whether it is the first of a generation.
        first: bool,
    },
    /// A fragment of a message whose rest is still to come.
    Incomplete,
    /// It came before.
    Duplicate,
    /// A fragment before it is missing. The sender is to be told that its `generation` is broken.
    Gap {
        /// The generation that is broken.
        generation: u64,
        /// Whether the gap was not known before.
        is_new: bool,
    },
}

/// Both directions of a link, as one side sees them.
#[derive(Clone, Debug)]
pub struct PeerLink {
    outgoing: Outgoing,
    incoming: Option<Incoming>,
}

#[derive(Clone, Copy, Debug)]
struct Outgoing {
    generation: u64,
    last: u64,
}

#[derive(Clone, Debug)]
struct Incoming {
    generation: u64,
    /// The sequence number of the last fragment; `None` after one was missing.
    last: Option<u64>,
    /// The fragments of a message that is not complete.
    fragments: Vec<u8>,
}

impl PeerLink {
    /// A link over which nothing has come yet. `generation` is larger than that of any link to this peer before.
    pub fn new(generation: u64) -> PeerLink {
        PeerLink { outgoing: Outgoing { generation, last: 0 }, incoming: None }
    }

    /// The generation of this side.
    pub fn generation(&self) -> u64 {
        self.outgoing.generation
    }

    /// This side begins a new generation: what it sent before is forgotten.
    pub fn restart(&mut self, generation: u64) {
        self.outgoing = Outgoing { generation, last: 0 };
    }

    /// A message as it is sent, in fragments of at most [`FRAGMENT_BYTES`].
    pub fn encode(&mut self, sender: &str, message: &[u8]) -> Vec<Vec<u8>> {
        let mut fragments: Vec<&[u8]> = message.chunks(FRAGMENT_BYTES).collect();
        if fragments.is_empty() {
            fragments.push(&[]);
        }
        let end = fragments.len() - 1;
        let mut encoded = Vec::with_capacity(fragments.len());
        for (index, fragment) in fragments.into_iter().enumerate() {
            self.outgoing.last += 1;
            let Outgoing { generation, last } = self.outgoing;
            let sender = sender.to_owned();
            encoded.push(FragmentHeader { sender, generation, sequence: last, more: index < end }.encode(fragment));
        }
        encoded
    }

    /// Takes a fragment that came.
    pub fn receive(&mut self, header: &FragmentHeader, content: &[u8]) -> LinkEvent {
        let FragmentHeader { generation, sequence, more, .. } = *header;
        match &mut self.incoming {
            Some(incoming) if generation < incoming.generation => return LinkEvent::Duplicate,
            Some(incoming) if generation == incoming.generation => {
                let Some(last) = incoming.last else { return LinkEvent::Gap { generation, is_new: false } };
                if sequence <= last {
                    return LinkEvent::Duplicate;
                }
                if sequence > last + 1 {
                    incoming.last = None;
                    return LinkEvent::Gap { generation, is_new: true };
                }
                incoming.last = Some(sequence);
            }
            incoming => {
                let last = (sequence == 1).then_some(1);
                *incoming = Some(Incoming { generation, last, fragments: Vec::new() });
                if last.is_none() {
                    return LinkEvent::Gap { generation, is_new: true };
                }
            }
        }
        let incoming = self.incoming.as_mut().expect("set above");
        incoming.fragments.extend_from_slice(content);
        match more {
            true => LinkEvent::Incomplete,
            false => LinkEvent::Message { content: std::mem::take(&mut incoming.fragments), first: sequence == 1 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn receive(link: &mut PeerLink, payload: &[u8]) -> LinkEvent {
        let (header, content) = FragmentHeader::decode(payload).expect("a header");
        link.receive(&header, content)
    }

    #[test]
    fn messages_are_delivered_once_and_in_order() {
        let (mut here, mut there) = (PeerLink::new(1), PeerLink::new(1));
        let [first, second] = ["one", "two\nlines"].map(|words| here.encode("here", words.as_bytes()).remove(0));
        let message = |words: &str, first| LinkEvent::Message { content: words.as_bytes().to_vec(), first };
        assert_eq!(receive(&mut there, &first), message("one", true));
        assert_eq!(receive(&mut there, &first), LinkEvent::Duplicate);
        assert_eq!(receive(&mut there, &second), message("two\nlines", false));
    }

    #[test]
    fn a_lost_message_breaks_the_link_until_a_new_generation() {
        let (mut here, mut there) = (PeerLink::new(1), PeerLink::new(1));
        let all: Vec<_> = (0..4).map(|n: u8| here.encode("here", &[n]).remove(0)).collect();
        receive(&mut there, &all[0]);
        assert_eq!(receive(&mut there, &all[2]), LinkEvent::Gap { generation: 1, is_new: true });
        assert_eq!(receive(&mut there, &all[1]), LinkEvent::Gap { generation: 1, is_new: false }, "too late");
        here.restart(2);
        let fresh = here.encode("here", b"anew").remove(0);
        assert_eq!(receive(&mut there, &fresh), LinkEvent::Message { content: b"anew".to_vec(), first: true });
        assert_eq!(receive(&mut there, &all[3]), LinkEvent::Duplicate, "of a generation that is over");
    }

    #[test]
    fn a_lost_first_message_is_detected() {
        let (mut here, mut there) = (PeerLink::new(7), PeerLink::new(1));
        here.encode("here", b"lost");
        let second = here.encode("here", b"second").remove(0);
        assert_eq!(receive(&mut there, &second), LinkEvent::Gap { generation: 7, is_new: true });
    }

    #[test]
    fn a_long_message_goes_in_fragments() {
        let (mut here, mut there) = (PeerLink::new(1), PeerLink::new(1));
        let long: Vec<u8> = (0..FRAGMENT_BYTES * 2 + 5).map(|n| n as u8).collect();
        let fragments = here.encode("here", &long);
        assert_eq!(fragments.len(), 3);
        assert_eq!([0, 1].map(|n| receive(&mut there, &fragments[n])), [LinkEvent::Incomplete, LinkEvent::Incomplete]);
        let LinkEvent::Message { content, .. } = receive(&mut there, &fragments[2]) else { panic!("complete") };
        assert_eq!(content, long);
    }

    #[test]
    fn what_is_no_fragment_has_no_header() {
        for words in ["", "no line", "from 1\n", "from one 1 .\n"] {
            assert_eq!(FragmentHeader::decode(words.as_bytes()), None, "{words}");
        }
    }
}
