//! Paces the samples to each participant, so that they do not overflow its receive buffer.
//!
//! A participant has a budget of bytes that grows with time: slowly, so that a reader that is late by some milliseconds loses
//! nothing, but fast enough to send all that waits within [`DRAIN_MS`]. Small samples are sent at once, also when they exceed the
//! budget, up to a limit; fragments of large samples wait for budget, in turn among writers. So a small sample is not delayed
//! by a large one, except by an earlier sample of its own writer.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use crate::guid::{EntityId, GuidPrefix};
use crate::sequence::SequenceNumber;
use crate::writer::history::Change;

/// Length of a fragment. Longer samples are sent in fragments. In a network, a datagram is lost with any of its packets. [bytes]
pub const FRAGMENT_LENGTH: u16 = 8192;

/// The same for participants on this machine: each datagram wakes the reader, and none is lost on the way. [bytes]
pub const LOCAL_FRAGMENT_LENGTH: u16 = 32_768;

/// Largest budget while little waits. The default receive buffer of Linux is 212992 bytes. [bytes]
const BUDGET_MAX: i64 = 64 * 1024;

/// Largest budget, for two milliseconds of a fast rate: a thread that waits for a millisecond may wake later. [bytes]
const BURST_MAX: i64 = 112 * 1024;

/// By how much small samples may exceed the budget. [bytes]
const DEBT_MAX: i64 = 64 * 1024;

/// Slowest growth of the budget. [bytes/ms]
const RATE_MIN: i64 = 16_000;

/// Time within which large samples are sent that wait for a participant. [ms]
const DRAIN_MS: i64 = 40;

/// Memory of the kernel for each datagram in a receive buffer, in addition to its data. [bytes]
const DATAGRAM_OVERHEAD: i64 = 768;

/// A sample to send to the matched readers of one participant.
#[derive(Debug, Clone)]
pub struct Job {
    pub writer: EntityId,
    /// One reader, or [`EntityId::UNKNOWN`] for all.
    pub reader: EntityId,
    pub change: Arc<Change>,
    /// [bytes]
    fragment_length: u16,
    /// Whether the sample is sent again.
    is_repair: bool,
    /// The fragments that are left, by their numbers; empty if the sample is sent as a whole.
    fragments: VecDeque<u32>,
    has_begun: bool,
}

/// Number of fragments of a length [bytes] of a sample; 0 if it is sent as a whole.
fn fragment_count(change: &Change, fragment_length: u16) -> u32 {
    let (length, fragment) = (change.length(), usize::from(fragment_length));
    if length <= fragment { 0 } else { length.div_ceil(fragment) as u32 }
}

impl Job {
    /// A whole sample, for all readers of a participant, in fragments of a length [bytes].
    pub fn new(writer: EntityId, change: Arc<Change>, fragment_length: u16) -> Self {
        let fragments = (1..=fragment_count(&change, fragment_length)).collect();
        let reader = EntityId::UNKNOWN;
        Self { writer, reader, change, fragment_length, is_repair: false, fragments, has_begun: false }
    }

    /// A whole sample that one reader requests.
    pub fn repair(writer: EntityId, reader: EntityId, change: Arc<Change>, fragment_length: u16) -> Self {
        Self { reader, is_repair: true, ..Self::new(writer, change, fragment_length) }
    }

    /// Some fragments that one reader requests; `None` if the sample has none of them.
    pub fn repair_fragments(
        writer: EntityId,
        reader: EntityId,
        change: Arc<Change>,
        fragment_length: u16,
        requested: impl Iterator<Item = i64>,
    ) -> Option<Self> {
        let count = i64::from(fragment_count(&change, fragment_length));
        let fragments: VecDeque<u32> = requested
            .filter(|fragment| (1..=count).contains(fragment))
            .map(|fragment| fragment as u32)
            .collect();
        (!fragments.is_empty())
            .then(|| Self { fragments, ..Self::repair(writer, reader, change, fragment_length) })
    }
}

