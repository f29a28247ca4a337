//! The IPv4 addresses of this machine.

use std::io;
use std::net::Ipv4Addr;

use nix::ifaddrs::getifaddrs;
use nix::net::if_::InterfaceFlags;

/// The addresses of all interfaces that are up; those of the loopback interface last.
///
/// # Errors
/// When the system refuses.
pub fn addresses() -> io::Result<Vec<Ipv4Addr>> {
    let mut addresses: Vec<Ipv4Addr> = getifaddrs()?
        .filter(|interface| interface.flags.contains(InterfaceFlags::IFF_UP))
        .filter_map(|interface| Some(interface.address?.as_sockaddr_in()?.ip()))
        .collect();
    addresses.sort_by_key(|address| (address.is_loopback(), *address));
    addresses.dedup();
    Ok(addresses)
}
