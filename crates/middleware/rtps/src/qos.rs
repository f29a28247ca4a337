//! Qualities of service, and the rule by which writers and readers match (DDS 1.4, 2.2.3).

use std::fmt;
use std::time::Duration;

use crate::parameters::{Parameters, id};
use crate::time::{put_duration, read_duration};
use crate::wire::{Cursor, Malformed, Put};

/// Longest blocking of a write that is announced: the default of DDS. Writes do not block.
const BLOCKING: Duration = Duration::from_millis(100);

/// Largest number of partitions or representations of a peer that is read.
const LIST_MAX: u32 = 256;

/// How long samples are kept for readers that appear later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Durability {
    /// Not at all.
    #[default]
    Volatile,
    /// As long as the writer exists.
    TransientLocal,
    /// As long as a durability service runs.
    Transient,
    /// Across restarts of the system.
    Persistent,
}

/// Policies that a writer offers or a reader requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Qos {
    /// Whether lost samples are sent again.
    pub reliable: bool,
    /// How long samples are kept for later readers.
    pub durability: Durability,
    /// Number of samples that are kept.
    pub depth: u32,
    /// Longest period between two samples; `None` if it is unlimited.
    pub deadline: Option<Duration>,
    /// Time for which samples are valid; `None` if it is unlimited.
    pub lifespan: Option<Duration>,
    /// How the writer shows that it is alive: 0 automatic, 1 by its participant, 2 by its topic.
    pub liveliness: u32,
    /// Longest period between two signs of life; `None` if it is unlimited.
    pub liveliness_lease: Option<Duration>,
    /// Whether one writer owns the topic: 0 shared, 1 exclusive.
    pub ownership: u32,
    /// The partitions; none is the default partition.
    pub partitions: Vec<String>,
    /// Encodings: 0 is plain CDR, 2 is CDR of version 2. None is plain CDR. The first one is that of a writer.
    pub representations: Vec<i16>,
}

impl Default for Qos {
    fn default() -> Self {
        Self {
            reliable: false,
            durability: Durability::default(),
            depth: 1,
            deadline: None,
            lifespan: None,
            liveliness: 0,
            liveliness_lease: None,
            ownership: 0,
            partitions: Vec::new(),
            representations: Vec::new(),
        }
    }
}

/// A policy for which a writer offers less than a reader requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mismatch {
    /// The types of the topic differ.
    Type,
    /// The writer is best effort, the reader requests reliable samples.
    Reliability,
    /// The writer keeps samples for less time than the reader requests.
    Durability,
    /// The period of the writer is longer.
    Deadline,
    /// The liveliness of the writer is weaker.
    Liveliness,
    /// One is shared, the other exclusive.
    Ownership,
    /// The reader does not read the encoding of the writer.
    Representation,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Type => "type",
            Self::Reliability => "reliability",
            Self::Durability => "durability",
            Self::Deadline => "deadline",
            Self::Liveliness => "liveliness",
            Self::Ownership => "ownership",
            Self::Representation => "data representation",
        })
    }
}

impl Qos {
    /// The policies for which a writer offers less than the reader with policies `requested` requests.
    #[must_use]
    pub fn mismatches(&self, requested: &Self) -> Vec<Mismatch> {
        let encoding = self.representations.first().copied().unwrap_or(0);
        let is_read = match requested.representations.as_slice() {
            [] => encoding == 0,
            known => known.contains(&encoding),
        };
        [
            (Mismatch::Reliability, self.reliable >= requested.reliable),
            (Mismatch::Durability, self.durability >= requested.durability),
            (Mismatch::Deadline, is_within(self.deadline, requested.deadline)),
            (
                Mismatch::Liveliness,
                self.liveliness >= requested.liveliness
                    && is_within(self.liveliness_lease, requested.liveliness_lease),
            ),
            (Mismatch::Ownership, self.ownership == requested.ownership),
            (Mismatch::Representation, is_read),
        ]
        .into_iter()
        .filter_map(|(mismatch, is_met)| (!is_met).then_some(mismatch))
        .collect()
    }

    /// Whether writer and reader are in a common partition. Names may have the wildcards `*` and `?`.
    #[must_use]
    pub fn shares_partition(&self, other: &Self) -> bool {
        fn names(qos: &Qos) -> Vec<&str> {
            if qos.partitions.is_empty() {
                vec![""]
            } else {
                qos.partitions.iter().map(String::as_str).collect()
            }
        }
        names(self).iter().any(|one| {
            names(other)
                .iter()
                .any(|two| fits(one.as_bytes(), two.as_bytes()) || fits(two.as_bytes(), one.as_bytes()))
        })
    }

    pub(crate) fn put(&self, list: &mut Parameters) {
        list.put(id::RELIABILITY, |bytes| {
            bytes.put_u32(if self.reliable { 2 } else { 1 });
            put_duration(bytes, Some(BLOCKING));
        });
        list.put(id::DURABILITY, |bytes| bytes.put_u32(self.durability as u32));
        list.put(id::HISTORY, |bytes| {
            bytes.put_u32(0);
            bytes.put_u32(self.depth);
        });
        list.put(id::DEADLINE, |bytes| put_duration(bytes, self.deadline));
        list.put(id::LIVELINESS, |bytes| {
            bytes.put_u32(self.liveliness);
            put_duration(bytes, self.liveliness_lease);
        });
        list.put(id::OWNERSHIP, |bytes| bytes.put_u32(self.ownership));
        if self.lifespan.is_some() {
            list.put(id::LIFESPAN, |bytes| put_duration(bytes, self.lifespan));
        }
        list.put(id::DATA_REPRESENTATION, |bytes| {
            bytes.put_u32(self.representations.len() as u32);
            self.representations
                .iter()
                .for_each(|&representation| bytes.put_u16(representation.cast_unsigned()));
        });
    }

