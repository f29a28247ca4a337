//! Key expressions of messages and requests, and the liveliness tokens that announce nodes and their endpoints.

use std::fmt;

use morse_ros::NodeError;
use xxhash_rust::xxh3::xxh3_128;

use crate::transport::qos::Policies;
use crate::transport::rmw_zenoh::attachment::Gid;
use crate::type_hash;

/// Prefix of all tokens of ROS 2.
const ADMIN_SPACE: &str = "@ros2_lv";

/// Placeholder for the hash of a type in distributions up to Humble.
const NO_HASH: &str = "TypeHashNotSupported";

/// The role of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Sends to a topic.
    Publisher,
    /// Receives from a topic.
    Subscription,
    /// Serves a service.
    Server,
    /// Calls a service.
    Client,
}

const ROLES: [(Role, &str); 4] =
    [(Role::Publisher, "MP"), (Role::Subscription, "MS"), (Role::Server, "SS"), (Role::Client, "SC")];

/// A publisher, subscription, server or client of a node.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Endpoint {
    /// Role of the endpoint.
    pub role: Role,
    /// ROS name of the topic or the service.
    pub name: String,
    /// DDS name of the type.
    pub type_name: String,
    /// Hash of the type, in the format of keys.
    pub type_hash: String,
}

impl Endpoint {
    /// The key of the endpoint's messages or requests.
    #[must_use]
    pub fn key(&self, domain: u16) -> String {
        format!("{domain}/{}/{}/{}", self.name.trim_matches('/'), self.type_name, self.type_hash)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Publisher => "publishes",
            Self::Subscription => "subscribes to",
            Self::Server => "serves",
            Self::Client => "calls",
        })
    }
}

/// Identification of a node in tokens. Its namespace is the root.
#[derive(Debug, Clone)]
pub struct NodePlace<'a> {
    /// Domain id.
    pub domain: u16,
    /// Id of the session.
    pub session: String,
    /// Name of the node.
    pub name: &'a str,
}

impl NodePlace<'_> {
    /// The token of the node.
    #[must_use]
    pub fn token(&self) -> String {
        self.entity(0, "NN")
    }

    /// The token of an endpoint. `id` must be unique within the session.
    #[must_use]
    pub fn endpoint_token(&self, id: u64, endpoint: &Endpoint, policies: Policies) -> String {
        let role = ROLES.into_iter().find(|(role, _)| *role == endpoint.role).map_or("", |(_, text)| text);
        let name = endpoint.name.replace('/', "%");
        let Endpoint { type_name, type_hash, .. } = endpoint;
        format!("{}/{name}/{type_name}/{type_hash}/{}", self.entity(id, role), policies_text(policies))
    }

    /// The beginning of a token. Enclave and namespace are the root.
    fn entity(&self, id: u64, kind: &str) -> String {
        format!("{ADMIN_SPACE}/{}/{}/0/{id}/{kind}/%/%/{}", self.domain, self.session, self.name)
    }
}

/// Key expression of all tokens of a domain.
#[must_use]
pub fn all_tokens(domain: u16) -> String {
    format!("{ADMIN_SPACE}/{domain}/**")
}

/// The id of the entity with this token.
#[must_use]
pub fn gid(token: &str) -> Gid {
    // Both halves of the hash, low half first, in little endian.
    xxh3_128(token.as_bytes()).to_le_bytes()
}

/// Parses the token of an endpoint. Returns the session, the node and the endpoint; `None` for tokens of nodes and for
/// malformed tokens.
#[must_use]
pub fn parse_token(token: &str) -> Option<(&str, String, Endpoint)> {
    let parts: Vec<&str> = token.split('/').collect();
    let &[ADMIN_SPACE, _, session, _, _, kind, _, namespace, node, name, type_name, type_hash, _] =
        parts.as_slice()
    else {
        return None;
    };
    let (role, _) = ROLES.into_iter().find(|(_, text)| *text == kind)?;
    let node = format!("{}/{node}", namespace.replace('%', "/").trim_end_matches('/'));
    let endpoint = Endpoint {
        role,
        name: name.replace('%', "/"),
        type_name: type_name.to_owned(),
        type_hash: type_hash.to_owned(),
    };
    Some((session, node, endpoint))
}

/// The policies in a token: reliability, durability, history and depth, deadline, lifespan, liveliness. Numbers are those of
/// `rmw`; empty values are infinite.
fn policies_text(policies: Policies) -> String {
    let Policies { reliable, latched, depth, lifespan } = policies;
    let (reliability, durability) = (if reliable { 1 } else { 2 }, if latched { 1 } else { 2 });
    let lifespan = lifespan.map_or_else(
        || ",".to_owned(),
        |lifespan| format!("{},{}", lifespan.as_secs(), lifespan.subsec_nanos()),
    );
    format!("{reliability}:{durability}:1,{depth}:,:{lifespan}:,,")
}

