//! Property tests: random orders of allocation, and random damage.

use proptest::prelude::*;

use super::fixture;
use crate::h2::layout::{SLOT_BYTES, slot};
use crate::h2::{Devices, H2Error, InitSize, memory};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn memory_is_restored_after_any_order_of_frees(
        steps in prop::collection::vec((any::<bool>(), 0_usize..3000, any::<prop::sample::Index>()), 1..60),
    ) {
        let Some(fixture) = fixture(InitSize { slots: 8, memory_bytes: 16384 }) else { return Ok(()) };
        let segment = &fixture.devices().memory;
        let before = memory::free_bytes(segment).unwrap();
        let mut taken: Vec<(u64, usize, u8)> = Vec::new();
        for (round, (allocate, size, which)) in steps.into_iter().enumerate() {
            if allocate {
                match memory::allocate(segment, size) {
                    Ok(at) => {
                        let mark = round as u8;
                        segment.write(at as usize, &vec![mark; size]).unwrap();
                        taken.push((at, size, mark));
                    }
                    Err(H2Error::NoMemory(_)) => {}
                    Err(error) => return Err(TestCaseError::fail(error.to_string())),
                }
            } else if !taken.is_empty() {
                let (at, size, mark) = taken.remove(which.index(taken.len()));
                let mut bytes = vec![0; size];
                segment.read(at as usize, &mut bytes).unwrap();
                prop_assert!(bytes.iter().all(|byte| *byte == mark), "chunks overlap");
                memory::free(segment, at).unwrap();
                prop_assert!(memory::free(segment, at).is_err(), "freed twice");
            }
        }
        for (at, _, _) in taken {
            memory::free(segment, at).unwrap();
        }
        prop_assert_eq!(memory::free_bytes(segment).unwrap(), before);
    }

    #[test]
    fn damaged_memory_and_tables_do_not_panic(
        in_table in any::<bool>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let Some(fixture) = fixture(InitSize { slots: 6, memory_bytes: 1024 }) else { return Ok(()) };
        let devices = fixture.devices();
        let poster = devices.create_poster("p", 64).unwrap();
        devices.write_poster(poster, &[1; 64]).unwrap();
        let segment = if in_table { &devices.table } else { &devices.memory };
        let mut original = vec![0; segment.length()];
        segment.read(0, &mut original).unwrap();
        // Types and kernel ids are kept, so that IPC objects of other programs are never touched.
        for (place, value) in changes {
            let place = place.index(original.len());
            let of_slot = place % SLOT_BYTES;
            let is_kept = of_slot < slot::HANDLE || (slot::KERNEL_ID..slot::KERNEL_ID + 4).contains(&of_slot);
            if !in_table || !is_kept {
                segment.write(place, &[value]).unwrap();
            }
        }
        let _ = devices.read_poster("p", 64);
        let _ = devices.write_poster(poster, &[2; 64]);
        let _ = devices.create_poster("q", 32);
        let _ = devices.delete_stale_posters();
        let _ = devices.delete_poster(poster);
        let _ = devices.free_memory();
        let _ = Devices::attach(&fixture.location);
        segment.write(0, &original).unwrap();
    }
}
