//! A network of its own for a node (`ip netns`), so that the node can be cut off from everything while its process runs on. Linux,
//! as root.
//!
//! Everything in a cluster listens on the loopback address. In its own network the node has a loopback
//! address of its own, so its connections are forwarded: by a thread in its network to the other end of a virtual cable
//! (`veth`), and by another one from there to where they are meant for. Nothing is sent over the cable while it is unplugged,
//! in neither direction, and nobody is told so.

use std::fs::{self, File};
use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};

use crate::{Done, while_};

use super::databases::succeed;

/// How long a forwarded connection may take to be made.
const CONNECTED_WITHIN: Duration = Duration::from_secs(2);

/// The network of a node. It goes with this.
pub(crate) struct NodeNetwork {
    /// Of the namespace, and of our end of the cable.
    name: String,
    /// Our end of the cable, and the node's.
    ends: [Ipv4Addr; 2],
}

impl NodeNetwork {
    /// Makes a network. `number`: of the node, from 0.
    pub(crate) fn new(number: usize) -> Done<NodeNetwork> {
        remove_leftovers();
        let name = format!("cr{}n{number}", std::process::id());
        let subnet = u8::try_from(number).map_err(while_("the number of a node"))?;
        let ends = [1, 2].map(|end| Ipv4Addr::new(10, 213, subnet, end));
        let network = NodeNetwork { name: name.clone(), ends };
        ip(&["netns", "add", &name])?;
        ip(&["link", "add", &name, "type", "veth", "peer", "name", "cable", "netns", &name])?;
        ip(&["address", "add", &format!("{}/30", ends[0]), "dev", &name])?;
        ip(&["link", "set", &name, "up"])?;
        ip(&["-netns", &name, "address", "add", &format!("{}/30", ends[1]), "dev", "cable"])?;
        for device in ["lo", "cable"] {
            ip(&["-netns", &name, "link", "set", device, "up"])?;
        }
        Ok(network)
    }

    /// The program in this network.
    pub(crate) fn command(&self, program: &Command) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name]);
        command.arg(program.get_program()).args(program.get_args());
        command
    }

    /// Forwards this port of the node's loopback address to the same port of ours.
    pub(crate) fn forward_out(&self, port: u16) -> Done<()> {
        let ours = TcpListener::bind((self.ends[0], 0)).map_err(while_("a port of the cable"))?;
        let cable = ours.local_addr().map_err(while_("a port of the cable"))?;
        thread::spawn(move || forward(&ours, (Ipv4Addr::LOCALHOST, port).into()));
        self.inside((Ipv4Addr::LOCALHOST, port).into(), cable)
    }

    /// Forwards this port of our loopback address to the node's.
    pub(crate) fn forward_in(&self, port: u16) -> Done<()> {
        let cable = SocketAddr::from((self.ends[1], port));
        self.inside(cable, (Ipv4Addr::LOCALHOST, port).into())?;
        let ours = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(while_("the port of a node"))?;
        thread::spawn(move || forward(&ours, cable));
        Ok(())
    }

    /// Unplugs the cable.
    pub(crate) fn cut(&self) -> Done<()> {
        ip(&["link", "set", &self.name, "down"])
    }

    /// Plugs it in again.
    pub(crate) fn heal(&self) -> Done<()> {
        ip(&["link", "set", &self.name, "up"])
    }

    /// Forwards from within the network. Sockets and threads that are made by a thread are in its network.
    fn inside(&self, listen: SocketAddr, target: SocketAddr) -> Done<()> {
        let namespace = File::open(format!("/run/netns/{}", self.name)).map_err(while_("the network of a node"))?;
        let (ready, is_ready) = mpsc::channel();
        thread::spawn(move || {
            let network = Some(LinkNameSpaceType::Network);
            let entered = move_into_link_name_space(namespace.as_fd(), network).map_err(io::Error::from);
            match entered.and_then(|()| TcpListener::bind(listen)) {
                Ok(listener) => {
                    let _ = ready.send(Ok(()));
                    forward(&listener, target);
                }
                Err(error) => drop(ready.send(Err(format!("{listen} in the network of a node: {error}")))),
            }
        });
        is_ready.recv().map_err(while_("the network of a node"))?
    }
}

impl Drop for NodeNetwork {
    fn drop(&mut self) {
        // The cable goes with its end in the namespace; what is left says so when the next one is made.
        let _ = ip(&["link", "delete", &self.name]);
        let _ = ip(&["netns", "delete", &self.name]);
    }
}

/// Removes the networks of processes that ended without doing so, by Ctrl-C for example: their addresses are in the way.
fn remove_leftovers() {
    // Each is a file there; without one the folder may be missing.
    let Ok(networks) = fs::read_dir("/run/netns") else { return };
    for name in networks.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()) {
        let owner = owner(&name).filter(|process| !Path::new("/proc").join(process.to_string()).exists());
        if owner.is_some() {
            let _ = ip(&["link", "delete", &name]);
            let _ = ip(&["netns", "delete", &name]);
        }
    }
}

/// The process that made a network of this name.
fn owner(name: &str) -> Option<u32> {
    let (process, number) = name.strip_prefix("cr")?.split_once('n')?;
    number.parse::<u8>().ok()?;
    process.parse().ok()
}

fn ip(arguments: &[&str]) -> Done<()> {
    succeed(Command::new("ip").args(arguments)).map(drop)
}

/// Forwards every connection that comes.
fn forward(listener: &TcpListener, target: SocketAddr) {
    for near in listener.incoming().flatten() {
        thread::spawn(move || {
            // A connection to a node that cannot be reached is closed, as if the node had hung up.
            let _ = TcpStream::connect_timeout(&target, CONNECTED_WITHIN).and_then(|far| {
                far.set_nodelay(true)?;
                near.set_nodelay(true)?;
                let (from_far, to_near) = (far.try_clone()?, near.try_clone()?);
                let back = thread::spawn(move || copy(from_far, to_near));
                copy(near, far);
                let _ = back.join();
                Ok(())
            });
        });
    }
}

/// Copies until one side has ended.
fn copy(mut from: TcpStream, mut to: TcpStream) {
    let _ = io::copy(&mut from, &mut to);
    for end in [from, to] {
        let _ = end.shutdown(Shutdown::Both);
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::*;

    #[test]
    fn what_is_forwarded_comes_back_until_one_side_ends() {
        let echo = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let target = echo.local_addr().expect("an address");
        thread::spawn(move || {
            let (mut stream, _) = echo.accept().expect("a connection");
            let mut word = [0; 4];
            stream.read_exact(&mut word).expect("a word");
            stream.write_all(&word).expect("it listens");
        });
        let door = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let address = door.local_addr().expect("an address");
        thread::spawn(move || forward(&door, target));
        let mut client = TcpStream::connect(address).expect("it listens");
        client.write_all(b"word").expect("an open line");
        let mut answer = String::new();
        client.read_to_string(&mut answer).expect("text");
        assert_eq!(answer, "word");
    }

    #[test]
    fn a_name_tells_the_process_that_made_the_network() {
        assert_eq!(owner("cr412n0"), Some(412));
        for other in ["cr412", "crn0", "cr412n", "cr412nx", "x412n0", "cr412n1234", ""] {
            assert_eq!(owner(other), None, "{other}");
        }
    }
}
