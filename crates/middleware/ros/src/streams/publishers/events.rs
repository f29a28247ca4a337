//! Events of an event camera: as a list, and as packets of bytes.

use morse_sim::transport::stream::{Audience, Publisher, Sample};

use super::{Opened, Stream};
use crate::header::Time;
use crate::messages::dvs_msgs::{Event, EventArray};
use crate::messages::event_camera_msgs::EventPacket;
use crate::node_interface::{Node, Sender};
use crate::streams::fields::{floats, number};
use crate::streams::topic::{Headers, SensorTransform, advertise, audience};

/// The encoding of packets.
const ENCODING: &str = "mono";

/// An event of a reading.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Change {
    column: u16,
    row: u16,
    /// Time of the event. [ns]
    stamp_ns: i64,
    is_brighter: bool,
}

impl Change {
    /// The events of a reading, in the order of their times.
    fn all(sample: &Sample<'_>) -> Vec<Self> {
        let [columns, rows, times, polarities] =
            ["columns", "rows", "times", "polarities"].map(|name| floats(sample, name));
        let places = columns.iter().zip(rows);
        let changes = places.zip(times).zip(polarities).map(|(((&column, &row), &time_s), &polarity)| Self {
            column: column as u16,
            row: row as u16,
            stamp_ns: sample.stamp_ns + (time_s * 1e9).round() as i64,
            is_brighter: polarity > 0.0,
        });
        changes.collect()
    }
}

/// Events in the encoding `mono` of the package `event_camera_codecs`: little-endian numbers of 64 bits with the polarity in
/// bit 63, the row in bits 48 to 62, the column in bits 32 to 47, and the time since `base_ns` in bits 0 to 31. [ns]
fn packed(changes: &[Change], base_ns: i64) -> Vec<u8> {
    let word = |change: &Change| {
        let since = u32::try_from(change.stamp_ns - base_ns).unwrap_or(if change.stamp_ns < base_ns {
            0
        } else {
            u32::MAX
        });
        u64::from(change.is_brighter) << 63
            | u64::from(change.row & 0x7FFF) << 48
            | u64::from(change.column) << 32
            | u64::from(since)
    };
    changes.iter().flat_map(|change| word(change).to_le_bytes()).collect()
}

struct EventPublisher<N: Node> {
    list: N::Sender<EventArray<N::Header>>,
    packets: N::Sender<EventPacket<N::Header>>,
    /// Number of packets so far.
    sequence: u64,
    headers: Headers,
    transform: Option<SensorTransform<N>>,
}

/// Opens the topics `events` and `event_packets` of a camera. The time of the header of a list is that of the image at which
/// the events end; that of a packet is the time of its first event.
pub(super) fn open<N: Node>(stream: Stream<'_, N>) -> Opened {
    let Stream { streams, spec, plan, options } = stream;
    Ok(Box::new(EventPublisher::<N> {
        list: advertise(streams, plan, &plan.suffixed)?,
        packets: advertise(streams, plan, &format!("{}/event_packets", plan.topic))?,
        sequence: 0,
        headers: Headers::new(&plan.frame),
        transform: SensorTransform::open(streams, spec, plan, options)?,
    }))
}

impl<N: Node> Publisher for EventPublisher<N> {
    fn publish(&mut self, sample: &Sample<'_>) {
        let (height, width) = (number(sample, "height") as u32, number(sample, "width") as u32);
        let has_listeners = self.list.has_listeners() || self.packets.has_listeners();
        let changes = if has_listeners { Change::all(sample) } else { Vec::new() };
        if self.list.has_listeners() {
            let event = |change: &Change| Event {
                x: change.column,
                y: change.row,
                ts: Time::from_ns(change.stamp_ns),
                polarity: change.is_brighter,
            };
            let header = self.headers.next(sample);
            self.list.send(&EventArray {
                header,
                height,
                width,
                events: changes.iter().map(event).collect(),
            });
        }
        // A packet without events would have no time.
        if let Some(first) = changes.first().filter(|_| self.packets.has_listeners()) {
            let base_ns = first.stamp_ns;
            let header = self.headers.next(&Sample { stamp_ns: base_ns, ..*sample });
            self.packets.send(&EventPacket {
                header,
                height,
                width,
                seq: self.sequence,
                time_base: base_ns.max(0) as u64,
                encoding: ENCODING.to_owned(),
                is_bigendian: false,
                events: packed(&changes, base_ns),
            });
            self.sequence += 1;
        }
        self.headers.count();
        if let Some(transform) = &self.transform {
            transform.send(sample);
        }
    }

    fn audience(&self) -> Audience {
        let transform = self.transform.as_ref().is_some_and(SensorTransform::has_listeners);
        audience(self.list.has_listeners() || self.packets.has_listeners() || transform)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_events_have_their_fields_in_their_bits() {
        let event = |column, row, stamp_ns, is_brighter| Change { column, row, stamp_ns, is_brighter };
        let events =
            [event(3, 2, 1_000, true), event(640, 479, 5_001_000, false), event(0, 0, 10_i64.pow(12), true)];
        let bytes = packed(&events, 1_000);
        let words: Vec<u64> =
            bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect();
        assert_eq!(words[0], 1 << 63 | 2 << 48 | 3 << 32);
        assert_eq!(words[1], 479 << 48 | 640 << 32 | 5_000_000);
        // More than 4.3 s after the first event.
        assert_eq!(words[2], 1 << 63 | u64::from(u32::MAX));
    }
}
