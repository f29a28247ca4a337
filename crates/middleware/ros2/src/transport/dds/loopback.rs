//! Announces the participant by multicast on the loopback interface, which rustdds does not do.
//!
//! Linux does not flag its loopback interface as multicast-capable, although it transports multicast. rustdds respects the
//! flag. Cyclone DDS ignores it, and on a machine without another network it listens only to multicast. It would find this
//! program only when it announces itself, up to eight seconds later. rustdds also sends its announcements to the first
//! unicast ports of DDS on this machine. A socket on one of these ports receives the announcements and forwards them by
//! multicast, unchanged.

use std::io;
use std::net::{Ipv4Addr, SocketAddrV4, UdpSocket};
use std::thread::JoinHandle;

use rustdds::GUID;
use socket2::SockRef;

/// Number of participants on this machine to which rustdds sends its announcements.
const PARTICIPANTS: u16 = 12;

/// The multicast group of all participants (DDSI-RTPS 2.5, 9.6.2.4.1).
const GROUP: Ipv4Addr = Ipv4Addr::new(239, 255, 0, 1);

/// Largest size of a datagram. [bytes]
const DATAGRAM_MAX: usize = 65536;

/// Port of the announcements to all participants of a domain (DDSI-RTPS 2.5, 9.6.2.3).
const fn multicast_port(domain: u16) -> u16 {
    7400 + 250 * domain
}

/// Port of the announcements to one participant of a machine.
const fn unicast_port(domain: u16, participant: u16) -> u16 {
    multicast_port(domain) + 10 + 2 * participant
}

/// Forwards the announcements until it is dropped.
#[derive(Debug)]
pub struct LoopbackAnnouncer {
    /// Wakes the thread so that it ends.
    alarm: UdpSocket,
    thread: Option<JoinHandle<()>>,
}

impl LoopbackAnnouncer {
    /// Starts forwarding for a participant. `number` is its number on this machine.
    ///
    /// # Errors
    /// When all ports are in use, or the system refuses sockets or threads.
    pub fn start(domain: u16, number: u16, participant: GUID) -> io::Result<Self> {
        let receiver = free_port(domain, number)?;
        let sender = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
        SockRef::from(&sender).set_multicast_if_v4(&Ipv4Addr::LOCALHOST)?;
        sender.set_multicast_loop_v4(true)?;
        let alarm = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
        alarm.connect(receiver.local_addr()?)?;
        let stop = alarm.local_addr()?;
        let group = SocketAddrV4::new(GROUP, multicast_port(domain));
        let forward = move || {
            let mut datagram = vec![0; DATAGRAM_MAX];
            loop {
                match receiver.recv_from(&mut datagram) {
                    Ok((_, from)) if from == stop => return,
                    Ok((length, _)) if is_from(&datagram[..length], participant) => {
                        if let Err(error) = sender.send_to(&datagram[..length], group) {
                            return tracing::debug!("no multicast on the loopback interface: {error}");
                        }
                    }
                    Ok(_) => {}
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return tracing::warn!("the announcements to this machine end: {error}"),
                }
            }
        };
        let thread = std::thread::Builder::new().name("ros2-announcer".to_owned()).spawn(forward)?;
        Ok(Self { alarm, thread: Some(thread) })
    }
}

impl Drop for LoopbackAnnouncer {
    fn drop(&mut self) {
        // A thread that cannot be woken ends with the program.
        if self.alarm.send(&[]).is_ok()
            && let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the thread that announces to this machine has failed");
        }
    }
}

/// A socket on the last free port to which rustdds sends announcements. Participants use the first ones.
fn free_port(domain: u16, own: u16) -> io::Result<UdpSocket> {
    let mut refused = io::Error::from(io::ErrorKind::AddrInUse);
    for number in (0..PARTICIPANTS).rev().filter(|number| *number != own) {
        match UdpSocket::bind((Ipv4Addr::LOCALHOST, unicast_port(domain, number))) {
            Ok(socket) => return Ok(socket),
            Err(error) => refused = error,
        }
    }
    Err(refused)
}

/// Whether a datagram is an RTPS message from a participant. It begins with magic, version, vendor and the sender's prefix.
fn is_from(datagram: &[u8], participant: GUID) -> bool {
    datagram.starts_with(b"RTPS") && datagram.get(8..20) == Some(&participant.to_bytes()[..12])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_are_those_of_the_standard() {
        assert_eq!((multicast_port(0), unicast_port(0, 0), unicast_port(1, 3)), (7400, 7410, 7666));
        assert_eq!(unicast_port(232, PARTICIPANTS - 1), 65432);
    }

    #[test]
    fn only_messages_of_the_participant_are_forwarded() {
        let own = GUID::from_bytes([7; 16]);
        let mut datagram = *b"RTPS\x02\x04\x01\x12............more";
        assert!(!is_from(&datagram, own));
        datagram[8..20].fill(7);
        assert!(is_from(&datagram, own));
        assert!(!is_from(&datagram[..19], own) && !is_from(&[], own));
        datagram[0] = b'X';
        assert!(!is_from(&datagram, own));
    }
}
