//! Semaphores by their pocolibs id: slot index times 20, plus the number in the slot's array.

use super::error::H2Error;
use super::ipc::SemaphoreArray;
use super::layout::{
    ARRAY_SEMAPHORES, SEMAPHORE_FREE, SEMAPHORE_UNALLOCATED, SEMAPHORES_NAME, device_type, slot,
};
use super::table::{self, Devices};

impl Devices {
    /// Allocates a free semaphore. The caller holds the lock.
    pub(super) fn allocate_semaphore(&self) -> Result<i32, H2Error> {
        let refused = || H2Error::system("cannot use a semaphore of the h2 devices");
        for handle in self.of_type(device_type::SEMAPHORES)? {
            let array = SemaphoreArray(self.number(handle.index(), slot::KERNEL_ID)?);
            for number in 0..ARRAY_SEMAPHORES {
                if array.value(number).map_err(refused())? == SEMAPHORE_UNALLOCATED {
                    array.set(number, SEMAPHORE_FREE).map_err(refused())?;
                    return Ok(handle.index() as i32 * ARRAY_SEMAPHORES + number);
                }
            }
        }
        let handle = self.allocate(device_type::SEMAPHORES, SEMAPHORES_NAME)?;
        let key = self.location().key(handle.index(), device_type::SEMAPHORES)?;
        let made = new_array(key).and_then(|array| {
            array.set(0, SEMAPHORE_FREE).map_err(refused())?;
            self.set_number(handle.index(), slot::KERNEL_ID, array.0)
        });
        if made.is_err() {
            self.set_number(handle.index(), slot::TYPE, device_type::NONE)?;
        }
        made.map(|()| handle.index() as i32 * ARRAY_SEMAPHORES)
    }

    /// Frees a semaphore.
    pub(super) fn free_semaphore(&self, id: i32) -> Result<(), H2Error> {
        let (array, number) = self.semaphore(id)?;
        array.set(number.into(), SEMAPHORE_UNALLOCATED).map_err(H2Error::system("cannot free a semaphore"))
    }

    /// Takes the semaphore of a poster. Returns an error after [`table::POSTER_MAX`].
    pub(super) fn take_semaphore(&self, id: i32) -> Result<(), H2Error> {
        let (array, number) = self.semaphore(id)?;
        table::take(array, number, "the semaphore of a poster", table::POSTER_MAX)
    }

    /// Releases the semaphore of a poster.
    pub(super) fn give_semaphore(&self, id: i32) -> Result<(), H2Error> {
        let (array, number) = self.semaphore(id)?;
        array.set(number.into(), SEMAPHORE_FREE).map_err(H2Error::system("cannot release a poster"))
    }

    /// Undoes taking a semaphore whose poster was deleted meanwhile.
    pub(super) fn restore_semaphore(&self, id: i32) -> Result<(), H2Error> {
        let (array, number) = self.semaphore(id)?;
        let refused = || H2Error::system("cannot release the semaphore of a poster that was deleted");
        let value = array.value(number.into()).map_err(refused())?;
        let before = if value > SEMAPHORE_FREE { SEMAPHORE_UNALLOCATED } else { SEMAPHORE_FREE };
        array.set(number.into(), before).map_err(refused())
    }

    fn semaphore(&self, id: i32) -> Result<(SemaphoreArray, u16), H2Error> {
        let damaged = || H2Error::Damaged(format!("there is no semaphore {id}"));
        let (index, number) = (id.div_euclid(ARRAY_SEMAPHORES), id.rem_euclid(ARRAY_SEMAPHORES));
        let index = usize::try_from(index).ok().filter(|index| *index < self.slots()).ok_or_else(damaged)?;
        // Semaphore 0 is the lock of the devices, not that of a poster.
        if id == 0 || self.number(index, slot::TYPE)? != device_type::SEMAPHORES {
            return Err(damaged());
        }
        Ok((SemaphoreArray(self.number(index, slot::KERNEL_ID)?), number as u16))
    }
}

/// Creates an array of unallocated semaphores.
pub(super) fn new_array(key: i32) -> Result<SemaphoreArray, H2Error> {
    let refused = || H2Error::system("cannot create semaphores");
    let array = SemaphoreArray::create(key, ARRAY_SEMAPHORES).map_err(refused())?;
    for number in 0..ARRAY_SEMAPHORES {
        array.set(number, SEMAPHORE_UNALLOCATED).map_err(refused())?;
    }
    Ok(array)
}
