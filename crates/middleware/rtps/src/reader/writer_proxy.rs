//! The state of one writer, as its reader knows it: delivers samples in order and finds missing ones.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::time::{Duration, Instant};

use bytes::Bytes;

use crate::messages::{Data, DataFragments, Gap, Heartbeat};
use crate::reader::Received;
use crate::reader::assembly::Assembly;
use crate::sequence::{NumberSet, SET_MAX, SequenceNumber};

/// Largest number of samples that wait for an earlier one.
const WITHHELD_MAX: usize = 1024;

/// Largest length of samples that wait for an earlier one. [bytes]
const WITHHELD_BYTES_MAX: usize = 64 * 1024 * 1024;

/// Largest number of samples that are assembled at the same time.
const ASSEMBLIES_MAX: usize = 8;

/// Time without a fragment after which missing fragments are requested.
const FRAGMENT_WAIT: Duration = Duration::from_millis(20);

/// First period of acknowledgments to a writer that has not sent a heartbeat yet. It doubles up to [`GREETING_MAX`].
const GREETING: Duration = Duration::from_millis(100);

/// Longest period of acknowledgments to a writer without heartbeats.
const GREETING_MAX: Duration = Duration::from_secs(3);

/// A matched writer of another participant.
#[derive(Debug)]
pub struct WriterProxy {
    reliable: bool,
    /// Whether samples before the first heartbeat are not for the reader.
    skips_earlier: bool,
    /// Number of the next sample to deliver.
    next: SequenceNumber,
    /// Samples after `next` that arrived earlier; `None` for those that the writer does not send.
    withheld: BTreeMap<SequenceNumber, Option<Received>>,
    withheld_bytes: usize,
    assemblies: BTreeMap<SequenceNumber, Assembly>,
    has_heartbeat: bool,
    last_count: Option<u32>,
    acknowledgments: u32,
    greeting: (Instant, Duration),
}

/// An answer to a heartbeat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Samples below the base have arrived; the members are missing.
    pub missing: NumberSet,
    pub count: u32,
    /// Whether the writer is asked for a heartbeat.
    pub wants_heartbeat: bool,
}

/// A request for fragments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FragmentsMissing {
    pub sequence: SequenceNumber,
    pub missing: NumberSet,
    pub count: u32,
}

impl WriterProxy {
    /// The proxy of a writer. `reliable` if both ends are; `skips_earlier` if the writer keeps samples that the reader does
    /// not request.
    pub fn new(reliable: bool, skips_earlier: bool, now: Instant) -> Self {
        Self {
            reliable,
            skips_earlier,
            next: 1,
            withheld: BTreeMap::new(),
            withheld_bytes: 0,
            assemblies: BTreeMap::new(),
            has_heartbeat: false,
            last_count: None,
            acknowledgments: 0,
            greeting: (now, GREETING),
        }
    }

    /// Processes a sample. Returns the samples to deliver, in order.
    pub fn data(&mut self, data: &Data<'_>) -> Vec<Received> {
        if self.has(data.sequence) {
            return Vec::new();
        }
        let payload = Bytes::copy_from_slice(data.payload);
        self.receive(Received { sequence: data.sequence, payload, inline: data.inline, is_key: data.is_key })
    }

    /// Processes fragments. Returns the samples to deliver, in order.
    pub fn fragments(&mut self, data: &DataFragments<'_>, now: Instant) -> Vec<Received> {
        let sequence = data.sequence;
        if self.has(sequence) {
            return Vec::new();
        }
        if let Entry::Vacant(place) = self.assemblies.entry(sequence) {
            let Some(assembly) = Assembly::new(data, now) else { return Vec::new() };
            place.insert(assembly);
            while self.assemblies.len() > ASSEMBLIES_MAX {
                // A reliable writer sends the newest one again; of a best-effort writer the newest one counts.
                if self.reliable {
                    self.assemblies.pop_last()
                } else {
                    self.assemblies.pop_first()
                };
            }
        }
        if !self.assemblies.get_mut(&sequence).is_some_and(|assembly| assembly.add(data, now)) {
            return Vec::new();
        }
        let Some(assembly) = self.assemblies.remove(&sequence) else { return Vec::new() };
        let inline = assembly.inline;
        self.receive(Received { sequence, payload: assembly.finish(), inline, is_key: false })
    }

