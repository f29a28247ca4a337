//! Options of `morse multinode-server`, which was a separate program in the original.

use std::ffi::OsString;
use std::net::IpAddr;
use std::path::Path;

use clap::Args;

use super::run::options_first;

/// The name of the original's program. A link of this name to the command runs this subcommand.
pub(super) const ORIGINAL_NAME: &str = "multinode_server";

/// Arguments of `morse multinode-server`.
#[derive(Debug, Args)]
#[command(after_help = "Runs until Ctrl-C. Start it first, then each simulator with its own name:\n  \
                  morse multinode-server\n  morse run --name nodeA scene.py\n  morse run --name nodeB scene.py\n\n\
                  The original listened on 0.0.0.0. To serve nodes on other computers, give --host 0.0.0.0. Every client \
                  that can connect can then move the robots that nodes do not simulate themselves.\n\n\
                  A link with the name multinode_server does the same:\n  ln -s morse multinode_server")]
pub struct MultinodeServerArguments {
    /// Log every message
    #[arg(short, long)]
    pub debug: bool,

    /// Address to serve nodes on; 0.0.0.0 for all interfaces
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: IpAddr,

    /// Port to serve nodes on
    #[arg(long, value_name = "PORT", default_value_t = morse_socket::nodes::SERVER_PORT)]
    pub port: u16,
}

/// Normalizes the command line for the parser: inserts the subcommand that the program's name implies, and moves the options
/// of `morse run` before its scene.
pub fn normalize(line: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = line.into_iter().collect();
    let name = words.first().and_then(|command| Path::new(command).file_stem());
    if name.is_some_and(|name| name == ORIGINAL_NAME) {
        words.insert(1, ORIGINAL_NAME.into());
    }
    options_first(words)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::arguments::{Arguments, Command};

    fn server(line: &[&str]) -> MultinodeServerArguments {
        match Arguments::try_parse_from(normalize(line.iter().map(Into::into))).unwrap().command {
            Some(Command::MultinodeServer(server)) => server,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn server_has_two_names_and_listens_on_loopback_by_default() {
        for line in [&["morse", "multinode-server"][..], &["/usr/bin/multinode_server"]] {
            let server = server(line);
            assert!(server.host.is_loopback() && server.port == 65_000 && !server.debug);
        }
        let server = server(&["multinode_server", "-d", "--host", "0.0.0.0", "--port", "7"]);
        assert!(server.host.is_unspecified() && server.port == 7 && server.debug);
    }

    #[test]
    fn other_program_names_imply_no_subcommand() {
        assert_eq!(normalize(["morse".into(), "run".into()]), ["morse", "run"]);
        assert!(normalize([]).is_empty());
    }
}
