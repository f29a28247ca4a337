//! Vectors of sixteen floats with AVX-512, and the kernel compiled for it.
//!
//! The `unsafe` in this file is sound for the reasons given in [`crate::simd::avx2`], with [`Avx512`] and [`Sixteen`] in place
//! of the types there.
#![allow(unsafe_code, reason = "instructions detected at run time; the proof is in `avx2.rs`")]

use std::arch::x86_64::{
    __m512, _CMP_LE_OQ, _CMP_LT_OQ, _MM_HINT_T0, _mm_loadu_ps, _mm_prefetch, _mm512_add_ps, _mm512_and_ps,
    _mm512_andnot_ps, _mm512_castps_si512, _mm512_castps128_ps512, _mm512_castsi512_ps, _mm512_cmp_ps_mask,
    _mm512_div_ps, _mm512_fmadd_ps, _mm512_insertf32x4, _mm512_loadu_ps, _mm512_mask_blend_ps, _mm512_max_ps,
    _mm512_min_ps, _mm512_movepi32_mask, _mm512_movm_epi32, _mm512_mul_ps, _mm512_or_ps,
    _mm512_reduce_max_ps, _mm512_set1_ps, _mm512_shuffle_ps, _mm512_sqrt_ps, _mm512_storeu_ps, _mm512_sub_ps,
    _mm512_unpackhi_ps, _mm512_unpacklo_ps, _mm512_xor_ps,
};

use crate::filter::object_set::ObjectKey;
use crate::kernel;
use crate::kernel::CastJob;
use crate::kernel::raster::TileJob;
use crate::kernel::ray_result::RayResult;
use crate::kernel::stack::{SpareStack, spare_stack};
use crate::simd::avx2::Avx2;
use crate::simd::isa::{Isa, Lanes, PacketIsa, TileIsa, WIDEST};
use crate::simd::x86::{methods, operators};

/// Number of rays of a packet.
const WIDTH: usize = 16;

/// Proof that this processor has AVX-512F, AVX-512DQ and the instructions of [`Avx2`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Avx512(Avx2);

/// Sixteen numbers in a register.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sixteen(__m512);

impl Avx512 {
    /// Returns the proof if the processor has the instructions.
    #[inline]
    pub(crate) fn detect() -> Option<Avx512> {
        use std::arch::is_x86_feature_detected as has;
        Avx2::detect().filter(|_| has!("avx512f") && has!("avx512dq")).map(Avx512)
    }

    /// Runs the kernel, compiled for this instruction set.
    pub(crate) fn run<K: ObjectKey, A: RayResult<K>>(self, cast_job: CastJob<'_, K, A>) {
        // SAFETY: `self` proves that the machine has all of them.
        unsafe { run(self, cast_job) }
    }

    /// Runs the kernel for a tile of pixels.
    pub(crate) fn run_tile<K: ObjectKey>(self, tile_job: TileJob<'_, K>) {
        // SAFETY: `self` proves that the machine has all of them.
        unsafe { run_tile(self, tile_job) }
    }
}

#[target_feature(enable = "avx512f,avx512dq,popcnt")]
fn run<K: ObjectKey, A: RayResult<K>>(isa: Avx512, cast_job: CastJob<'_, K, A>) {
    kernel::run(isa, cast_job);
}

#[target_feature(enable = "avx512f,avx512dq,avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
fn run_tile<K: ObjectKey>(isa: Avx512, tile_job: TileJob<'_, K>) {
    kernel::raster::run(isa, tile_job);
}

impl Isa for Avx512 {
    type Lanes = Sixteen;

    const WIDTH: usize = WIDTH;

    #[inline(always)]
    fn splat(self, value: f32) -> Sixteen {
        // SAFETY: `self` proves that the machine has the instruction.
        Sixteen(unsafe { _mm512_set1_ps(value) })
    }

    #[inline(always)]
    fn lanes(self, value: impl Fn(usize) -> f32) -> Sixteen {
        let values: [f32; WIDTH] = std::array::from_fn(value);
        // SAFETY: `self` proves that the machine has the instruction; it reads the 64 bytes of `values`.
        Sixteen(unsafe { _mm512_loadu_ps(values.as_ptr()) })
    }