    /// Whether a sample has arrived or is no longer needed.
    fn has(&self, sequence: SequenceNumber) -> bool {
        sequence < self.next || self.withheld.contains_key(&sequence)
    }

    fn receive(&mut self, received: Received) -> Vec<Received> {
        if !self.reliable {
            self.next = received.sequence + 1;
            self.assemblies = self.assemblies.split_off(&self.next);
            return vec![received];
        }
        self.withheld_bytes += received.payload.len();
        self.withheld.insert(received.sequence, Some(received));
        if self.withheld.len() > WITHHELD_MAX || self.withheld_bytes > WITHHELD_BYTES_MAX {
            // The missing samples are given up.
            self.next = self.withheld.first_key_value().map_or(self.next, |(&first, _)| first);
            self.has_heartbeat = true;
        }
        self.deliver()
    }

    /// Removes the samples that can be delivered.
    fn deliver(&mut self) -> Vec<Received> {
        let mut delivered = Vec::new();
        while self.has_heartbeat
            && let Some(entry) = self.withheld.first_entry()
            && *entry.key() <= self.next
        {
            let (sequence, received) = entry.remove_entry();
            self.next = self.next.max(sequence + 1);
            if let Some(received) = received {
                self.withheld_bytes -= received.payload.len();
                delivered.push(received);
            }
        }
        self.assemblies = self.assemblies.split_off(&self.next);
        delivered
    }

    /// Advances to a sample, since the writer does not send the earlier ones. Earlier samples that have arrived are
    /// delivered.
    fn advance(&mut self, next: SequenceNumber) -> Vec<Received> {
        let later = self.withheld.split_off(&next);
        let earlier = std::mem::replace(&mut self.withheld, later);
        let mut delivered: Vec<Received> = earlier.into_values().flatten().collect();
        self.withheld_bytes -= delivered.iter().map(|received| received.payload.len()).sum::<usize>();
        self.next = self.next.max(next);
        delivered.extend(self.deliver());
        delivered
    }

    /// All samples that wait for earlier ones: the writer is lost.
    pub fn finish(self) -> Vec<Received> {
        self.withheld.into_values().flatten().collect()
    }

    /// Processes a heartbeat. Returns the samples to deliver and the answer.
    pub fn heartbeat(&mut self, heartbeat: &Heartbeat) -> (Vec<Received>, Option<Answer>) {
        if !self.reliable || self.last_count.replace(heartbeat.count) == Some(heartbeat.count) {
            return (Vec::new(), None);
        }
        let mut begin = heartbeat.first;
        if !self.has_heartbeat && self.skips_earlier {
            // Samples that arrived before the heartbeat were sent after the match.
            let arrived = self.withheld.first_key_value().map(|(&first, _)| first);
            begin = arrived.unwrap_or(heartbeat.last + 1).clamp(heartbeat.first, heartbeat.last + 1);
        }
        self.has_heartbeat = true;
        let delivered = if begin > self.next { self.advance(begin) } else { self.deliver() };
        let missing = self.missing(heartbeat.last);
        let is_missing = missing.members().next().is_some();
        let answer = (!heartbeat.is_final || is_missing).then(|| self.answer(missing));
        (delivered, answer)
    }

    /// The missing samples up to `last`. Samples of which fragments have arrived are not among them.
    fn missing(&self, last: SequenceNumber) -> NumberSet {
        let last = last.min(self.next + SET_MAX - 1);
        let is_missing = |sequence: &SequenceNumber| {
            !self.withheld.contains_key(sequence) && !self.assemblies.contains_key(sequence)
        };
        NumberSet::new(self.next, (self.next..=last).filter(is_missing))
    }

    fn answer(&mut self, missing: NumberSet) -> Answer {
        self.acknowledgments = self.acknowledgments.wrapping_add(1);
        Answer { missing, count: self.acknowledgments, wants_heartbeat: !self.has_heartbeat }
    }

    /// An acknowledgment that asks the writer for a heartbeat, when it is due.
    pub fn greet(&mut self, now: Instant) -> Option<Answer> {
        let (at, period) = self.greeting;
        if !self.reliable || self.has_heartbeat || now < at {
            return None;
        }
        self.greeting = (now + period, (period * 2).min(GREETING_MAX));
        let none = NumberSet::new(self.next, []);
        Some(self.answer(none))
    }

