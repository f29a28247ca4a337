//! The nearest hit so far of each ray of a packet.

use crate::simd::isa::{Isa, Lanes};

/// Marker for "no number". Its bits, compared as a float, are larger than those of all numbers.
pub(crate) const NONE: u32 = f32::INFINITY.to_bits();

/// The number of the instance or triangle that each ray hit, and its distance.
///
/// Numbers are stored as the bits of floats. Instance and triangle numbers are far below [`NONE`], and non-negative floats
/// are ordered like their bits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Nearest<L> {
    /// Distance of the nearest hit, or the length of the ray without a hit. [m]
    pub(crate) distance: L,
    number: L,
}

impl<L: Lanes> Nearest<L> {
    /// No hits yet, for rays of length `reach` [m].
    #[inline(always)]
    pub(crate) fn new<I: Isa<Lanes = L>>(isa: I, reach: L) -> Nearest<L> {
        Nearest { distance: reach, number: isa.splat(f32::from_bits(NONE)) }
    }

    /// Takes hits of the rays in the mask `met`; the hits must not be farther than the current hits. Of equally near hits,
    /// the hit with the lowest number is kept. Returns the mask of rays for which the new hit is now the nearest.
    #[inline(always)]
    pub(crate) fn offer<I: Isa<Lanes = L>>(&mut self, isa: I, number: usize, distance: L, met: L) -> L {
        let number = isa.splat(f32::from_bits(number as u32));
        let nearer = distance.lt(self.distance);
        let wins = met.and(nearer.or(number.lt(self.number)));
        self.distance = met.select(distance, self.distance);
        self.number = wins.select(number, self.number);
        wins
    }

    /// The numbers, as bits of floats.
    #[inline(always)]
    pub(crate) fn number(&self) -> L {
        self.number
    }
}
