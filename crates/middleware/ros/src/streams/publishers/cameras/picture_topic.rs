//! A topic of raw pictures, which are encoded and sent on a thread of the node.

use std::sync::{Arc, Mutex, PoisonError};

use super::raw_picture::RawPicture;
use crate::messages::sensor_msgs;
use crate::node_interface::{Node, Sender};
use crate::streams::picture_thread::PictureThread;
use crate::streams::topic::{Plan, advertise};
use crate::streams::{LOG, Streams};

/// Number of pictures of a stream that wait to be sent. A fast run captures several while one is sent.
const WAITING_MAX: usize = 8;

type Images<N> = <N as Node>::Sender<sensor_msgs::Image<<N as Node>::Header>>;

/// A topic of raw pictures.
pub(super) struct PictureTopic<N: Node> {
    topic: Arc<str>,
    pictures: Arc<PictureThread>,
    /// Not used for sending, so that the question for listeners does not wait while a picture is sent.
    listeners: Images<N>,
    images: Arc<Mutex<Images<N>>>,
    /// Number of pictures dropped because sending was too slow.
    dropped: u64,
}

impl<N: Node> PictureTopic<N> {
    pub(super) fn open(streams: &Streams<N>, plan: &Plan, topic: &str) -> Result<Self, String> {
        Ok(Self {
            topic: topic.into(),
            pictures: Arc::clone(&streams.pictures),
            listeners: advertise(streams, plan, topic)?,
            images: Arc::new(Mutex::new(advertise(streams, plan, topic)?)),
            dropped: 0,
        })
    }

    pub(super) fn has_listeners(&self) -> bool {
        self.listeners.has_listeners()
    }

    /// Encodes and sends a picture on the thread of pictures.
    pub(super) fn send(&mut self, header: N::Header, picture: RawPicture) {
        let sender = Arc::clone(&self.images);
        let work = move || {
            let message = picture.message::<N>(header);
            let mut sender = sender.lock().unwrap_or_else(PoisonError::into_inner);
            sender.send(&message);
            sender.flush();
        };
        if N::ENCODES_AT_ONCE {
            work();
        } else if self.pictures.push(&self.topic, WAITING_MAX, work) {
            self.dropped += 1;
            if self.dropped.is_power_of_two() {
                tracing::warn!(
                    target: LOG,
                    "{}: pictures are captured faster than they are sent ({} dropped): lower the frequency or the size",
                    self.topic,
                    self.dropped
                );
            }
        }
    }
}