    /// Processes a gap. Returns the samples to deliver.
    pub fn gap(&mut self, gap: &Gap) -> Vec<Received> {
        if !self.reliable {
            return Vec::new();
        }
        let end = gap.others.base;
        let mut delivered = Vec::new();
        if gap.start <= self.next {
            if end > self.next {
                self.has_heartbeat = true;
                delivered = self.advance(end);
            }
        } else {
            let room = (WITHHELD_MAX - self.withheld.len().min(WITHHELD_MAX)) as i64;
            (gap.start..end.min(gap.start + room)).for_each(|sequence| self.skip(sequence));
        }
        gap.others.members().for_each(|sequence| self.skip(sequence));
        delivered.extend(self.deliver());
        delivered
    }

    fn skip(&mut self, sequence: SequenceNumber) {
        if sequence >= self.next && self.withheld.len() < WITHHELD_MAX {
            self.withheld.entry(sequence).or_insert(None);
        }
    }

    /// The fragments that are missing up to a fragment of a sample.
    pub fn fragments_missing(
        &mut self,
        sequence: SequenceNumber,
        last: u32,
        now: Instant,
    ) -> Option<FragmentsMissing> {
        if !self.reliable {
            return None;
        }
        let assembly = self.assemblies.get_mut(&sequence)?;
        let missing = assembly.missing(last)?;
        assembly.touched = now;
        self.acknowledgments = self.acknowledgments.wrapping_add(1);
        Some(FragmentsMissing { sequence, missing, count: self.acknowledgments })
    }

    /// Requests for fragments that have been missing for some time.
    pub fn overdue_fragments(&mut self, now: Instant) -> Vec<FragmentsMissing> {
        let overdue: Vec<SequenceNumber> = self
            .assemblies
            .iter()
            .filter(|(_, assembly)| self.reliable && now.duration_since(assembly.touched) >= FRAGMENT_WAIT)
            .map(|(&sequence, _)| sequence)
            .collect();
        overdue.into_iter().filter_map(|sequence| self.fragments_missing(sequence, u32::MAX, now)).collect()
    }

