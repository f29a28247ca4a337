//! Settings of the node: where the name server is, and how ports are named and reached.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::bottle::{self, Dialect, Item};

/// Default number of connections that peers may have at the same time.
const CONNECTIONS_MAX: usize = 4096;

/// Maximum size of a configuration file. [bytes]
const FILE_BYTES_MAX: u64 = 25_600;

/// The name of the server whose file is `yarp.conf`.
const ROOT: &str = "/root";

/// What a node must know before it starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The folder of YARP's configuration.
    pub folder: PathBuf,
    /// The name of the name server, if the environment says it.
    pub namespace: Option<String>,
    /// The beginning of the address that peers are told, if several are possible.
    pub ip: Option<String>,
    /// Text before the name of every port.
    pub prefix: String,
    /// The tags of numbers in bottles.
    pub dialect: Dialect,
    /// Look for the name server by multicast if the configuration does not name one that answers.
    pub multicast: bool,
    /// Number of connections that peers may have at the same time. Further ones are turned away.
    pub connections_max: usize,
}

/// Where a name server is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerAddress {
    /// Host name or address.
    pub host: String,
    /// Port.
    pub port: u16,
}

impl std::fmt::Display for ServerAddress {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}:{}", self.host, self.port)
    }
}

/// The configuration does not name a server.
#[derive(Debug, thiserror::Error)]
pub enum ConfigurationError {
    /// There is no file, or it cannot be read.
    #[error("{}: {source}. `yarp detect --write` or `yarp conf <ip> <port>` write it", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The file has another content.
    #[error("{} does not say `<ip> <port> yarp`", .0.display())]
    Content(PathBuf),
    /// The file names a server of another kind.
    #[error("{} names a server of the mode {mode}, and only `yarp` is spoken", path.display())]
    Mode {
        /// The file.
        path: PathBuf,
        /// The mode.
        mode: String,
    },
}

impl Settings {
    /// Settings from the environment, which `variable` looks up. An empty variable counts as not set.
    ///
    /// `YARP_CONFIG_HOME` is the folder of the configuration, else `XDG_CONFIG_HOME/yarp`, else `~/.config/yarp`.
    /// `YARP_NAMESPACE` names the server, `YARP_IP` the beginning of the own address, and `YARP_PORT_PREFIX` stands before
    /// the names of all ports.
    #[must_use]
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        let folder = variable("YARP_CONFIG_HOME").map(PathBuf::from).unwrap_or_else(|| {
            let home = || Path::new(&variable("HOME").unwrap_or_default()).join(".config");
            variable("XDG_CONFIG_HOME").map_or_else(home, PathBuf::from).join("yarp")
        });
        Self {
            folder,
            namespace: variable("YARP_NAMESPACE"),
            ip: variable("YARP_IP"),
            prefix: variable("YARP_PORT_PREFIX").unwrap_or_default(),
            dialect: Dialect::default(),
            multicast: false,
            connections_max: CONNECTIONS_MAX,
        }
    }

    /// The name of the name server: that of the environment, else of the file `yarp_namespace.conf`, else `/root`.
    #[must_use]
    pub fn server_name(&self) -> String {
        let file = || read(&self.folder.join("yarp_namespace.conf")).unwrap_or_default();
        let text = self.namespace.clone().unwrap_or_else(file);
        let names = bottle::parse(&text).unwrap_or_default();
        let first = names.first().and_then(Item::as_text).filter(|name| !name.is_empty());
        first.map_or_else(|| ROOT.to_owned(), std::borrow::Cow::into_owned)
    }

    /// The address of the name server, as its file says now. The server writes this file when it starts.
    ///
    /// # Errors
    /// When the file is missing or says something else.
    pub fn server(&self) -> Result<ServerAddress, ConfigurationError> {
        let path = self.folder.join(file_name(&self.server_name()));
        let text = read(&path).map_err(|source| ConfigurationError::File { path: path.clone(), source })?;
        let (host, port, mode) = parse(&text).ok_or_else(|| ConfigurationError::Content(path.clone()))?;
        if mode != "yarp" {
            return Err(ConfigurationError::Mode { path, mode });
        }
        Ok(ServerAddress { host, port })
    }
}