/// One datagram to send.
#[derive(Debug)]
pub struct Piece {
    pub writer: EntityId,
    pub reader: EntityId,
    pub change: Arc<Change>,
    pub part: Part,
    /// [bytes]
    pub fragment_length: u16,
    /// Whether no other sample of the writer waits for this participant after this piece.
    pub is_last: bool,
}

/// The part of a sample that a piece has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Whole,
    /// A fragment by its number, and whether it completes the sample.
    Fragment(u32, bool),
    /// Nothing: the writer no longer keeps the sample.
    Dropped,
}

#[derive(Debug)]
struct Queue {
    small: VecDeque<Job>,
    large: BTreeMap<EntityId, VecDeque<Job>>,
    /// The writer that has sent the last fragment.
    turn: EntityId,
    /// [bytes]
    budget: i64,
    /// Growth of the budget. [bytes/ms]
    rate: i64,
    /// Length of the large samples that wait. [bytes]
    large_bytes: i64,
    refilled: Instant,
}

/// The samples that wait, for each participant.
#[derive(Debug, Default)]
pub struct Pacer {
    queues: BTreeMap<GuidPrefix, Queue>,
}

impl Pacer {
    /// Adds a sample to the queue of a participant.
    pub fn push(&mut self, to: GuidPrefix, job: Job, now: Instant) {
        let queue = self.queues.entry(to).or_insert_with(|| Queue {
            small: VecDeque::new(),
            large: BTreeMap::new(),
            turn: EntityId::UNKNOWN,
            budget: BUDGET_MAX,
            rate: RATE_MIN,
            large_bytes: 0,
            refilled: now,
        });
        // The order of the samples of a writer is kept.
        if job.fragments.is_empty() && !job.is_repair && !queue.large.contains_key(&job.writer) {
            queue.small.push_back(job);
        } else {
            queue.large_bytes += job.change.length() as i64;
            queue.rate = queue.rate.max(queue.large_bytes / DRAIN_MS);
            queue.large.entry(job.writer).or_default().push_back(job);
        }
    }

    /// Whether a sample waits for a reader of a participant, or for all of its readers.
    pub fn has(&self, to: GuidPrefix, writer: EntityId, reader: EntityId, sequence: SequenceNumber) -> bool {
        self.queues.get(&to).is_some_and(|queue| {
            let jobs = queue.small.iter().chain(queue.large.get(&writer).into_iter().flatten());
            jobs.filter(|job| job.writer == writer && job.change.sequence == sequence)
                .any(|job| job.reader == reader || job.reader == EntityId::UNKNOWN)
        })
    }

    /// Removes the samples to a participant.
    pub fn remove_destination(&mut self, to: GuidPrefix) {
        self.queues.remove(&to);
    }

    /// Removes the samples of a writer.
    pub fn remove_writer(&mut self, writer: EntityId) {
        for queue in self.queues.values_mut() {
            queue.small.retain(|job| job.writer != writer);
            for job in queue.large.remove(&writer).into_iter().flatten() {
                queue.large_bytes -= job.change.length() as i64;
            }
        }
    }

    /// Whether samples wait.
    pub fn is_waiting(&self) -> bool {
        self.queues.values().any(|queue| !queue.small.is_empty() || !queue.large.is_empty())
    }

    /// Removes and returns the pieces that may be sent now. `is_kept` returns whether a writer still keeps a sample.
    pub fn take(
        &mut self,
        now: Instant,
        is_kept: impl Fn(EntityId, SequenceNumber) -> bool,
    ) -> Vec<(GuidPrefix, Piece)> {
        let mut pieces = Vec::new();
        for (&to, queue) in &mut self.queues {
            queue.refill(now);
            while let Some(piece) = queue.take(&is_kept) {
                pieces.push((to, piece));
            }
        }
        pieces
    }

    /// Ignores the budgets once, when the participant leaves.
    pub fn release(&mut self) {
        self.queues.values_mut().for_each(|queue| queue.budget = 16 * BUDGET_MAX);
    }
}

