//! Options of `morse multinode-server`, which was a separate program in the original.

use std::ffi::OsString;
use std::net::IpAddr;
use std::path::Path;

use clap::Args;

use super::either_side::options_first;

/// The name of the original's program. A link of this name to the command is the same as its sub-command.
pub(super) const OWN_NAME: &str = "multinode_server";

/// `morse multinode-server`
#[derive(Debug, Args)]
#[command(after_help = "Runs until Ctrl-C. Start it first, then each simulator under a name of its own:\n  \
                  morse multinode-server\n  morse run --name nodeA scene.py\n  morse run --name nodeB scene.py\n\n\
                  The original listened on 0.0.0.0: for nodes on other computers give --host 0.0.0.0. Whoever can reach \
                  the server can move the robots that nodes do not simulate themselves.\n\n\
                  A link named multinode_server to the command does the same:\n  ln -s morse multinode_server")]
pub struct MultinodeServerArguments {
    /// Tells of every message
    #[arg(short, long)]
    pub debug: bool,

    /// Address on which nodes are served; 0.0.0.0 serves other computers too
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: IpAddr,

    /// Port on which nodes are served
    #[arg(long, value_name = "PORT", default_value_t = morse_socket::nodes::SERVER_PORT)]
    pub port: u16,
}

/// The words of the command line: with the sub-command that the name of the command stands for, and with the options of
/// `morse run` before its scene.
pub fn words(line: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = line.into_iter().collect();
    let name = words.first().and_then(|command| Path::new(command).file_stem());
    if name.is_some_and(|name| name == OWN_NAME) {
        words.insert(1, OWN_NAME.into());
    }
    options_first(words)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::arguments::{Arguments, Command};

    fn server(line: &[&str]) -> MultinodeServerArguments {
        match Arguments::try_parse_from(words(line.iter().map(Into::into))).unwrap().command {
            Some(Command::MultinodeServer(server)) => server,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_server_has_two_names_and_is_for_this_computer_unless_told_otherwise() {
        for line in [&["morse", "multinode-server"][..], &["/usr/bin/multinode_server"]] {
            let server = server(line);
            assert!(server.host.is_loopback() && server.port == 65_000 && !server.debug);
        }
        let server = server(&["multinode_server", "-d", "--host", "0.0.0.0", "--port", "7"]);
        assert!(server.host.is_unspecified() && server.port == 7 && server.debug);
    }

    #[test]
    fn other_names_stand_for_nothing() {
        assert_eq!(words(["morse".into(), "run".into()]), ["morse", "run"]);
        assert!(words([]).is_empty());
    }
}