fn read(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(FILE_BYTES_MAX).read_to_string(&mut text)?;
    Ok(text)
}

/// The file of a name server: `yarp.conf` for that of the default name.
fn file_name(server: &str) -> String {
    if server == ROOT {
        return "yarp.conf".to_owned();
    }
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    format!("{}.conf", server.chars().map(letter).collect::<String>())
}

/// Host, port and mode: `host port [mode]`, or a section `[name]` with lines `host`, `port` and `mode`.
fn parse(text: &str) -> Option<(String, u16, String)> {
    let words: Vec<&str> = text.split([' ', '\t', '\r', '\n', '"']).filter(|word| !word.is_empty()).collect();
    let value = |key: &str| words.windows(2).find(|pair| pair[0] == key).map(|pair| pair[1]);
    let (host, port, mode) = match words.as_slice() {
        ["[name]", ..] => (value("host")?, value("port")?, value("mode")),
        [host, port, others @ ..] => (*host, *port, others.first().copied()),
        _ => return None,
    };
    let port = port.parse().ok().filter(|&port| port > 0)?;
    Some((host.to_owned(), port, mode.unwrap_or("yarp").to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(variables: &[(&str, &str)]) -> Settings {
        Settings::from_environment(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_folder_is_found_as_yarp_finds_it() {
        let folder = |variables: &[(&str, &str)]| settings(variables).folder.to_string_lossy().into_owned();
        let home = ("HOME", "/home/a");
        assert_eq!(folder(&[home]), "/home/a/.config/yarp");
        assert_eq!(folder(&[home, ("XDG_CONFIG_HOME", "/x")]), "/x/yarp");
        assert_eq!(folder(&[home, ("XDG_CONFIG_HOME", "/x"), ("YARP_CONFIG_HOME", "/y")]), "/y");
    }

    #[test]
    fn files_of_name_servers_are_read_in_both_forms() {
        let expected = Some(("10.0.0.1".to_owned(), 10_000, "yarp".to_owned()));
        assert_eq!(parse("10.0.0.1 10000 yarp\n"), expected);
        assert_eq!(parse("10.0.0.1 10000"), expected);
        assert_eq!(parse("[name]\nhost 10.0.0.1\nport 10000\n"), expected);
        for text in ["", "10.0.0.1", "10.0.0.1 0", "10.0.0.1 70000", "10.0.0.1 -1", "[name]\nport 1"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_server_is_where_its_file_says() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().to_string_lossy().into_owned();
        let root = settings(&[("YARP_CONFIG_HOME", &home)]);
        assert!(matches!(root.server(), Err(ConfigurationError::File { .. })));
        std::fs::write(folder.path().join("yarp.conf"), "127.0.0.1 10000 yarp\n").unwrap();
        assert_eq!(root.server().unwrap().to_string(), "127.0.0.1:10000");
        std::fs::write(folder.path().join("yarp.conf"), "127.0.0.1 11311 ros\n").unwrap();
        assert!(matches!(root.server(), Err(ConfigurationError::Mode { .. })));
        std::fs::write(folder.path().join("yarp.conf"), b"\x00\xff rubbish").unwrap();
        assert!(root.server().is_err());

        std::fs::write(folder.path().join("_icub.conf"), "127.0.0.1 10001 yarp\n").unwrap();
        let other = settings(&[("YARP_CONFIG_HOME", &home), ("YARP_NAMESPACE", "/icub")]);
        assert_eq!(other.server().unwrap().port, 10_001);
        std::fs::write(folder.path().join("yarp_namespace.conf"), "/icub\n").unwrap();
        assert_eq!(root.server().unwrap().port, 10_001);
    }
}
