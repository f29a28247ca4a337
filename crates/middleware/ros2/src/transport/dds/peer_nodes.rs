//! The nodes of other participants and their writers and readers, for messages to the user.

use std::collections::BTreeMap;

use morse_rtps::{Guid, GuidPrefix};

use crate::cdr::{self, Payload};

/// Largest number of participants whose nodes are kept.
const PARTICIPANTS_MAX: usize = 1024;

/// The announcement of a participant, with ids of `N` bytes, read by position: id, and nodes with namespace, name, readers
/// and writers.
type Announcement<Id> = (Id, Vec<(String, String, Vec<Id>, Vec<Id>)>);

/// Names of nodes by the identifiers of their writers and readers.
#[derive(Debug, Default)]
pub struct PeerNodes {
    nodes: BTreeMap<GuidPrefix, BTreeMap<Guid, String>>,
}

impl PeerNodes {
    /// Processes the announcement of a participant. `gid_length` is the length of an id. [bytes]
    pub fn update(&mut self, payload: &Payload, gid_length: usize) {
        let read = if gid_length == 24 {
            names::<24>(cdr::decode(payload))
        } else {
            names::<16>(cdr::decode(payload))
        };
        match read {
            Some((prefix, names))
                if self.nodes.len() < PARTICIPANTS_MAX || self.nodes.contains_key(&prefix) =>
            {
                self.nodes.insert(prefix, names);
            }
            Some(_) => {}
            None => tracing::debug!("the announcement of a node is not that of this ROS distribution"),
        }
    }

    /// Removes the nodes of a participant.
    pub fn remove(&mut self, prefix: GuidPrefix) {
        self.nodes.remove(&prefix);
    }

    /// The name of the node of a writer or reader, with its namespace.
    #[must_use]
    pub fn name(&self, endpoint: Guid) -> Option<&str> {
        self.nodes.get(&endpoint.prefix)?.get(&endpoint).map(String::as_str)
    }
}

fn names<const N: usize>(
    announcement: Result<Announcement<[u8; N]>, cdr::CdrError>,
) -> Option<(GuidPrefix, BTreeMap<Guid, String>)>
where
    [u8; N]: serde::de::DeserializeOwned,
{
    let guid = |id: &[u8; N]| id.first_chunk::<16>().map(|bytes| Guid::from_bytes(*bytes));
    let (participant, nodes) = announcement.ok()?;
    let mut names = BTreeMap::new();
    for (namespace, name, readers, writers) in &nodes {
        let name = format!("{}/{name}", namespace.trim_end_matches('/'));
        names.extend(readers.iter().chain(writers).filter_map(guid).map(|guid| (guid, name.clone())));
    }
    Some((guid(&participant)?.prefix, names))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::dds::node_announcement::Entities;

    #[test]
    fn endpoint_has_the_name_of_its_node() {
        let participant = Guid::from_bytes([7; 16]);
        let reader = Guid::from_bytes([7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 0, 0, 1, 4]);
        for gid_length in [16, 24] {
            let entities = Entities::new(participant, "rviz", gid_length);
            entities.add_reader(reader);
            let mut nodes = PeerNodes::default();
            nodes.update(&cdr::encode(&entities.take_change().unwrap(), 0).unwrap(), gid_length);
            assert_eq!(nodes.name(reader), Some("/rviz"));
            nodes.update(&Payload::new(vec![1, 2, 3]), gid_length);
            assert_eq!(nodes.name(participant), None);
            nodes.remove(participant.prefix);
            assert_eq!(nodes.name(reader), None);
        }
    }
}
