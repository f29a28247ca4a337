//! The encapsulation header: four bytes before each message, which identify its encoding.

use bytes::Bytes;
use zenoh::bytes::ZBytes;

use crate::cdr::Payload;

/// Plain CDR, little endian.
const CDR_LE: [u8; 4] = [0, 1, 0, 0];

/// Prepends the encapsulation header to a message without copying the message.
#[must_use]
pub fn wrap(payload: Bytes) -> ZBytes {
    let mut writer = ZBytes::writer();
    writer.append(ZBytes::from(&CDR_LE[..]));
    writer.append(ZBytes::from(payload));
    writer.finish()
}

/// Removes the encapsulation header from a message.
///
/// # Errors
/// When bytes are missing, or the encoding is not plain CDR.
pub fn unwrap(bytes: &ZBytes) -> Result<Payload, String> {
    let bytes = bytes.to_bytes();
    let Some(([high, low, _, _], data)) = bytes.split_first_chunk() else {
        return Err(format!("it has {} bytes", bytes.len()));
    };
    let little_endian = match (high, low) {
        (0, 0) => false,
        (0, 1) => true,
        _ => return Err(format!("its encoding is 0x{high:02x}{low:02x}, not plain CDR")),
    };
    Ok(Payload { bytes: Bytes::copy_from_slice(data), little_endian })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_is_wrapped_and_unwrapped() {
        let wrapped = wrap(Bytes::from_static(b"abc"));
        assert_eq!(&*wrapped.to_bytes(), b"\0\x01\0\0abc");
        assert_eq!(unwrap(&wrapped).unwrap(), Payload::new(b"abc".to_vec()));
        assert!(!unwrap(&ZBytes::from(&b"\0\0\0\0abc"[..])).unwrap().little_endian);
    }

    #[test]
    fn other_encodings_are_refused() {
        for length in 0..4 {
            assert!(unwrap(&ZBytes::from(&CDR_LE[..length])).is_err(), "{length} bytes");
        }
        assert!(unwrap(&ZBytes::from(&[0, 7, 0, 0, 1][..])).unwrap_err().contains("0x0007"));
    }
}
