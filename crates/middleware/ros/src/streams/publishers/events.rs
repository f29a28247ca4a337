//! Events of an event camera.

use super::{Opened, Stream};
use crate::header::Time;
use crate::messages::dvs_msgs::{Event, EventArray};
use crate::node_interface::Node;
use crate::streams::fields::{floats, number};

/// Opens the topic of the events of a camera. The time of the header is that of the image at which the events end.
pub(super) fn open<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| {
        let [columns, rows, times, polarities] =
            ["columns", "rows", "times", "polarities"].map(|name| floats(sample, name));
        let places = columns.iter().zip(rows);
        let events = places.zip(times).zip(polarities).map(|(((&column, &row), &time_s), &polarity)| Event {
            x: column as u16,
            y: row as u16,
            ts: Time::from_ns(sample.stamp_ns + (time_s * 1e9).round() as i64),
            polarity: polarity > 0.0,
        });
        let (height, width) = (number(sample, "height") as u32, number(sample, "width") as u32);
        Some(EventArray { header, height, width, events: events.collect() })
    })
}
