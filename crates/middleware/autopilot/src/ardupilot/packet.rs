//! Packets from ArduPilot: pulse widths of its outputs.

/// Magic number of a packet with 16 outputs.
const MAGIC_16: u16 = 18458;
/// Magic number of a packet with 32 outputs (parameter SERVO_32_ENABLE).
const MAGIC_32: u16 = 29569;
const HEADER_BYTES: usize = 8;

/// A decoded packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Packet {
    /// Step rate that ArduPilot expects (parameter SIM_RATE_HZ). [Hz]
    pub(crate) frame_rate_hz: u16,
    /// Sequence number. A repeated packet keeps it; it restarts with ArduPilot.
    pub(crate) frame_count: u32,
    /// Pulse width of each output. [µs]
    pub(crate) pulses: Vec<u16>,
}

impl Packet {
    /// Decodes a datagram; `None` if it is not a packet of pulse widths.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let (header, pulses) = bytes.split_at_checked(HEADER_BYTES)?;
        let &[m0, m1, r0, r1, c0, c1, c2, c3] = header else { return None };
        let outputs = match u16::from_le_bytes([m0, m1]) {
            MAGIC_16 => 16,
            MAGIC_32 => 32,
            _ => return None,
        };
        if pulses.len() != 2 * outputs {
            return None;
        }
        let pulse = |pair: &[u8]| match pair {
            &[low, high] => u16::from_le_bytes([low, high]),
            _ => 0,
        };
        Some(Self {
            frame_rate_hz: u16::from_le_bytes([r0, r1]),
            frame_count: u32::from_le_bytes([c0, c1, c2, c3]),
            pulses: pulses.chunks_exact(2).map(pulse).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(magic: u16, outputs: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(magic.to_le_bytes());
        bytes.extend(400_u16.to_le_bytes());
        bytes.extend(7_u32.to_le_bytes());
        (0..outputs).for_each(|output| bytes.extend((1000 + output as u16).to_le_bytes()));
        bytes
    }

    #[test]
    fn packets_of_both_sizes_are_decoded() {
        for (magic, outputs) in [(18458, 16), (29569, 32)] {
            let packet = Packet::read(&bytes(magic, outputs)).unwrap();
            assert_eq!((packet.frame_rate_hz, packet.frame_count), (400, 7));
            assert_eq!((packet.pulses.len(), packet.pulses[3]), (outputs, 1003));
        }
    }

    #[test]
    fn malformed_datagrams_are_none() {
        assert_eq!(Packet::read(&[]), None);
        assert_eq!(Packet::read(&bytes(18458, 15)), None);
        assert_eq!(Packet::read(&bytes(18458, 32)), None);
        assert_eq!(Packet::read(&bytes(1, 16)), None);
        let good = bytes(18458, 16);
        for length in 0..good.len() {
            assert_eq!(Packet::read(&good[..length]), None);
        }
    }
}
