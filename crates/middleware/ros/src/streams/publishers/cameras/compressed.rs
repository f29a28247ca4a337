//! Topics with compressed pictures, beside the raw topic of a camera, as `image_transport` names them.

use std::sync::{Arc, Mutex, PoisonError};

use super::compression::Compression;
use super::raw_picture::RawPicture;
use crate::messages::sensor_msgs::CompressedImage;
use crate::node_interface::{Node, Sender};
use crate::streams::options::Options;
use crate::streams::picture_thread::PictureThread;
use crate::streams::topic::{Plan, advertise};
use crate::streams::{LOG, Streams};

/// Default quality of JPEG files, as in `image_transport` of ROS 2.
const JPEG_QUALITY: i64 = 95;
/// Number of pictures of a stream that wait to be compressed. Compression is slow.
const WAITING_MAX: usize = 2;
/// The value of the option `compressed_format` for a camera without compressed pictures.
const NONE: &str = "none";

type Compressed<N> = <N as Node>::Sender<CompressedImage<<N as Node>::Header>>;

/// A topic with the compressed pictures of a camera. They are compressed and sent on a thread of the node, and only if the topic
/// has listeners.
pub(super) struct CompressedTopic<N: Node> {
    topic: Arc<str>,
    compression: Compression,
    pictures: Arc<PictureThread>,
    /// Not used for sending, so that the question for listeners does not wait while a message is sent.
    listeners: Compressed<N>,
    sender: Arc<Mutex<Compressed<N>>>,
    /// Number of pictures dropped because compression was too slow.
    dropped: u64,
}

impl<N: Node> CompressedTopic<N> {
    /// Opens `<image topic>/compressed` with JPEG or PNG files; `None` if the scene wants none.
    pub(super) fn of_colors(
        streams: &Streams<N>,
        plan: &Plan,
        options: &Options<'_>,
    ) -> Result<Option<Self>, String> {
        let quality = options.whole("jpeg_quality", 1..=100)?;
        let compression = match options.one_of("compressed_format", &["jpeg", "png", NONE])? {
            NONE => return Ok(None),
            "png" => Compression::Png,
            _ => Compression::Jpeg(quality.unwrap_or(JPEG_QUALITY) as u8),
        };
        Self::open(streams, plan, "compressed", compression).map(Some)
    }

    /// Opens `<image topic>/compressedDepth`; `None` if the scene wants none.
    pub(super) fn of_depth(
        streams: &Streams<N>,
        plan: &Plan,
        options: &Options<'_>,
    ) -> Result<Option<Self>, String> {
        match options.one_of("compressed_format", &["png", NONE])? {
            NONE => Ok(None),
            _ => Self::open(streams, plan, "compressedDepth", Compression::Depth).map(Some),
        }
    }

    fn open(
        streams: &Streams<N>,
        plan: &Plan,
        transport: &str,
        compression: Compression,
    ) -> Result<Self, String> {
        let topic = format!("{}/{transport}", plan.suffixed);
        Ok(Self {
            listeners: advertise(streams, plan, &topic)?,
            sender: Arc::new(Mutex::new(advertise(streams, plan, &topic)?)),
            pictures: Arc::clone(&streams.compressed_pictures),
            topic: topic.into(),
            compression,
            dropped: 0,
        })
    }

    pub(super) fn has_listeners(&self) -> bool {
        self.listeners.has_listeners()
    }

    /// Passes a picture to the thread that compresses, if the topic has listeners.
    pub(super) fn publish(&mut self, header: &N::Header, picture: &RawPicture) {
        if picture.is_color == (self.compression == Compression::Depth) || !self.has_listeners() {
            return;
        }
        let (header, picture, compression) = (header.clone(), picture.clone(), self.compression);
        let (topic, sender) = (Arc::clone(&self.topic), Arc::clone(&self.sender));
        let work = move || match compression.compress(&picture.published()) {
            Ok(data) => {
                let format = compression.format().to_owned();
                let mut sender = sender.lock().unwrap_or_else(PoisonError::into_inner);
                sender.send(&CompressedImage { header, format, data });
                sender.flush();
            }
            Err(error) => {
                tracing::error!(target: LOG, "{topic}: a picture cannot be compressed: {error}");
            }
        };
        let has_dropped = self.pictures.push(&self.topic, WAITING_MAX, work);
        self.dropped += u64::from(has_dropped);
        if has_dropped && self.dropped.is_power_of_two() {
            tracing::warn!(
                target: LOG,
                "{}: pictures are captured faster than they are compressed ({} dropped): lower the frequency or the size",
                self.topic,
                self.dropped
            );
        }
    }
}
