//! Vectors of eight floats with AVX2, and the kernel compiled for it.
//!
//! In this crate, only this file and `avx512.rs` contain `unsafe`. Each block uses an AVX or FMA instruction in a function that
//! is compiled without the target feature. This is sound for the following reasons:
//!
//! - An [`Avx2`] is only created by [`Avx2::detect`], after the processor reported AVX2, FMA, BMI, LZCNT and POPCNT.
//! - An [`Eight`] is only created from an [`Avx2`] or from another [`Eight`]; its field is private to this file.
//! - Therefore, wherever a function below runs, an [`Avx2`] existed, and the processor has the instruction.
//!
//! Loads and stores are unaligned and go through references to whole arrays, so they access borrowed memory only.
#![allow(unsafe_code, reason = "instructions detected at run time; the proof is above")]

use std::arch::x86_64::{
    __m256, _CMP_LE_OQ, _CMP_LT_OQ, _MM_HINT_T0, _mm_cvtss_f32, _mm_loadu_ps, _mm_max_ps, _mm_max_ss,
    _mm_movehl_ps, _mm_prefetch, _mm_shuffle_ps, _mm256_add_ps, _mm256_and_ps, _mm256_andnot_ps,
    _mm256_blendv_ps, _mm256_castps128_ps256, _mm256_castps256_ps128, _mm256_cmp_ps, _mm256_div_ps,
    _mm256_extractf128_ps, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_loadu2_m128, _mm256_max_ps,
    _mm256_min_ps, _mm256_movemask_ps, _mm256_mul_ps, _mm256_or_ps, _mm256_permutevar8x32_ps,
    _mm256_set1_epi32, _mm256_set1_ps, _mm256_shuffle_ps, _mm256_sqrt_ps, _mm256_storeu_ps, _mm256_sub_ps,
    _mm256_unpackhi_ps, _mm256_unpacklo_ps, _mm256_xor_ps,
};

use crate::filter::ResolvedFilter;
use crate::filter::object_set::ObjectKey;
use crate::kernel;
use crate::kernel::CastJob;
use crate::kernel::raster::TileJob;
use crate::kernel::ray_result::{Found, RayResult};
use crate::kernel::single_ray::WorldRay;
use crate::kernel::stack::{SpareStack, spare_stack};
use crate::scene::RayScene;
use crate::simd::isa::{Isa, Lanes, PacketIsa, TileIsa, WIDEST, Wide};
use crate::simd::x86::{methods, operators};

/// Number of rays of a packet.
const WIDTH: usize = 8;

/// Proof that this processor has AVX2, FMA and the bit manipulation instructions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Avx2(());

/// Eight numbers in a register.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Eight(__m256);

