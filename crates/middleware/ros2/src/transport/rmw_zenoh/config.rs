//! The configuration of the zenoh session: the defaults of a client, changed by environment variables.

use morse_ros::NodeError;
use zenoh::Config;

use crate::settings::ZenohSettings;
use crate::transport::rmw_zenoh::reason;

/// A client of the zenoh router that ROS 2 runs on each machine, without discovery by multicast. In other modes, the session
/// listens on this machine only.
const DEFAULT: &str = r#"{
    mode: "client",
    connect: { endpoints: ["tcp/localhost:7447"] },
    listen: { endpoints: { router: ["tcp/localhost:7447"], peer: ["tcp/localhost:0"] } },
    scouting: { multicast: { enabled: false } },
    timestamping: { enabled: true },
}"#;

/// The configuration of a session.
///
/// # Errors
/// When a file cannot be read, or zenoh does not accept a setting.
pub fn configuration(settings: &ZenohSettings) -> Result<Config, NodeError> {
    let mut config = match &settings.config_file {
        None => Config::from_json5(DEFAULT).map_err(|error| {
            NodeError(format!("the configuration of zenoh is refused: {}", reason(&error)))
        })?,
        // `Config::from_file` would also link readers of YAML and TOML, which take a megabyte and are not documented.
        Some(path) => {
            let failure = |problem: &dyn std::fmt::Display| {
                NodeError(format!(
                    "ZENOH_SESSION_CONFIG_URI is `{path}`, which is not a file of JSON5: {}",
                    reason(problem)
                ))
            };
            let text = std::fs::read_to_string(path).map_err(|error| failure(&error))?;
            Config::from_json5(&text).map_err(|error| failure(&error))?
        }
    };
    for entry in settings.config_override.as_deref().unwrap_or_default().split(';') {
        if entry.trim().is_empty() {
            continue;
        }
        let refused = |problem: &dyn std::fmt::Display| {
            NodeError(format!(
                "ZENOH_CONFIG_OVERRIDE has `{entry}`: {}. Entries are `key=value` with `;` between them, such \
                 as `connect/endpoints=[\"tcp/192.168.0.5:7447\"]`; texts have quotes",
                reason(problem)
            ))
        };
        let (key, value) = entry.split_once('=').ok_or_else(|| refused(&"there is no `=`"))?;
        config.insert_json5(key.trim(), value.trim()).map_err(|error| refused(&error))?;
    }
    if is_client(&config) {
        // A client session cannot be opened without a router. The session thread retries.
        config.insert_json5("connect/timeout_ms", "0").map_err(|error| {
            NodeError(format!("the configuration of zenoh is refused: {}", reason(&error)))
        })?;
    }
    Ok(config)
}

/// Whether a session with this configuration is a client, which only connects to routers.
#[must_use]
pub fn is_client(config: &Config) -> bool {
    config.get_json("mode").is_ok_and(|mode| mode.contains("client"))
}

/// The addresses to which a session connects, for log messages.
#[must_use]
pub fn endpoints(config: &Config) -> String {
    config.get_json("connect/endpoints").unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(text: &str) -> Result<Config, NodeError> {
        let config_override = Some(text.to_owned());
        configuration(&ZenohSettings { config_override, ..ZenohSettings::default() })
    }

    #[test]
    fn default_is_a_client_of_the_router_on_this_machine() {
        let config = configuration(&ZenohSettings::default()).unwrap();
        assert!(is_client(&config));
        assert!(endpoints(&config).contains("tcp/localhost:7447"), "{}", endpoints(&config));
    }

    #[test]
    fn config_override_changes_the_configuration() {
        let config = with("mode=\"peer\"; connect/endpoints=[\"tcp/10.0.0.1:7448\"];").unwrap();
        assert!(!is_client(&config));
        assert!(endpoints(&config).contains("tcp/10.0.0.1:7448"));
    }

    #[test]
    fn error_of_invalid_entry_quotes_the_entry() {
        for text in ["mode", "mode=client", "no/such/key=1", "connect/endpoints=7"] {
            let problem = with(text).unwrap_err().to_string();
            assert!(problem.contains("ZENOH_CONFIG_OVERRIDE") && problem.contains(text), "{problem}");
        }
    }

    #[test]
    fn error_of_missing_file_names_the_file() {
        let config_file = Some("/no/such/file.json5".to_owned());
        let problem = configuration(&ZenohSettings { config_file, ..ZenohSettings::default() }).unwrap_err();
        assert!(problem.to_string().contains("/no/such/file.json5"), "{problem}");
    }

    #[test]
    fn file_of_json5_is_read_and_other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let of_file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            let config_file = Some(path.to_string_lossy().into_owned());
            configuration(&ZenohSettings { config_file, ..ZenohSettings::default() })
        };
        let config = of_file(
            "session.json5",
            "{ mode: 'peer', /* here */ connect: { endpoints: ['tcp/10.0.0.2:7'] } }",
        );
        assert!(endpoints(&config.unwrap()).contains("tcp/10.0.0.2:7"));
        let problem = of_file("session.yaml", "mode: peer\n").unwrap_err().to_string();
        assert!(problem.contains("session.yaml") && problem.contains("JSON5"), "{problem}");
    }
}
