//! Settings of the node: its name, the address of the master, and the address that it advertises to peers.

use std::net::{IpAddr, Ipv4Addr, ToSocketAddrs};

use crate::xmlrpc::{Endpoint, EndpointError};

/// Default address of the master.
const MASTER_URI: &str = "http://localhost:11311/";

/// Default limit of simultaneous connections of peers: enough for two peers with all topics of a large swarm.
const CONNECTIONS_MAX: usize = 4096;

/// Settings of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeSettings {
    /// Name of the node, with its leading slash: `/morse`.
    pub name: String,
    /// Address of the master.
    pub master: Endpoint,
    /// Host name or address that the node advertises to peers.
    pub host: String,
    /// Address on which the node listens.
    pub bind: IpAddr,
    /// Limit of simultaneous connections of peers. Further connections are closed.
    pub connections_max: usize,
}

impl NodeSettings {
    /// Reads the settings from `ROS_MASTER_URI`, `ROS_HOSTNAME` and `ROS_IP`, looked up by `variable`. An empty variable
    /// counts as not set.
    ///
    /// By default the node advertises the host name, or the loopback address if the host name does not resolve.
    /// A node that advertises the loopback address listens only there, as rospy does.
    ///
    /// # Errors
    /// When `ROS_MASTER_URI` is not `http://host:port`.
    pub fn from_environment(
        name: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, EndpointError> {
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        let master = variable("ROS_MASTER_URI");
        let master = Endpoint::parse(master.as_deref().unwrap_or(MASTER_URI))?;
        let host = variable("ROS_HOSTNAME").or_else(|| variable("ROS_IP")).unwrap_or_else(own_host);
        let bind = if is_loopback(&host) { Ipv4Addr::LOCALHOST } else { Ipv4Addr::UNSPECIFIED };
        let connections_max = CONNECTIONS_MAX;
        Ok(Self { name: name.to_owned(), master, host, bind: bind.into(), connections_max })
    }
}

fn own_host() -> String {
    let name = gethostname::gethostname().to_string_lossy().into_owned();
    if (name.as_str(), 0).to_socket_addrs().is_ok_and(|mut addresses| addresses.next().is_some()) {
        return name;
    }
    tracing::warn!(
        target: crate::log::STREAMS,
        "The host name {name} does not resolve, so only programs on this machine can reach this node. Set ROS_IP to the \
         address of this machine."
    );
    Ipv4Addr::LOCALHOST.to_string()
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(variables: &[(&str, &str)]) -> NodeSettings {
        let variable = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        NodeSettings::from_environment("/morse", variable).unwrap()
    }

    #[test]
    fn environment_sets_the_addresses_of_master_and_node() {
        let found = settings(&[("ROS_MASTER_URI", "http://10.0.0.1:1234"), ("ROS_IP", "10.0.0.2")]);
        assert_eq!(found.master.to_string(), "http://10.0.0.1:1234/");
        assert_eq!((found.host.as_str(), found.bind), ("10.0.0.2", Ipv4Addr::UNSPECIFIED.into()));
    }

    #[test]
    fn ros_hostname_precedes_ros_ip_and_loopback_binds_to_loopback() {
        let found = settings(&[("ROS_HOSTNAME", "localhost"), ("ROS_IP", "10.0.0.2")]);
        assert_eq!((found.host.as_str(), found.bind), ("localhost", Ipv4Addr::LOCALHOST.into()));
        assert_eq!(settings(&[("ROS_IP", "127.0.0.1")]).bind, Ipv4Addr::LOCALHOST);
    }

    #[test]
    fn default_master_is_on_localhost() {
        let found = settings(&[("ROS_MASTER_URI", "")]);
        assert_eq!(found.master.to_string(), "http://localhost:11311/");
        assert!(!found.host.is_empty());
    }

    #[test]
    fn wrong_master_uri_is_refused() {
        for uri in ["localhost:11311", "https://localhost:11311", "http://", "http://host:99999"] {
            let found = NodeSettings::from_environment("/morse", |_| Some(uri.to_owned()));
            assert!(found.is_err(), "{uri}");
        }
    }
}
