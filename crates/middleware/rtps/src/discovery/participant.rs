//! The announcement of a participant (DDSI-RTPS 2.5, 8.5.3).

use std::net::{Ipv4Addr, SocketAddrV4};
use std::time::Duration;

use crate::guid::{EntityId, Guid, GuidPrefix};
use crate::messages::{VENDOR, VERSION};
use crate::parameters::{Parameters, id, read_encapsulated};
use crate::time::{put_duration, read_duration};
use crate::wire::{Cursor, Malformed, Put};

/// Lease of a participant that does not announce one: the default of the standard.
const DEFAULT_LEASE: Duration = Duration::from_secs(100);

/// Longest list of addresses that is read.
const ADDRESSES_MAX: usize = 32;

/// Longest user data that is read. [bytes]
const USER_DATA_MAX: usize = 4096;

/// Kind of addresses of UDP over IPv4.
const UDP_V4: i32 = 1;

/// Endpoints of discovery that a participant has, as bits.
pub mod builtin {
    pub const PARTICIPANT_WRITER: u32 = 1;
    pub const PARTICIPANT_READER: u32 = 1 << 1;
    pub const PUBLICATIONS_WRITER: u32 = 1 << 2;
    pub const PUBLICATIONS_READER: u32 = 1 << 3;
    pub const SUBSCRIPTIONS_WRITER: u32 = 1 << 4;
    pub const SUBSCRIPTIONS_READER: u32 = 1 << 5;
    pub const ALL: u32 = PARTICIPANT_WRITER
        | PARTICIPANT_READER
        | PUBLICATIONS_WRITER
        | PUBLICATIONS_READER
        | SUBSCRIPTIONS_WRITER
        | SUBSCRIPTIONS_READER;
}

/// A participant, as it describes itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParticipantData {
    pub prefix: GuidPrefix,
    /// `None` if it is not announced.
    pub domain: Option<u32>,
    /// Addresses for discovery.
    pub metatraffic: Vec<SocketAddrV4>,
    /// Addresses for samples of topics.
    pub user: Vec<SocketAddrV4>,
    /// Time without a sign of life after which the participant is lost.
    pub lease: Duration,
    /// The bits of [`builtin`].
    pub endpoints: u32,
    pub user_data: Vec<u8>,
}

impl ParticipantData {
    /// The announcement without its encapsulation header.
    pub fn encode(&self) -> Vec<u8> {
        let mut list = Parameters::default();
        list.put_bytes(id::PROTOCOL_VERSION, &VERSION);
        list.put_bytes(id::VENDOR_ID, &VENDOR);
        list.put_bytes(id::PARTICIPANT_GUID, &participant_guid(self.prefix));
        if let Some(domain) = self.domain {
            list.put(id::DOMAIN_ID, |bytes| bytes.put_u32(domain));
        }
        list.put(id::BUILTIN_ENDPOINTS, |bytes| bytes.put_u32(self.endpoints));
        for (parameter, addresses) in
            [(id::METATRAFFIC_UNICAST, &self.metatraffic), (id::DEFAULT_UNICAST, &self.user)]
        {
            for address in addresses {
                list.put(parameter, |bytes| put_address(bytes, *address));
            }
        }
        list.put(id::LEASE, |bytes| put_duration(bytes, Some(self.lease)));
        list.put(id::USER_DATA, |bytes| {
            bytes.put_u32(self.user_data.len() as u32);
            bytes.extend(&self.user_data);
        });
        list.finish()
    }