/// The hash of a type in the format of keys; a placeholder for distributions up to Humble.
///
/// # Errors
/// When the hash is not known.
pub fn type_hash(type_name: &str, has_hashes: bool) -> Result<String, NodeError> {
    if !has_hashes {
        return Ok(NO_HASH.to_owned());
    }
    type_hash::of(type_name)
        .ok_or_else(|| NodeError(format!("the hash of {type_name} is not known, and zenoh needs it")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::qos;

    fn chatter() -> Endpoint {
        let type_name = "std_msgs::msg::dds_::String_".to_owned();
        let type_hash = type_hash(&type_name, true).unwrap();
        Endpoint { role: Role::Publisher, name: "/chatter".to_owned(), type_name, type_hash }
    }

    const HASH: &str = "RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18";

    #[test]
    fn keys_and_tokens_equal_those_of_rmw_zenoh_cpp() {
        assert_eq!(chatter().key(0), format!("0/chatter/std_msgs::msg::dds_::String_/{HASH}"));
        let place = NodePlace { domain: 7, session: "a1".to_owned(), name: "morse" };
        assert_eq!(place.token(), "@ros2_lv/7/a1/0/0/NN/%/%/morse");
        let policies = qos::topic(morse_ros::Profile::Log);
        assert_eq!(
            place.endpoint_token(3, &chatter(), policies),
            format!(
                "@ros2_lv/7/a1/0/3/MP/%/%/morse/%chatter/std_msgs::msg::dds_::String_/{HASH}/1:1:1,1000:,:10,0:,,"
            )
        );
    }

    #[test]
    fn tokens_of_other_nodes_are_parsed() {
        let type_name = "a::msg::dds_::B_";
        let token =
            format!("@ros2_lv/0/ff/0/8/MS/%/%robots/driver/%robots%back/{type_name}/{HASH}/::,10:,:,:,,");
        let (session, node, endpoint) = parse_token(&token).unwrap();
        assert_eq!((session, node.as_str()), ("ff", "/robots/driver"));
        assert_eq!((endpoint.role, endpoint.name.as_str()), (Role::Subscription, "/robots/back"));
        assert_eq!((endpoint.type_name.as_str(), endpoint.type_hash.as_str()), (type_name, HASH));
        for malformed in
            ["", "@ros2_lv/0/ff/0/0/NN/%/%/driver", "0/chatter", &token.replace("/MS/", "/XX/"), &token[..60]]
        {
            assert!(parse_token(malformed).is_none(), "{malformed}");
        }
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_token_does_not_panic(token in "(@ros2_lv/)?[0-9a-zM%/:,@ä]{0,80}") {
            let _ = parse_token(&token);
        }
    }

    #[test]
    fn id_of_an_entity_is_the_hash_of_its_token() {
        // XXH3 of an empty text, by the reference implementation.
        assert_eq!(gid(""), 0x99aa_06d3_0147_98d8_6001_c324_468d_497f_u128.to_le_bytes());
    }

    #[test]
    fn unknown_hash_is_an_error_except_for_humble() {
        assert!(type_hash("a::msg::dds_::B_", true).unwrap_err().to_string().contains("a::msg::dds_::B_"));
        assert_eq!(type_hash("a::msg::dds_::B_", false).unwrap(), "TypeHashNotSupported");
    }

    #[test]
    fn hashes_equal_those_of_ros() {
        for (name, hash) in [
            (
                "geometry_msgs::msg::dds_::Twist_",
                "9c45bf16fe0983d80e3cfe750d6835843d265a9a6c46bd2e609fcddde6fb8d2a",
            ),
            (
                "sensor_msgs::msg::dds_::Range_",
                "b42b62562e93cbfe9d42b82fe5994dfa3d63d7d5c90a317981703f7388adff3a",
            ),
            (
                "tf2_msgs::msg::dds_::TFMessage_",
                "e369d0f05a23ae52508854b66f6aa0437f3449d652e8cbf22d5abe85d020f087",
            ),
            (
                "rcl_interfaces::srv::dds_::DescribeParameters_",
                "845b484d71eb0673dae682f2e3ba3c4851a65a3dcfb97bddd82c5b57e91e4cff",
            ),
            (
                "std_srvs::srv::dds_::Trigger_",
                "eeff2cd6fa5ad9d27cdf4dec64818317839b62f212a91e6b5304b634b2062c5f",
            ),
        ] {
            assert_eq!(type_hash(name, true).unwrap(), format!("RIHS01_{hash}"), "{name}");
        }
    }
}
