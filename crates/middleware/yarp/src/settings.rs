//! Settings of the node: address of the name server, names and addresses of ports.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::bottle::{self, Dialect, Item};

/// Default maximum number of incoming connections.
const CONNECTIONS_MAX: usize = 4096;

/// Maximum size of a configuration file. [bytes]
const FILE_BYTES_MAX: u64 = 25_600;

/// Default name of the name server, whose file is `yarp.conf`.
const ROOT: &str = "/root";

/// Settings of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Folder of YARP's configuration.
    pub folder: PathBuf,
    /// Name of the name server, if the environment sets it.
    pub namespace: Option<String>,
    /// Beginning of the address to register, if the host has several.
    pub ip: Option<String>,
    /// Prefix of all port names.
    pub prefix: String,
    /// Dialect of bottles.
    pub dialect: Dialect,
    /// Whether to discover the name server by multicast if the configured one does not answer.
    pub multicast: bool,
    /// Maximum number of incoming connections. Further connections are closed.
    pub connections_max: usize,
}

/// Address of a name server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerAddress {
    /// Host name or IP address.
    pub host: String,
    /// TCP port.
    pub port: u16,
}

impl std::fmt::Display for ServerAddress {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}:{}", self.host, self.port)
    }
}

/// The configuration has no valid address of a name server.
#[derive(Debug, thiserror::Error)]
pub enum ConfigurationError {
    /// The file does not exist or cannot be read.
    #[error("{}: {source}. `yarp detect --write` or `yarp conf <ip> <port>` write it", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// The content of the file is invalid.
    #[error("{} does not have the content `<ip> <port> yarp`", .0.display())]
    Content(PathBuf),
    /// The server has a mode other than `yarp`.
    #[error("{} has a server of mode {mode}; only `yarp` is supported", path.display())]
    Mode {
        /// The file.
        path: PathBuf,
        /// Mode of the server.
        mode: String,
    },
}

impl Settings {
    /// Reads settings from environment variables, looked up by `variable`. An empty variable counts as not set.
    ///
    /// `YARP_CONFIG_HOME` is the folder of the configuration, else `XDG_CONFIG_HOME/yarp`, else `~/.config/yarp`.
    /// `YARP_NAMESPACE` is the name of the server, `YARP_IP` the beginning of the address to register, and
    /// `YARP_PORT_PREFIX` the prefix of all port names.
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

    /// Name of the name server: from the environment, else from the file `yarp_namespace.conf`, else `/root`.
    #[must_use]
    pub fn server_name(&self) -> String {
        let file = || read(&self.folder.join("yarp_namespace.conf")).unwrap_or_default();
        let text = self.namespace.clone().unwrap_or_else(file);
        let names = bottle::parse(&text).unwrap_or_default();
        let first = names.first().and_then(Item::as_text).filter(|name| !name.is_empty());
        first.map_or_else(|| ROOT.to_owned(), std::borrow::Cow::into_owned)
    }

    /// Reads the address of the name server from its file. The server writes this file when it starts.
    ///
    /// # Errors
    /// When the file is missing or invalid.
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

/// File name of a name server's address: `yarp.conf` for the default name.
fn file_name(server: &str) -> String {
    if server == ROOT {
        return "yarp.conf".to_owned();
    }
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    format!("{}.conf", server.chars().map(letter).collect::<String>())
}

/// Parses host, port and mode: `host port [mode]`, or a section `[name]` with lines `host`, `port` and `mode`.
fn parse(text: &str) -> Option<(String, u16, String)> {
    let words: Vec<&str> = text.split([' ', '\t', '\r', '\n', '"']).filter(|word| !word.is_empty()).collect();
    let value = |key: &str| words.windows(2).find(|pair| pair[0] == key).map(|pair| pair[1]);
    let (host, port, mode) = match words.as_slice() {
        ["[name]", ..] => (value("host")?, value("port")?, value("mode")),
        [host, port, rest @ ..] => (*host, *port, rest.first().copied()),
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
    fn folder_is_found_as_by_yarp() {
        let folder = |variables: &[(&str, &str)]| settings(variables).folder.to_string_lossy().into_owned();
        let home = ("HOME", "/home/a");
        assert_eq!(folder(&[home]), "/home/a/.config/yarp");
        assert_eq!(folder(&[home, ("XDG_CONFIG_HOME", "/x")]), "/x/yarp");
        assert_eq!(folder(&[home, ("XDG_CONFIG_HOME", "/x"), ("YARP_CONFIG_HOME", "/y")]), "/y");
    }

    #[test]
    fn both_formats_of_address_files_are_parsed() {
        let expected = Some(("10.0.0.1".to_owned(), 10_000, "yarp".to_owned()));
        assert_eq!(parse("10.0.0.1 10000 yarp\n"), expected);
        assert_eq!(parse("10.0.0.1 10000"), expected);
        assert_eq!(parse("[name]\nhost 10.0.0.1\nport 10000\n"), expected);
        for text in ["", "10.0.0.1", "10.0.0.1 0", "10.0.0.1 70000", "10.0.0.1 -1", "[name]\nport 1"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn server_address_is_read_from_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().to_string_lossy().into_owned();
        let root = settings(&[("YARP_CONFIG_HOME", &home)]);
        assert!(matches!(root.server(), Err(ConfigurationError::File { .. })));
        std::fs::write(folder.path().join("yarp.conf"), "127.0.0.1 10000 yarp\n").unwrap();
        assert_eq!(root.server().unwrap().to_string(), "127.0.0.1:10000");
        std::fs::write(folder.path().join("yarp.conf"), "127.0.0.1 11311 ros\n").unwrap();
        assert!(matches!(root.server(), Err(ConfigurationError::Mode { .. })));
        std::fs::write(folder.path().join("yarp.conf"), b"\x00\xff garbage").unwrap();
        assert!(root.server().is_err());

        std::fs::write(folder.path().join("_icub.conf"), "127.0.0.1 10001 yarp\n").unwrap();
        let other = settings(&[("YARP_CONFIG_HOME", &home), ("YARP_NAMESPACE", "/icub")]);
        assert_eq!(other.server().unwrap().port, 10_001);
        std::fs::write(folder.path().join("yarp_namespace.conf"), "/icub\n").unwrap();
        assert_eq!(root.server().unwrap().port, 10_001);
    }
}
