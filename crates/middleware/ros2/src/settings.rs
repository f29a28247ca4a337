//! Settings of the node from the environment variables of ROS 2.

use morse_ros::NodeError;

/// Largest domain id: higher ids would need ports beyond 65535.
const DOMAIN_MAX: u16 = 232;

/// How a response refers to its request. It depends on the DDS implementation of the clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ServiceMapping {
    /// By inline parameters of a sample, as in Fast DDS. The default of ROS 2.
    #[default]
    Enhanced,
    /// By 16 bytes before the data, as in Cyclone DDS.
    Cyclone,
}

/// Settings of the transport over zenoh.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZenohSettings {
    /// Path of a file with the configuration of the session.
    pub config_file: Option<String>,
    /// Changes to the configuration: entries `key=value`, separated by semicolons.
    pub config_override: Option<String>,
    /// Whether keys contain type hashes: true in distributions after Humble.
    pub has_type_hashes: bool,
}

impl Default for ZenohSettings {
    /// The settings without environment variables: the router of this machine, a distribution since Jazzy.
    fn default() -> Self {
        Self { config_file: None, config_override: None, has_type_hashes: true }
    }
}

/// Settings of the node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The domain id. Nodes only find nodes of the same domain.
    pub domain: u16,
    /// Whether discovery is limited to this machine.
    pub localhost_only: bool,
    /// How responses refer to requests in DDS.
    pub service_mapping: ServiceMapping,
    /// Settings of zenoh; `None` if the transport is DDS.
    pub zenoh: Option<ZenohSettings>,
    /// Length of an entity's id in node announcements: 24 up to Humble, 16 since Iron. [bytes]
    pub gid_length: usize,
    /// Whether clients use version 1 of `simulation_interfaces`, as in the distributions up to Kilted.
    pub old_simulation_interfaces: bool,
}

impl Default for Settings {
    /// The settings without environment variables: domain 0, the local network, Fast DDS, a distribution since Iron.
    fn default() -> Self {
        Self {
            domain: 0,
            localhost_only: false,
            service_mapping: ServiceMapping::default(),
            zenoh: None,
            gid_length: 16,
            old_simulation_interfaces: false,
        }
    }
}

