//! Images: a header, and the pixels row by row in a separate block.

use bytes::Bytes;
use morse_sim::contract::data::image::Image;

use crate::bottle::{self, Dialect, Item};
use crate::wire::Message;

/// Pixel code of RGBA, one byte per channel.
pub(super) const COLOR: &str = "rgba";

/// Pixel code of `f32`.
pub(super) const FLOAT: &str = "dec";

/// Size of a pixel. [bytes]
const PIXEL_BYTES: i32 = 4;

/// Alignment of rows: 1 for no padding. [bytes]
const QUANTUM: i32 = 1;

/// Tag of raw bytes in a bottle.
const BLOB: i32 = 12;

/// Encodes an image; `None` for an empty image. The pixels are shared, not copied.
pub(super) fn message(image: &Image, pixels: &str, dialect: Dialect) -> Option<Message> {
    let (width, height) = (i32::try_from(image.width).ok()?, i32::try_from(image.height).ok()?);
    let size = i32::try_from(image.bytes.len()).ok().filter(|&size| size > 0)?;
    let numbers = [PIXEL_BYTES, size, QUANTUM, width, height];
    let description =
        [Item::vocab("mat"), Item::vocab(pixels), Item::List(numbers.map(Item::Int32).to_vec())];
    let mut header = bottle::encode(&description, dialect);
    // The fourth element of the list is a blob, whose bytes follow in the next block.
    if let Some(count) = header.get_mut(4..8) {
        count.copy_from_slice(&4_i32.to_le_bytes());
    }
    header.extend_from_slice(&BLOB.to_le_bytes());
    header.extend_from_slice(&size.to_le_bytes());
    Some(Message::new(&header, Bytes::from_owner(image.bytes.clone()), dialect))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_image_has_no_message() {
        assert!(message(&Image::default(), COLOR, Dialect::Yarp3).is_none());
    }

    #[test]
    fn text_form_has_the_same_bottle() {
        let image = Image { width: 1, height: 1, bytes: vec![1, 2, 3, 255].into(), ..Image::default() };
        let message = message(&image, FLOAT, Dialect::Yarp3).unwrap();
        assert_eq!(&message.text().unwrap()[..], b"D\r\n[mat] [dec] (4 4 1 1 1) {1 2 3 255}\r\n");
    }

    /// Compares with recorded messages of the real library, for 3 × 2 pixels without padding.
    #[test]
    fn images_match_the_recording() {
        let capture = include_str!("../../tests/captures/yarp39_images.hex");
        let recorded = capture.lines().filter(|line| line.starts_with("OUT>IN 59410a00000052500301"));
        let floats: Vec<u8> = (1..=6_u8).flat_map(|number| f32::from(number).to_le_bytes()).collect();
        for ((pixels, bytes), recorded) in
            [(COLOR, (0..24).collect()), (FLOAT, floats)].into_iter().zip(recorded)
        {
            let image = Image { width: 3, height: 2, bytes: bytes.into(), ..Image::default() };
            let message = message(&image, pixels, Dialect::Yarp3).unwrap();
            let hex: String = message.parts().concat().iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(Some(hex.as_str()), recorded.strip_prefix("OUT>IN "));
        }
    }
}
