//! The description of a writer or reader (DDSI-RTPS 2.5, 8.5.4).

use std::net::SocketAddrV4;

use crate::discovery::participant::{participant_guid, push_address, read_octets};
use crate::guid::Guid;
use crate::messages::{VENDOR, VERSION};
use crate::parameters::{Parameters, id, read_encapsulated};
use crate::qos::Qos;
use crate::wire::{Malformed, Put};

/// Longest name of a topic or type that is read. [bytes]
const NAME_MAX: usize = 1024;

/// A writer or reader, as its participant describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndpointData {
    /// Its identifier.
    pub guid: Guid,
    /// The name of its topic.
    pub topic: String,
    /// The name of the type of its topic.
    pub type_name: String,
    /// The policies that it offers or requests.
    pub qos: Qos,
    /// Bytes that the application attaches to the description.
    pub user_data: Vec<u8>,
    /// Its own addresses; none if they are those of its participant.
    pub addresses: Vec<SocketAddrV4>,
}

impl EndpointData {
    /// The description without its encapsulation header.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut list = Parameters::default();
        list.put_bytes(id::PROTOCOL_VERSION, &VERSION);
        list.put_bytes(id::VENDOR_ID, &VENDOR);
        list.put_bytes(id::ENDPOINT_GUID, &self.guid.to_bytes());
        list.put_bytes(id::PARTICIPANT_GUID, &participant_guid(self.guid.prefix));
        list.put_bytes(id::KEY_HASH, &self.guid.to_bytes());
        list.put(id::TOPIC_NAME, |bytes| bytes.put_text(&self.topic));
        list.put(id::TYPE_NAME, |bytes| bytes.put_text(&self.type_name));
        self.qos.put(&mut list);
        if !self.user_data.is_empty() {
            list.put(id::USER_DATA, |bytes| {
                bytes.put_u32(self.user_data.len() as u32);
                bytes.extend(&self.user_data);
            });
        }
        list.finish()
    }

    /// Reads a description with its encapsulation header. Writers are reliable unless they say otherwise, readers are not.
    ///
    /// # Errors
    /// When it is malformed, or names no endpoint, topic or type.
    pub(crate) fn parse(payload: &[u8], is_writer: bool) -> Result<Self, Malformed> {
        let mut data = Self {
            guid: Guid::UNKNOWN,
            topic: String::new(),
            type_name: String::new(),
            qos: Qos { reliable: is_writer, ..Qos::default() },
            user_data: Vec::new(),
            addresses: Vec::new(),
        };
        read_encapsulated(payload, |parameter, value| {
            match parameter {
                id::ENDPOINT_GUID => data.guid = Guid::from_bytes(value.array()?),
                id::TOPIC_NAME => data.topic = short(value.text()?)?,
                id::TYPE_NAME => data.type_name = short(value.text()?)?,
                id::UNICAST => push_address(&mut data.addresses, value)?,
                id::USER_DATA => data.user_data = read_octets(value)?,
                _ => data.qos.read(parameter, value)?,
            }
            Ok(())
        })?;
        if data.guid == Guid::UNKNOWN || data.topic.is_empty() || data.type_name.is_empty() {
            return Err(Malformed("description: no endpoint, topic or type"));
        }
        Ok(data)
    }
}

fn short(name: &str) -> Result<String, Malformed> {
    if name.len() <= NAME_MAX { Ok(name.to_owned()) } else { Err(Malformed("name: too long")) }
}

/// The key of a description, without its encapsulation header, for the end of the endpoint.
pub fn encode_key(guid: Guid) -> Vec<u8> {
    let mut list = Parameters::default();
    list.put_bytes(id::ENDPOINT_GUID, &guid.to_bytes());
    list.finish()
}

/// The endpoint whose key a payload is, with its encapsulation header.
pub fn parse_key(payload: &[u8]) -> Option<Guid> {
    let mut guid = None;
    let read = read_encapsulated(payload, |parameter, value| {
        if matches!(parameter, id::ENDPOINT_GUID | id::PARTICIPANT_GUID | id::KEY_HASH) {
            guid = Some(Guid::from_bytes(value.array()?));
        }
        Ok(())
    });
    read.ok().and(guid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn description_is_unchanged_by_a_round_trip() {
        let data = EndpointData {
            guid: Guid::from_bytes([9; 16]),
            topic: "rt/scan".to_owned(),
            type_name: "sensor_msgs::msg::dds_::LaserScan_".to_owned(),
            qos: Qos { reliable: true, depth: 5, representations: vec![0], ..Qos::default() },
            user_data: b"typehash=RIHS01_00;".to_vec(),
            addresses: Vec::new(),
        };
        let bytes = [vec![0, 3, 0, 0], data.encode()].concat();
        assert_eq!(EndpointData::parse(&bytes, false), Ok(data.clone()));
        for length in 0..bytes.len() - 4 {
            assert!(EndpointData::parse(&bytes[..length], false).is_err(), "{length} bytes");
        }
        let key = [vec![0, 3, 0, 0], encode_key(data.guid)].concat();
        assert_eq!(parse_key(&key), Some(data.guid));
        assert_eq!(parse_key(&key[..9]), None);
    }
}