impl Settings {
    /// Reads `ROS_DOMAIN_ID`, `ROS_LOCALHOST_ONLY`, `ROS_AUTOMATIC_DISCOVERY_RANGE`, `RMW_IMPLEMENTATION`,
    /// `ROS_DISTRO`, and for zenoh `ZENOH_SESSION_CONFIG_URI` and `ZENOH_CONFIG_OVERRIDE`.
    ///
    /// # Errors
    /// When a value is out of range or not supported.
    pub fn from_environment() -> Result<Self, NodeError> {
        Self::read(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
    }

    fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Self, NodeError> {
        let domain = match variable("ROS_DOMAIN_ID") {
            None => 0,
            Some(text) => text.parse().ok().filter(|domain| *domain <= DOMAIN_MAX).ok_or_else(|| {
                NodeError(format!(
                    "ROS_DOMAIN_ID is `{text}`; it must be a whole number from 0 to {DOMAIN_MAX}"
                ))
            })?,
        };
        let range = variable("ROS_AUTOMATIC_DISCOVERY_RANGE").unwrap_or_default();
        let localhost_only = match range.as_str() {
            "LOCALHOST" => true,
            "" | "SUBNET" | "SYSTEM_DEFAULT" => {
                variable("ROS_LOCALHOST_ONLY").is_some_and(|text| text == "1")
            }
            other => {
                return Err(NodeError(format!(
                    "ROS_AUTOMATIC_DISCOVERY_RANGE is `{other}`; this build supports SUBNET and LOCALHOST"
                )));
            }
        };
        let (service_mapping, is_zenoh) = match variable("RMW_IMPLEMENTATION").as_deref() {
            None | Some("rmw_fastrtps_cpp" | "rmw_fastrtps_dynamic_cpp" | "rmw_connextdds") => {
                (ServiceMapping::Enhanced, false)
            }
            Some("rmw_cyclonedds_cpp") => (ServiceMapping::Cyclone, false),
            Some("rmw_zenoh_cpp") => (ServiceMapping::default(), true),
            Some(other) => {
                return Err(NodeError(format!(
                    "RMW_IMPLEMENTATION is `{other}`; the simulator supports rmw_fastrtps_cpp, rmw_cyclonedds_cpp and \
                     rmw_zenoh_cpp"
                )));
            }
        };
        const OLD: [&str; 5] = ["foxy", "galactic", "humble", "eloquent", "dashing"];
        const UP_TO_KILTED: [&str; 3] = ["iron", "jazzy", "kilted"];
        let distribution = variable("ROS_DISTRO").unwrap_or_default();
        let old = OLD.contains(&distribution.as_str());
        let zenoh = is_zenoh.then(|| ZenohSettings {
            config_file: variable("ZENOH_SESSION_CONFIG_URI"),
            config_override: variable("ZENOH_CONFIG_OVERRIDE"),
            has_type_hashes: !old,
        });
        Ok(Self {
            domain,
            localhost_only,
            service_mapping,
            zenoh,
            gid_length: if old { 24 } else { 16 },
            old_simulation_interfaces: old || UP_TO_KILTED.contains(&distribution.as_str()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: &'static str, value: &'static str) -> Result<Settings, NodeError> {
        Settings::read(|variable| (variable == name).then(|| value.to_owned()))
    }

    #[test]
    fn defaults_are_those_of_ros() {
        let settings = Settings::read(|_| None).unwrap();
        assert_eq!((settings.domain, settings.localhost_only, settings.gid_length), (0, false, 16));
        assert_eq!(settings.service_mapping, ServiceMapping::Enhanced);
    }

    #[test]
    fn domain_must_be_in_range() {
        assert_eq!(with("ROS_DOMAIN_ID", "232").unwrap().domain, 232);
        for bad in ["233", "-1", "1.5", "seven", "99999"] {
            let message = with("ROS_DOMAIN_ID", bad).unwrap_err().to_string();
            assert!(message.contains(bad) && message.contains("0 to 232"), "{message}");
        }
    }

    #[test]
    fn zenoh_variables_are_read_if_zenoh_is_chosen() {
        let settings = Settings::read(|variable| {
            let value = match variable {
                "RMW_IMPLEMENTATION" => "rmw_zenoh_cpp",
                "ZENOH_CONFIG_OVERRIDE" => "mode=\"peer\"",
                "ZENOH_SESSION_CONFIG_URI" => "/etc/zenoh.json5",
                _ => return None,
            };
            Some(value.to_owned())
        });
        let zenoh = settings.unwrap().zenoh.unwrap();
        assert_eq!(zenoh.config_override.as_deref(), Some("mode=\"peer\""));
        assert_eq!(zenoh.config_file.as_deref(), Some("/etc/zenoh.json5"));
        assert!(zenoh.has_type_hashes);
        assert!(
            with("ZENOH_CONFIG_OVERRIDE", "mode=\"peer\"").unwrap().zenoh.is_none(),
            "DDS is the default"
        );
    }

    #[test]
    fn discovery_range_distribution_and_rmw_are_read() {
        assert!(with("ROS_LOCALHOST_ONLY", "1").unwrap().localhost_only);
        assert!(with("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST").unwrap().localhost_only);
        assert!(with("ROS_AUTOMATIC_DISCOVERY_RANGE", "MOON").is_err());
        assert_eq!(with("ROS_DISTRO", "humble").unwrap().gid_length, 24);
        assert!(with("ROS_DISTRO", "humble").unwrap().old_simulation_interfaces);
        assert!(with("ROS_DISTRO", "kilted").unwrap().old_simulation_interfaces);
        assert!(!with("ROS_DISTRO", "rolling").unwrap().old_simulation_interfaces);
        let cyclone = with("RMW_IMPLEMENTATION", "rmw_cyclonedds_cpp").unwrap();
        assert_eq!(cyclone.service_mapping, ServiceMapping::Cyclone);
        assert!(with("RMW_IMPLEMENTATION", "rmw_mail").unwrap_err().to_string().contains("rmw_mail"));
    }
}
