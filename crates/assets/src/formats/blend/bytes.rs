//! Reads little-endian numbers from a slice with bounds checks.

/// `N` bytes at an offset.
pub(super) fn array<const N: usize>(bytes: &[u8], offset: usize) -> Option<[u8; N]> {
    bytes.get(offset..offset.checked_add(N)?)?.try_into().ok()
}

pub(super) fn u16_at(bytes: &[u8], offset: usize) -> Option<u16> {
    array(bytes, offset).map(u16::from_le_bytes)
}

pub(super) fn u32_at(bytes: &[u8], offset: usize) -> Option<u32> {
    array(bytes, offset).map(u32::from_le_bytes)
}

pub(super) fn u64_at(bytes: &[u8], offset: usize) -> Option<u64> {
    array(bytes, offset).map(u64::from_le_bytes)
}

pub(super) fn f32_at(bytes: &[u8], offset: usize) -> Option<f32> {
    array(bytes, offset).map(f32::from_le_bytes)
}

/// An address of 4 or 8 bytes; 0 past the end.
pub(super) fn address_at(bytes: &[u8], offset: usize, pointer_bytes: usize) -> u64 {
    let address = match pointer_bytes {
        4 => u32_at(bytes, offset).map(u64::from),
        _ => u64_at(bytes, offset),
    };
    address.unwrap_or(0)
}

/// Text up to the first zero byte. Bytes that are not UTF-8 become `\u{fffd}`.
pub(super) fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}
