//! Endpoints of ROS 2 as endpoints of DDS: policies and type hashes.

use morse_rtps::{Durability, EndpointOptions, Qos};

use crate::transport::qos::Policies;
use crate::type_hash;

/// Plain CDR.
const CDR: i16 = 0;

/// The DDS policies.
#[must_use]
pub fn dds(policies: Policies) -> Qos {
    Qos {
        reliable: policies.reliable,
        durability: if policies.latched { Durability::TransientLocal } else { Durability::Volatile },
        depth: policies.depth.into(),
        lifespan: policies.lifespan,
        representations: vec![CDR],
        ..Qos::default()
    }
}

/// The description of a writer or reader. Names are DDS names. `hashed_type` is the type whose hash is announced: for
/// requests and responses it is that of their service.
#[must_use]
pub fn endpoint(topic: &str, type_name: &str, hashed_type: &str, policies: Policies) -> EndpointOptions {
    EndpointOptions {
        topic: topic.to_owned(),
        type_name: type_name.to_owned(),
        qos: dds(policies),
        user_data: hash_text(hashed_type).into_bytes(),
        ignores_own: false,
    }
}

/// The hash of a type as all nodes since Iron announce it; empty if it is not known.
fn hash_text(type_name: &str) -> String {
    type_hash::of(type_name).map_or_else(String::new, |hash| format!("typehash={hash};"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::qos;

    #[test]
    fn known_types_announce_their_hash() {
        let name = "std_msgs::msg::dds_::String_";
        let options = endpoint("rt/text", name, name, qos::service());
        let expected = b"typehash=RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18;";
        assert_eq!(options.user_data, expected);
        assert!(
            endpoint("rt/own", "own::msg::dds_::Own_", "own::msg::dds_::Own_", qos::service())
                .user_data
                .is_empty()
        );
        assert!(options.qos.reliable && options.qos.depth == 10);
    }
}
