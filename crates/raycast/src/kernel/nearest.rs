//! The nearest of what was found so far, for each ray of a packet.

use crate::simd::isa::{Isa, Lanes};

/// Bits that stand for no number; as a float they are larger than those of all numbers.
pub(crate) const NONE: u32 = f32::INFINITY.to_bits();

/// What each ray met, by number, and how far away.
///
/// Numbers travel as the bits of floats. Those of instances and triangles are far below [`NONE`], and non-negative
/// floats are ordered as their bits are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Nearest<L> {
    /// Distance of the nearest hit, or how far the ray reaches. [m]
    pub(crate) distance: L,
    number: L,
}

impl<L: Lanes> Nearest<L> {
    /// No hit yet, for rays that reach so far.
    #[inline(always)]
    pub(crate) fn new<I: Isa<Lanes = L>>(isa: I, reach: L) -> Nearest<L> {
        Nearest { distance: reach, number: isa.splat(f32::from_bits(NONE)) }
    }

    /// Takes what the rays of the mask `met` met, none of it farther than what they had. Of equally near hits
    /// the one with the lowest number counts. Gives the mask of rays to which it now is the nearest.
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
