//! Identifiers of participants, writers and readers (DDSI-RTPS 2.5, 9.3.1).

use std::fmt;

/// Identifies a participant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct GuidPrefix(pub [u8; 12]);

/// Identifies a writer or reader of a participant. The last byte is its kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct EntityId(pub [u8; 4]);

/// Identifies a participant, writer or reader in a domain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Guid {
    /// The participant.
    pub prefix: GuidPrefix,
    /// The entity of the participant.
    pub entity: EntityId,
}

impl EntityId {
    /// No entity, or all entities of a participant.
    pub const UNKNOWN: Self = Self([0; 4]);
    /// The participant itself.
    pub const PARTICIPANT: Self = Self([0, 0, 1, 0xc1]);
    /// Writer of participant announcements.
    pub const PARTICIPANT_WRITER: Self = Self([0, 1, 0, 0xc2]);
    /// Reader of participant announcements.
    pub const PARTICIPANT_READER: Self = Self([0, 1, 0, 0xc7]);
    /// Writer of descriptions of writers.
    pub const PUBLICATIONS_WRITER: Self = Self([0, 0, 3, 0xc2]);
    /// Reader of descriptions of writers.
    pub const PUBLICATIONS_READER: Self = Self([0, 0, 3, 0xc7]);
    /// Writer of descriptions of readers.
    pub const SUBSCRIPTIONS_WRITER: Self = Self([0, 0, 4, 0xc2]);
    /// Reader of descriptions of readers.
    pub const SUBSCRIPTIONS_READER: Self = Self([0, 0, 4, 0xc7]);

    /// The writer of a topic without keys, by its number.
    #[must_use]
    pub fn user_writer(number: u32) -> Self {
        let [_, a, b, c] = number.to_be_bytes();
        Self([a, b, c, 0x03])
    }

    /// The reader of a topic without keys, by its number.
    #[must_use]
    pub fn user_reader(number: u32) -> Self {
        let [_, a, b, c] = number.to_be_bytes();
        Self([a, b, c, 0x04])
    }

    /// Whether this is an entity of discovery.
    #[must_use]
    pub fn is_builtin(self) -> bool {
        self.0[3] & 0xc0 == 0xc0
    }
}

impl Guid {
    /// No entity.
    pub const UNKNOWN: Self = Self { prefix: GuidPrefix([0; 12]), entity: EntityId::UNKNOWN };

    /// Makes the identifier of an entity.
    #[must_use]
    pub fn new(prefix: GuidPrefix, entity: EntityId) -> Self {
        Self { prefix, entity }
    }

    /// The 16 bytes of the identifier.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes[..12].copy_from_slice(&self.prefix.0);
        bytes[12..].copy_from_slice(&self.entity.0);
        bytes
    }

    /// The identifier with these bytes.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 16]) -> Self {
        let (mut prefix, mut entity) = ([0; 12], [0; 4]);
        prefix.copy_from_slice(&bytes[..12]);
        entity.copy_from_slice(&bytes[12..]);
        Self { prefix: GuidPrefix(prefix), entity: EntityId(entity) }
    }
}

fn hexadecimal(formatter: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
}

impl fmt::Debug for GuidPrefix {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        hexadecimal(formatter, &self.0)
    }
}

impl fmt::Debug for EntityId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        hexadecimal(formatter, &self.0)
    }
}

impl fmt::Debug for Guid {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}:{:?}", self.prefix, self.entity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifier_consists_of_prefix_and_entity() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 5, 3];
        let guid = Guid::from_bytes(bytes);
        assert_eq!(guid.to_bytes(), bytes);
        assert_eq!(guid.entity, EntityId::user_writer(5));
        assert_eq!(format!("{guid:?}"), "0102030405060708090a0b0c:00000503");
        assert!(!guid.entity.is_builtin() && EntityId::PUBLICATIONS_WRITER.is_builtin());
    }
}