impl Avx2 {
    /// Returns the proof if the processor has the instructions.
    #[inline]
    pub(crate) fn detect() -> Option<Avx2> {
        use std::arch::is_x86_feature_detected as has;
        let bits = has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt");
        (has!("avx2") && has!("fma") && bits).then_some(Avx2(()))
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

    /// Runs the kernel for a single ray.
    #[inline(always)]
    pub(crate) fn find<K: ObjectKey>(
        self,
        scene: &RayScene<K>,
        filter: &ResolvedFilter<'_, K>,
        ray: &WorldRay,
    ) -> Found {
        // SAFETY: `self` proves that the machine has all of them.
        unsafe { find(self, scene, filter, ray) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
fn run<K: ObjectKey, A: RayResult<K>>(isa: Avx2, cast_job: CastJob<'_, K, A>) {
    kernel::run(isa, cast_job);
}

#[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
fn run_tile<K: ObjectKey>(isa: Avx2, tile_job: TileJob<'_, K>) {
    kernel::raster::run(isa, tile_job);
}

#[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
fn find<K: ObjectKey>(
    isa: Avx2,
    scene: &RayScene<K>,
    filter: &ResolvedFilter<'_, K>,
    ray: &WorldRay,
) -> Found {
    kernel::single::find(isa, scene, filter, ray)
}

impl Isa for Avx2 {
    type Lanes = Eight;

    const WIDTH: usize = WIDTH;

    #[inline(always)]
    fn splat(self, value: f32) -> Eight {
        // SAFETY: `self` proves that the machine has the instruction.
        Eight(unsafe { _mm256_set1_ps(value) })
    }

    #[inline(always)]
    fn lanes(self, value: impl Fn(usize) -> f32) -> Eight {
        let values: [f32; WIDTH] = std::array::from_fn(value);
        // SAFETY: `self` proves that the machine has the instruction; it reads the 32 bytes of `values`.
        Eight(unsafe { _mm256_loadu_ps(values.as_ptr()) })
    }

    #[inline(always)]
    fn columns(self, row: impl Fn(usize) -> [f32; 4]) -> [Eight; 4] {
        let rows: [_; WIDTH] = std::array::from_fn(row);
        // SAFETY: `self` proves that the machine has the instructions; each load reads the 16 bytes of two rows.
        unsafe {
            let both = |row: usize| _mm256_loadu2_m128(rows[row + 4].as_ptr(), rows[row].as_ptr());
            let [row0, row1, row2, row3] = [both(0), both(1), both(2), both(3)];
            let (low01, high01) = (_mm256_unpacklo_ps(row0, row1), _mm256_unpackhi_ps(row0, row1));
            let (low23, high23) = (_mm256_unpacklo_ps(row2, row3), _mm256_unpackhi_ps(row2, row3));
            [
                Eight(_mm256_shuffle_ps::<0b01_00_01_00>(low01, low23)),
                Eight(_mm256_shuffle_ps::<0b11_10_11_10>(low01, low23)),
                Eight(_mm256_shuffle_ps::<0b01_00_01_00>(high01, high23)),
                Eight(_mm256_shuffle_ps::<0b11_10_11_10>(high01, high23)),
            ]
        }
    }

    #[inline(always)]
    fn prefetch<T>(self, address: *const T) {
        // SAFETY: every x86-64 processor has the instruction. It has no visible effect, and is ignored for invalid addresses.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
    }
}

impl TileIsa for Avx2 {
    type Eight = Avx2;

    #[inline(always)]
    fn eight(self) -> Avx2 {
        self
    }
}

impl PacketIsa for Avx2 {
    #[inline(always)]
    fn spare_stack(self) -> &'static SpareStack<Eight> {
        spare_stack!(Eight)
    }
}

impl Wide for Avx2 {
    #[inline(always)]
    fn row<const COUNT: usize>(self, values: &[f32; COUNT]) -> Eight {
        if let Some(eight) = values.first_chunk::<8>() {
            // SAFETY: `self` proves that the machine has the instruction; it reads the 32 bytes of `eight`.
            return Eight(unsafe { _mm256_loadu_ps(eight.as_ptr()) });
        }
        if let Some(four) = values.first_chunk::<4>() {
            // SAFETY: `self` proves that the machine has the instructions; the load reads the 16 bytes of `four`.
            return Eight(unsafe { _mm256_castps128_ps256(_mm_loadu_ps(four.as_ptr())) });
        }
        self.lanes(|lane| values.get(lane).copied().unwrap_or_default())
    }

    #[inline(always)]
    fn broadcast(self, values: Eight, lane: usize) -> Eight {
        // SAFETY: `self` proves that the machine has the instructions; only the three lowest bits of the lane number are used.
        Eight(unsafe { _mm256_permutevar8x32_ps(values.0, _mm256_set1_epi32(lane as i32)) })
    }
}

operators! {
    Eight:
    Add add _mm256_add_ps;
    Sub sub _mm256_sub_ps;
    Mul mul _mm256_mul_ps;
    Div div _mm256_div_ps;
}

impl Lanes for Eight {
    methods! {
        Eight:
        min(a, b) => _mm256_min_ps(a, b);
        max(a, b) => _mm256_max_ps(a, b);
        mul_add(a, factor, more) => _mm256_fmadd_ps(a, factor, more);
        scaled_plus(a, factor, more) => _mm256_fmadd_ps(a, factor, more);
        sqrt(a) => _mm256_sqrt_ps(a);
        abs(a) => _mm256_andnot_ps(_mm256_set1_ps(-0.0), a);
        lt(a, b) => _mm256_cmp_ps::<_CMP_LT_OQ>(a, b);
        le(a, b) => _mm256_cmp_ps::<_CMP_LE_OQ>(a, b);
        and(a, b) => _mm256_and_ps(a, b);
        or(a, b) => _mm256_or_ps(a, b);
        xor(a, b) => _mm256_xor_ps(a, b);
        select(mask, yes, no) => _mm256_blendv_ps(no, yes, mask);
    }

    #[inline(always)]
    fn array(self) -> [f32; WIDEST] {
        let mut values = [0.0; WIDEST];
        // SAFETY: an `Eight` exists, so the machine has the instruction; it writes the first 32 of the 64 bytes of
        // `values`.
        unsafe { _mm256_storeu_ps(values.as_mut_ptr(), self.0) };
        values
    }

    #[inline(always)]
    fn greatest(self, _width: usize) -> f32 {
        // SAFETY: an `Eight` exists, so the machine has the instructions.
        unsafe {
            let (low, high) = (_mm256_castps256_ps128(self.0), _mm256_extractf128_ps::<1>(self.0));
            let four = _mm_max_ps(low, high);
            let two = _mm_max_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_max_ss(two, _mm_shuffle_ps::<1>(two, two)))
        }
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        // SAFETY: an `Eight` exists, so the machine has the instruction.
        unsafe { _mm256_movemask_ps(self.0) as u32 }
    }
}