    /// Whether [`Self::greet`] or [`Self::overdue_fragments`] may have something to send later.
    pub fn is_waiting(&self) -> bool {
        self.reliable && (!self.has_heartbeat || !self.assemblies.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guid::EntityId;
    use crate::parameters::InlineParameters;

    fn data(sequence: SequenceNumber) -> Data<'static> {
        Data {
            reader: EntityId::UNKNOWN,
            writer: EntityId::UNKNOWN,
            sequence,
            inline: InlineParameters::default(),
            payload: b"\0\x01\0\0x",
            is_key: false,
        }
    }

    fn heartbeat(first: i64, last: i64, count: u32) -> Heartbeat {
        let unknown = EntityId::UNKNOWN;
        Heartbeat { reader: unknown, writer: unknown, first, last, count, is_final: false }
    }

    fn numbers(received: &[Received]) -> Vec<SequenceNumber> {
        received.iter().map(|received| received.sequence).collect()
    }

    fn reliable(skips_earlier: bool) -> WriterProxy {
        WriterProxy::new(true, skips_earlier, Instant::now())
    }

    #[test]
    fn reliable_samples_are_delivered_in_order_and_missing_ones_requested() {
        let mut proxy = reliable(false);
        proxy.heartbeat(&heartbeat(1, 0, 1));
        assert_eq!(numbers(&proxy.data(&data(1))), [1]);
        assert_eq!(numbers(&proxy.data(&data(3))), []);
        let (_, answer) = proxy.heartbeat(&heartbeat(1, 4, 2));
        let missing = answer.unwrap().missing;
        assert_eq!((missing.base, missing.members().collect::<Vec<_>>()), (2, vec![2, 4]));
        assert_eq!(numbers(&proxy.data(&data(2))), [2, 3]);
        assert_eq!(numbers(&proxy.data(&data(2))), [], "a copy");
    }

    #[test]
    fn samples_that_the_writer_no_longer_has_are_skipped() {
        let mut proxy = reliable(false);
        proxy.heartbeat(&heartbeat(1, 0, 1));
        assert_eq!(numbers(&proxy.data(&data(5))), []);
        assert_eq!(numbers(&proxy.heartbeat(&heartbeat(5, 5, 2)).0), [5]);
        let others = NumberSet::new(8, [9]);
        let gap = Gap { reader: EntityId::UNKNOWN, writer: EntityId::UNKNOWN, start: 6, others };
        assert_eq!(numbers(&proxy.gap(&gap)), []);
        assert_eq!(numbers(&proxy.data(&data(8))), [8]);
        assert_eq!(numbers(&proxy.data(&data(10))), [10], "9 is a member of the gap");
    }

    #[test]
    fn volatile_reader_of_a_latching_writer_skips_earlier_samples() {
        let mut proxy = reliable(true);
        let (delivered, answer) = proxy.heartbeat(&heartbeat(1, 7, 1));
        assert!(delivered.is_empty() && answer.unwrap().missing.base == 8);
        let mut proxy = reliable(true);
        assert_eq!(numbers(&proxy.data(&data(7))), []);
        assert_eq!(numbers(&proxy.heartbeat(&heartbeat(1, 7, 1)).0), [7], "it arrived after the match");
    }

    #[test]
    fn samples_of_a_lost_writer_are_delivered() {
        let mut proxy = reliable(false);
        proxy.data(&data(2));
        proxy.data(&data(4));
        assert_eq!(numbers(&proxy.finish()), [2, 4]);
    }

    #[test]
    fn best_effort_samples_are_delivered_at_once_and_never_back() {
        let mut proxy = WriterProxy::new(false, false, Instant::now());
        assert_eq!(numbers(&proxy.data(&data(5))), [5]);
        assert_eq!(numbers(&proxy.data(&data(4))), []);
        assert!(proxy.heartbeat(&heartbeat(1, 9, 1)).1.is_none());
    }

    #[test]
    fn withheld_samples_are_bounded() {
        let mut proxy = reliable(false);
        proxy.heartbeat(&heartbeat(1, 0, 1));
        let delivered: usize = (2..5000).map(|sequence| proxy.data(&data(sequence)).len()).sum();
        assert!(delivered > 3000 && proxy.withheld.len() <= WITHHELD_MAX);
    }

    #[test]
    fn huge_gap_uses_no_memory() {
        let mut proxy = reliable(false);
        proxy.heartbeat(&heartbeat(1, 0, 1));
        let gap = |start, end| Gap {
            reader: EntityId::UNKNOWN,
            writer: EntityId::UNKNOWN,
            start,
            others: NumberSet::new(end, []),
        };
        proxy.gap(&gap(10, 1 << 59));
        assert!(proxy.withheld.len() <= WITHHELD_MAX);
        proxy.gap(&gap(1, 1 << 59));
        assert_eq!((proxy.next, proxy.withheld.len()), (1 << 59, 0));
    }

    #[test]
    fn missing_fragments_are_requested_after_a_while() {
        let now = Instant::now();
        let mut proxy = reliable(false);
        proxy.heartbeat(&heartbeat(1, 0, 1));
        let fragments = |first| DataFragments {
            reader: EntityId::UNKNOWN,
            writer: EntityId::UNKNOWN,
            sequence: 1,
            first,
            count: 1,
            fragment_length: 4,
            sample_length: 12,
            inline: InlineParameters::default(),
            payload: b"\0\x01\0\0",
        };
        assert!(proxy.fragments(&fragments(1), now).is_empty());
        assert!(proxy.fragments(&fragments(3), now).is_empty());
        assert!(proxy.overdue_fragments(now).is_empty());
        let later = now + FRAGMENT_WAIT;
        let request = proxy.overdue_fragments(later).pop().unwrap();
        assert_eq!((request.sequence, request.missing.members().collect::<Vec<_>>()), (1, vec![2]));
        assert!(proxy.overdue_fragments(later).is_empty(), "it was just requested");
        let (_, answer) = proxy.heartbeat(&heartbeat(1, 1, 2));
        assert_eq!(
            answer.unwrap().missing.members().count(),
            0,
            "a sample in parts is not requested as a whole"
        );
        assert_eq!(numbers(&proxy.fragments(&fragments(2), later)), [1]);
    }
}