    #[inline(always)]
    fn columns(self, row: impl Fn(usize) -> [f32; 4]) -> [Sixteen; 4] {
        let rows: [_; WIDTH] = std::array::from_fn(row);
        // SAFETY: `self` proves that the machine has the instructions; each load reads the 16 bytes of a row.
        unsafe {
            let one = |row: usize| _mm_loadu_ps(rows[row].as_ptr());
            // Four 128-bit blocks: the rows `row`, `row + 4`, `row + 8` and `row + 12`.
            let four = |row: usize| {
                let first = _mm512_insertf32x4::<1>(_mm512_castps128_ps512(one(row)), one(row + 4));
                _mm512_insertf32x4::<3>(_mm512_insertf32x4::<2>(first, one(row + 8)), one(row + 12))
            };
            let [row0, row1, row2, row3] = [four(0), four(1), four(2), four(3)];
            let (low01, high01) = (_mm512_unpacklo_ps(row0, row1), _mm512_unpackhi_ps(row0, row1));
            let (low23, high23) = (_mm512_unpacklo_ps(row2, row3), _mm512_unpackhi_ps(row2, row3));
            [
                Sixteen(_mm512_shuffle_ps::<0b01_00_01_00>(low01, low23)),
                Sixteen(_mm512_shuffle_ps::<0b11_10_11_10>(low01, low23)),
                Sixteen(_mm512_shuffle_ps::<0b01_00_01_00>(high01, high23)),
                Sixteen(_mm512_shuffle_ps::<0b11_10_11_10>(high01, high23)),
            ]
        }
    }

    #[inline(always)]
    fn prefetch<T>(self, address: *const T) {
        // SAFETY: every x86-64 processor has the instruction. It has no visible effect, and is ignored for invalid addresses.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
    }
}

impl TileIsa for Avx512 {
    type Eight = Avx2;

    #[inline(always)]
    fn eight(self) -> Avx2 {
        self.0
    }
}

impl PacketIsa for Avx512 {
    #[inline(always)]
    fn spare_stack(self) -> &'static SpareStack<Sixteen> {
        spare_stack!(Sixteen)
    }
}

operators! {
    Sixteen:
    Add add _mm512_add_ps;
    Sub sub _mm512_sub_ps;
    Mul mul _mm512_mul_ps;
    Div div _mm512_div_ps;
}

impl Lanes for Sixteen {
    methods! {
        Sixteen:
        min(a, b) => _mm512_min_ps(a, b);
        max(a, b) => _mm512_max_ps(a, b);
        mul_add(a, factor, more) => _mm512_fmadd_ps(a, factor, more);
        scaled_plus(a, factor, more) => _mm512_fmadd_ps(a, factor, more);
        sqrt(a) => _mm512_sqrt_ps(a);
        abs(a) => _mm512_andnot_ps(_mm512_set1_ps(-0.0), a);
        lt(a, b) => _mm512_castsi512_ps(_mm512_movm_epi32(_mm512_cmp_ps_mask::<_CMP_LT_OQ>(a, b)));
        le(a, b) => _mm512_castsi512_ps(_mm512_movm_epi32(_mm512_cmp_ps_mask::<_CMP_LE_OQ>(a, b)));
        and(a, b) => _mm512_and_ps(a, b);
        or(a, b) => _mm512_or_ps(a, b);
        xor(a, b) => _mm512_xor_ps(a, b);
        select(mask, yes, no) =>
            _mm512_mask_blend_ps(_mm512_movepi32_mask(_mm512_castps_si512(mask)), no, yes);
    }

    #[inline(always)]
    fn array(self) -> [f32; WIDEST] {
        let mut values = [0.0; WIDEST];
        // SAFETY: a `Sixteen` exists, so the machine has the instruction; it writes the 64 bytes of `values`.
        unsafe { _mm512_storeu_ps(values.as_mut_ptr(), self.0) };
        values
    }

    #[inline(always)]
    fn greatest(self, _width: usize) -> f32 {
        // SAFETY: a `Sixteen` exists, so the machine has the instructions.
        unsafe { _mm512_reduce_max_ps(self.0) }
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        // SAFETY: a `Sixteen` exists, so the machine has the instructions.
        u32::from(unsafe { _mm512_movepi32_mask(_mm512_castps_si512(self.0)) })
    }
}
