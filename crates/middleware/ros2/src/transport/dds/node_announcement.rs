//! The announcement of the node with its writers and readers, used by `ros2 node list` and `ros2 node info`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use morse_rtps::Guid;
use serde::ser::SerializeTuple;
use serde::{Serialize, Serializer};

/// The topic on which all participants announce their nodes.
pub const TOPIC: &str = "ros_discovery_info";

/// The DDS name of the type of the announcement.
pub const TYPE: &str = "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_";

/// The writers and readers of a node.
#[derive(Debug)]
pub struct Entities {
    participant: Guid,
    node_name: String,
    /// Length of an id in an announcement. [bytes]
    gid_length: usize,
    endpoints: Mutex<Endpoints>,
    changed: AtomicBool,
}

#[derive(Debug, Default)]
struct Endpoints {
    readers: Vec<Guid>,
    writers: Vec<Guid>,
}

impl Entities {
    /// A node in the root namespace without writers and readers. It is not announced yet.
    #[must_use]
    pub fn new(participant: Guid, node_name: &str, gid_length: usize) -> Self {
        let endpoints = Mutex::default();
        Self {
            participant,
            node_name: node_name.to_owned(),
            gid_length,
            endpoints,
            changed: AtomicBool::new(true),
        }
    }

    /// Adds a writer.
    pub fn add_writer(&self, guid: Guid) {
        self.lock().writers.push(guid);
        self.changed.store(true, Ordering::Release);
    }

    /// Adds a reader.
    pub fn add_reader(&self, guid: Guid) {
        self.lock().readers.push(guid);
        self.changed.store(true, Ordering::Release);
    }

    /// Removes a writer or a reader.
    pub fn remove(&self, guid: Guid) {
        let mut endpoints = self.lock();
        endpoints.writers.retain(|&known| known != guid);
        endpoints.readers.retain(|&known| known != guid);
        drop(endpoints);
        self.changed.store(true, Ordering::Release);
    }

    fn lock(&self) -> MutexGuard<'_, Endpoints> {
        self.endpoints.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The announcement, if it differs from the last one.
    pub fn take_change(&self) -> Option<ParticipantEntitiesInfo> {
        self.changed.swap(false, Ordering::AcqRel).then(|| {
            let endpoints = self.lock();
            let gids = |guids: &[Guid]| guids.iter().map(|&guid| self.gid(guid)).collect();
            ParticipantEntitiesInfo {
                gid: self.gid(self.participant),
                nodes: vec![NodeEntitiesInfo {
                    namespace: "/".to_owned(),
                    name: self.node_name.clone(),
                    readers: gids(&endpoints.readers),
                    writers: gids(&endpoints.writers),
                }],
            }
        })
    }

    /// The last announcement of a participant: it has no more nodes.
    #[must_use]
    pub fn farewell(&self) -> ParticipantEntitiesInfo {
        ParticipantEntitiesInfo { gid: self.gid(self.participant), nodes: Vec::new() }
    }

    fn gid(&self, guid: Guid) -> Gid {
        Gid { guid: guid.to_bytes(), length: self.gid_length }
    }
}

/// The message `rmw_dds_common/ParticipantEntitiesInfo`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ParticipantEntitiesInfo {
    gid: Gid,
    nodes: Vec<NodeEntitiesInfo>,
}

/// The message `rmw_dds_common/NodeEntitiesInfo`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct NodeEntitiesInfo {
    namespace: String,
    name: String,
    readers: Vec<Gid>,
    writers: Vec<Gid>,
}

/// The message `rmw_dds_common/Gid`: an id, padded with zeros to the length used by the ROS distribution.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Gid {
    guid: [u8; 16],
    length: usize,
}

impl Serialize for Gid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(self.length)?;
        for byte in self.guid.iter().chain(std::iter::repeat(&0)).take(self.length) {
            tuple.serialize_element(byte)?;
        }
        tuple.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdr;

    #[test]
    fn each_change_is_announced_once() {
        let entities = Entities::new(Guid::UNKNOWN, "morse", 16);
        assert!(entities.take_change().is_some());
        assert!(entities.take_change().is_none());
        entities.add_writer(Guid::from_bytes([7; 16]));
        let bytes = cdr::encode(&entities.take_change().unwrap(), 0).unwrap().bytes;
        // Id, one node, "/", "morse", no reader, one writer.
        assert_eq!(bytes.len(), 16 + 4 + (4 + 2 + 2) + (4 + 6 + 2) + 4 + (4 + 16));
        assert_eq!(&bytes[bytes.len() - 16..], &[7; 16]);
    }

    #[test]
    fn ids_of_older_distributions_are_longer() {
        let entities = Entities::new(Guid::UNKNOWN, "morse", 24);
        let bytes = cdr::encode(&entities.farewell(), 0).unwrap().bytes;
        assert_eq!(bytes.len(), 24 + 4);
    }
}