    /// Changes the policy of a parameter; ignores other parameters.
    pub(crate) fn read(&mut self, parameter: u16, value: &mut Cursor<'_>) -> Result<(), Malformed> {
        match parameter {
            id::RELIABILITY => self.reliable = value.u32()? >= 2,
            id::DURABILITY => {
                self.durability = match value.u32()? {
                    0 => Durability::Volatile,
                    1 => Durability::TransientLocal,
                    2 => Durability::Transient,
                    _ => Durability::Persistent,
                }
            }
            id::HISTORY => {
                let keeps_all = value.u32()? == 1;
                let depth = value.u32()?;
                self.depth = if keeps_all { u32::MAX } else { depth };
            }
            id::DEADLINE => self.deadline = read_duration(value)?,
            id::LIFESPAN => self.lifespan = read_duration(value)?,
            id::LIVELINESS => {
                self.liveliness = value.u32()?;
                self.liveliness_lease = read_duration(value)?;
            }
            id::OWNERSHIP => self.ownership = value.u32()?,
            id::PARTITION => {
                let count = list_length(value)?;
                self.partitions = (0..count)
                    .map(|_| {
                        let name = value.text()?.to_owned();
                        value.align();
                        Ok(name)
                    })
                    .collect::<Result<_, _>>()?;
            }
            id::DATA_REPRESENTATION => {
                let count = list_length(value)?;
                self.representations =
                    (0..count).map(|_| Ok(value.u16()?.cast_signed())).collect::<Result<_, _>>()?;
            }
            _ => {}
        }
        Ok(())
    }
}

fn list_length(value: &mut Cursor<'_>) -> Result<u32, Malformed> {
    let count = value.u32()?;
    if count <= LIST_MAX { Ok(count) } else { Err(Malformed("list: too long")) }
}

/// Whether an offered period is at most the requested one.
fn is_within(offered: Option<Duration>, requested: Option<Duration>) -> bool {
    requested.is_none_or(|requested| offered.is_some_and(|offered| offered <= requested))
}

/// Whether a name fits a pattern with wildcards, in time linear in the product of their lengths.
fn fits(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut read, mut star) = (0, 0, None);
    while read < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, read));
                at += 1;
            }
            Some(&byte) if byte == b'?' || byte == name[read] => {
                at += 1;
                read += 1;
            }
            _ => match star {
                Some((place, from)) => {
                    star = Some((place, from + 1));
                    (at, read) = (place + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|&byte| byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writer_must_offer_the_policies_that_a_reader_requests() {
        let weak = Qos::default();
        let strong = Qos {
            reliable: true,
            durability: Durability::TransientLocal,
            deadline: Some(Duration::from_secs(1)),
            liveliness_lease: Some(Duration::from_secs(1)),
            representations: vec![0, 2],
            ..Qos::default()
        };
        assert_eq!(strong.mismatches(&weak), []);
        let expected =
            [Mismatch::Reliability, Mismatch::Durability, Mismatch::Deadline, Mismatch::Liveliness];
        assert_eq!(weak.mismatches(&strong), expected);
    }

    #[test]
    fn encoding_of_the_writer_must_be_read() {
        let encodings =
            |representations: &[i16]| Qos { representations: representations.to_vec(), ..Qos::default() };
        assert_eq!(encodings(&[0]).mismatches(&encodings(&[])), []);
        assert_eq!(encodings(&[0]).mismatches(&encodings(&[2])), [Mismatch::Representation]);
        assert_eq!(encodings(&[2, 0]).mismatches(&encodings(&[])), [Mismatch::Representation]);
        assert_eq!(encodings(&[2]).mismatches(&encodings(&[0, 2])), []);
    }

    #[test]
    fn partitions_match_by_wildcards() {
        let in_partition = |name: &str| Qos { partitions: vec![name.to_owned()], ..Qos::default() };
        assert!(Qos::default().shares_partition(&in_partition("*")));
        assert!(!Qos::default().shares_partition(&in_partition("a")));
        assert!(in_partition("a?c*").shares_partition(&in_partition("abcde")));
        assert!(!in_partition("a?c").shares_partition(&in_partition("abcde")));
        assert!(!fits(&[b'*'; 40], b"") || !fits(b"*a*a*a*b", &[b'a'; 60]));
    }

    #[test]
    fn policies_are_unchanged_by_a_round_trip() {
        let qos = Qos {
            reliable: true,
            durability: Durability::TransientLocal,
            depth: 7,
            deadline: Some(Duration::from_millis(1500)),
            lifespan: Some(Duration::from_secs(10)),
            liveliness: 1,
            liveliness_lease: Some(Duration::from_secs(2)),
            ownership: 1,
            partitions: Vec::new(),
            representations: vec![0],
        };
        let mut list = Parameters::encapsulated();
        qos.put(&mut list);
        let mut back = Qos::default();
        crate::parameters::read_encapsulated(&list.finish(), |id, value| back.read(id, value)).unwrap();
        assert_eq!(back, qos);
    }
}