impl Queue {
    fn refill(&mut self, now: Instant) {
        let elapsed_us = now.saturating_duration_since(self.refilled).as_micros().min(1_000_000) as i64;
        let growth = elapsed_us * self.rate / 1000;
        if growth > 0 {
            let most = (2 * self.rate).clamp(BUDGET_MAX, BURST_MAX);
            self.budget = (self.budget + growth).min(most.max(self.budget));
            self.refilled = now;
        }
    }

    fn take(&mut self, is_kept: &impl Fn(EntityId, SequenceNumber) -> bool) -> Option<Piece> {
        if self.budget > -DEBT_MAX
            && let Some(job) = self.small.pop_front()
        {
            self.budget -= job.change.length() as i64 + DATAGRAM_OVERHEAD;
            let is_last = !self.small.iter().any(|other| other.writer == job.writer);
            return Some(piece(&job, Part::Whole, is_last));
        }
        if self.budget <= 0 {
            return None;
        }
        let next =
            self.large.range((std::ops::Bound::Excluded(self.turn), std::ops::Bound::Unbounded)).next();
        let writer = *next.or_else(|| self.large.first_key_value())?.0;
        self.turn = writer;
        let jobs = self.large.get_mut(&writer)?;
        let job = jobs.front_mut()?;
        let part = if !job.has_begun && !is_kept(writer, job.change.sequence) {
            Part::Dropped
        } else {
            job.has_begun = true;
            match job.fragments.pop_front() {
                None => Part::Whole,
                Some(fragment) => Part::Fragment(fragment, job.fragments.is_empty()),
            }
        };
        self.budget -= DATAGRAM_OVERHEAD
            + match part {
                Part::Whole => job.change.length() as i64,
                Part::Fragment(..) => job.fragment_length.into(),
                Part::Dropped => 0,
            };
        if matches!(part, Part::Fragment(_, false)) {
            return Some(piece(job, part, false));
        }
        let job = jobs.pop_front()?;
        self.large_bytes -= job.change.length() as i64;
        let is_last = jobs.is_empty();
        if is_last {
            self.large.remove(&writer);
        }
        if self.large.is_empty() {
            self.rate = RATE_MIN;
        }
        Some(piece(&job, part, is_last))
    }
}

