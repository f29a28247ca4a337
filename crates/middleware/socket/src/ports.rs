//! Finds free ports.

use std::io::{Error, ErrorKind};
use std::net::{IpAddr, SocketAddr, TcpListener};

const FILE_LIMIT_HELP: &str =
    ": each stream needs one open file; raise the limit (`ulimit -n`), or add fewer streams";

/// Listens on the first free port of the `attempts` ports from `first` on. Port 0 lets the system choose.
///
/// # Errors
/// If no port is free, or the system cannot bind it.
pub(crate) fn listen(address: IpAddr, first: u16, attempts: usize) -> Result<(TcpListener, u16), String> {
    for port in (first..=u16::MAX).take(attempts) {
        match bind(address, port) {
            Ok(bound) => return Ok(bound),
            Err(error) if error.kind() == ErrorKind::AddrInUse => {}
            Err(error) => {
                let remedy = if is_file_limit(&error) { FILE_LIMIT_HELP } else { "" };
                return Err(format!("cannot listen on {}: {error}{remedy}", SocketAddr::new(address, port)));
            }
        }
    }
    let last = usize::from(first).saturating_add(attempts - 1).min(usize::from(u16::MAX));
    Err(if attempts == 1 {
        format!("port {first} of {address} is in use: stop the other program or choose another port")
    } else {
        format!(
            "no port of {address} from {first} to {last} is free: stop other programs or choose other ports"
        )
    })
}

/// Whether an error is the limit of open files.
#[cfg(unix)]
fn is_file_limit(error: &Error) -> bool {
    let code = error.raw_os_error().map(rustix::io::Errno::from_raw_os_error);
    matches!(code, Some(rustix::io::Errno::MFILE | rustix::io::Errno::NFILE))
}

#[cfg(not(unix))]
fn is_file_limit(_: &Error) -> bool {
    false
}

fn bind(address: IpAddr, port: u16) -> Result<(TcpListener, u16), Error> {
    let listener = TcpListener::bind(SocketAddr::new(address, port))?;
    listener.set_nonblocking(true)?;
    let port = listener.local_addr()?.port();
    Ok((listener, port))
}

/// Raises the limit of open files to the maximum that the system allows. The default is far lower on many systems, and
/// every stream needs a port and a connection.
#[cfg(unix)]
pub(crate) fn raise_file_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // A failure is harmless: opening a port or connection beyond the limit reports an error.
    let _ = setrlimit(Resource::Nofile, limit);
}

/// Other systems have no limit of open files.
#[cfg(not(unix))]
pub(crate) fn raise_file_limit() {}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn busy_ports_are_skipped() {
        let (_first, port) = listen(LOCAL, 0, 1).unwrap();
        let problem = listen(LOCAL, port, 1).unwrap_err();
        assert!(problem.contains(&format!("port {port} of 127.0.0.1 is in use")), "{problem}");
        let (_second, next) = listen(LOCAL, port, 10).unwrap();
        assert!(next > port);
    }

    #[test]
    #[cfg(unix)]
    fn limit_of_open_files_is_distinguished_from_other_errors() {
        assert!(is_file_limit(&Error::from(rustix::io::Errno::MFILE)));
        assert!(!is_file_limit(&Error::from(rustix::io::Errno::ACCESS)));
    }

    #[test]
    fn ports_end_at_65535() {
        let _last = TcpListener::bind((LOCAL, u16::MAX));
        let problem = listen(LOCAL, u16::MAX, usize::MAX).unwrap_err();
        assert!(problem.contains("from 65535 to 65535 is free"), "{problem}");
    }
}