    /// Reads an announcement with its encapsulation header.
    ///
    /// # Errors
    /// When it is malformed, or names no participant.
    pub fn parse(payload: &[u8]) -> Result<Self, Malformed> {
        let mut data = Self {
            prefix: GuidPrefix::default(),
            domain: None,
            metatraffic: Vec::new(),
            user: Vec::new(),
            lease: DEFAULT_LEASE,
            endpoints: 0,
            user_data: Vec::new(),
        };
        read_encapsulated(payload, |parameter, value| {
            match parameter {
                id::PARTICIPANT_GUID => data.prefix = Guid::from_bytes(value.array()?).prefix,
                id::DOMAIN_ID => data.domain = Some(value.u32()?),
                id::METATRAFFIC_UNICAST => push_address(&mut data.metatraffic, value)?,
                id::DEFAULT_UNICAST => push_address(&mut data.user, value)?,
                // A participant with an infinite lease is lost only when it announces its end.
                id::LEASE => data.lease = read_duration(value)?.unwrap_or(Duration::MAX),
                id::BUILTIN_ENDPOINTS => data.endpoints = value.u32()?,
                id::USER_DATA => data.user_data = read_octets(value)?,
                _ => {}
            }
            Ok(())
        })?;
        if data.prefix == GuidPrefix::default() {
            return Err(Malformed("announcement: no participant"));
        }
        Ok(data)
    }
}

/// The bytes of the identifier of a participant.
pub fn participant_guid(prefix: GuidPrefix) -> [u8; 16] {
    Guid::new(prefix, EntityId::PARTICIPANT).to_bytes()
}

/// The key of an announcement, without its encapsulation header, for the end of the participant.
pub fn encode_key(prefix: GuidPrefix) -> Vec<u8> {
    let mut list = Parameters::default();
    list.put_bytes(id::PARTICIPANT_GUID, &participant_guid(prefix));
    list.finish()
}

/// Reads user data: a sequence of bytes.
pub fn read_octets(value: &mut Cursor<'_>) -> Result<Vec<u8>, Malformed> {
    let length = value.u32()? as usize;
    let octets = value.take(length)?;
    Ok(octets[..length.min(USER_DATA_MAX)].to_vec())
}

fn put_address(bytes: &mut Vec<u8>, address: SocketAddrV4) {
    bytes.put_i32(UDP_V4);
    bytes.put_u32(address.port().into());
    bytes.extend([0; 12]);
    bytes.extend(address.ip().octets());
}

/// Appends the address of a parameter, if it is one of UDP over IPv4.
pub fn push_address(addresses: &mut Vec<SocketAddrV4>, value: &mut Cursor<'_>) -> Result<(), Malformed> {
    let (kind, port) = (value.i32()?, value.u32()?);
    value.take(12)?;
    let ip = Ipv4Addr::from(value.array::<4>()?);
    if let (UDP_V4, Ok(port)) = (kind, u16::try_from(port))
        && port != 0
        && addresses.len() < ADDRESSES_MAX
    {
        addresses.push(SocketAddrV4::new(ip, port));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data() -> ParticipantData {
        ParticipantData {
            prefix: GuidPrefix([7; 12]),
            domain: Some(3),
            metatraffic: vec![SocketAddrV4::new(Ipv4Addr::LOCALHOST, 7410)],
            user: vec![SocketAddrV4::new(Ipv4Addr::new(10, 0, 0, 1), 7411)],
            lease: Duration::from_secs(10),
            endpoints: builtin::ALL,
            user_data: b"enclave=/;".to_vec(),
        }
    }

    fn encapsulated(list: Vec<u8>) -> Vec<u8> {
        [vec![0, 3, 0, 0], list].concat()
    }

    #[test]
    fn announcement_is_unchanged_by_a_round_trip() {
        assert_eq!(ParticipantData::parse(&encapsulated(data().encode())), Ok(data()));
    }

    #[test]
    fn cut_announcement_is_refused() {
        let whole = encapsulated(data().encode());
        for length in 0..whole.len() - 4 {
            assert!(ParticipantData::parse(&whole[..length]).is_err(), "{length} bytes");
        }
        assert!(ParticipantData::parse(&[0, 3, 0, 0, 1, 0, 0, 0]).is_err(), "no identifier");
    }
}