fn piece(job: &Job, part: Part, is_last: bool) -> Piece {
    let (writer, reader, change) = (job.writer, job.reader, Arc::clone(&job.change));
    Piece { writer, reader, change, part, fragment_length: job.fragment_length, is_last }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::writer::history::{Content, History};

    const TO: GuidPrefix = GuidPrefix([1; 12]);

    fn change(history: &mut History, length: usize) -> Arc<Change> {
        history.push(Content::new(vec![0; length].into()), Instant::now())
    }

    fn parts(pacer: &mut Pacer, now: Instant) -> Vec<(EntityId, Part)> {
        pacer.take(now, |_, _| true).into_iter().map(|(_, piece)| (piece.writer, piece.part)).collect()
    }

    #[test]
    fn two_pictures_thirty_times_a_second_are_sent_by_a_thread_that_wakes_late() {
        for fragment_length in [FRAGMENT_LENGTH, LOCAL_FRAGMENT_LENGTH] {
            let (pushed, sent) = pushed_and_sent(fragment_length);
            assert!(pushed - sent <= 4, "{sent} of {pushed} in fragments of {fragment_length}");
        }
    }

    fn pushed_and_sent(fragment_length: u16) -> (usize, usize) {
        let (mut pacer, begin) = (Pacer::default(), Instant::now());
        let mut writers = [(1, 921_600), (2, 1_228_800)]
            .map(|(number, length)| (EntityId::user_writer(number), length, History::new(5, None, false)));
        let (mut pushed, mut sent) = (0, 0);
        // Wakes 1.6 ms apart, and two pictures every 33.6 ms.
        for wake in 0..1260_u32 {
            let now = begin + Duration::from_micros(1600) * wake;
            if wake % 21 == 0 {
                for (writer, length, history) in &mut writers {
                    pacer.push(TO, Job::new(*writer, change(history, *length), fragment_length), now);
                    pushed += 1;
                }
            }
            let is_kept = |id: EntityId, sequence| {
                writers.iter().any(|(writer, _, history)| *writer == id && history.get(sequence).is_some())
            };
            let pieces = pacer.take(now, is_kept);
            sent += pieces.iter().filter(|(_, piece)| matches!(piece.part, Part::Fragment(_, true))).count();
        }
        (pushed, sent)
    }

    #[test]
    fn small_sample_precedes_the_rest_of_a_large_one() {
        let (mut pacer, mut history, begin) =
            (Pacer::default(), History::new(5, None, false), Instant::now());
        let (picture, pose) = (EntityId::user_writer(1), EntityId::user_writer(2));
        pacer.push(TO, Job::new(picture, change(&mut history, 900_000), FRAGMENT_LENGTH), begin);
        let first = parts(&mut pacer, begin);
        assert!(first.len() > 5 && first.len() < 10, "{first:?}");
        pacer.push(TO, Job::new(pose, change(&mut history, 100), FRAGMENT_LENGTH), begin);
        assert_eq!(parts(&mut pacer, begin), [(pose, Part::Whole)]);
        assert!(parts(&mut pacer, begin).is_empty(), "the budget is used up");
        let later = parts(&mut pacer, begin + Duration::from_millis(1));
        assert!(later.iter().all(|(writer, _)| *writer == picture) && !later.is_empty());
    }

    #[test]
    fn whole_sample_is_sent_within_the_drain_time() {
        let (mut pacer, mut history, begin) =
            (Pacer::default(), History::new(5, None, false), Instant::now());
        let picture = EntityId::user_writer(1);
        pacer.push(TO, Job::new(picture, change(&mut history, 921_600), FRAGMENT_LENGTH), begin);
        let mut fragments = Vec::new();
        for millisecond in 0..DRAIN_MS as u64 + 5 {
            fragments.extend(parts(&mut pacer, begin + Duration::from_millis(millisecond)));
        }
        let expected: Vec<u32> = (1..=113).collect();
        let numbers: Vec<u32> = fragments
            .iter()
            .filter_map(|(_, part)| if let Part::Fragment(number, _) = part { Some(*number) } else { None })
            .collect();
        assert_eq!(numbers, expected);
        assert_eq!(fragments.last().unwrap().1, Part::Fragment(113, true));
        assert!(!pacer.is_waiting());
    }

    #[test]
    fn large_samples_of_several_writers_take_turns() {
        let (mut pacer, mut history, now) = (Pacer::default(), History::new(5, None, false), Instant::now());
        let writers = [1, 2].map(EntityId::user_writer);
        writers.iter().for_each(|&writer| {
            pacer.push(TO, Job::new(writer, change(&mut history, 50_000), FRAGMENT_LENGTH), now)
        });
        let sent: Vec<EntityId> = parts(&mut pacer, now).into_iter().map(|(writer, _)| writer).collect();
        assert_eq!(sent[..4], [writers[0], writers[1], writers[0], writers[1]], "in turn");
    }

    #[test]
    fn sample_that_is_no_longer_kept_is_dropped_before_it_begins() {
        let (mut pacer, mut history, now) = (Pacer::default(), History::new(5, None, false), Instant::now());
        pacer.push(
            TO,
            Job::new(EntityId::user_writer(1), change(&mut history, 50_000), FRAGMENT_LENGTH),
            now,
        );
        let pieces = pacer.take(now, |_, _| false);
        assert_eq!(pieces.iter().map(|(_, piece)| piece.part).collect::<Vec<_>>(), [Part::Dropped]);
    }

    #[test]
    fn order_of_the_samples_of_a_writer_is_kept() {
        let (mut pacer, mut history, now) = (Pacer::default(), History::new(5, None, false), Instant::now());
        let writer = EntityId::user_writer(1);
        pacer.push(TO, Job::new(writer, change(&mut history, 20_000), FRAGMENT_LENGTH), now);
        pacer.push(TO, Job::new(writer, change(&mut history, 10), FRAGMENT_LENGTH), now);
        let last = parts(&mut pacer, now).pop();
        assert_eq!(last, Some((writer, Part::Whole)));
    }
}
