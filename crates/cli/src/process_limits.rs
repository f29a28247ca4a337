//! Limits of memory and wall time of this process, for scenes that are not trusted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::signals;

/// Time for an orderly end after the limit of wall time.
const GRACE: Duration = Duration::from_secs(5);

/// Whether the limit of wall time was reached.
static IS_OUT_OF_TIME: AtomicBool = AtomicBool::new(false);

/// Exit status after the limit of wall time, by the convention of `timeout`.
pub const TIMEOUT_STATUS: u8 = 124;

/// Limits the memory of this process. Beyond it, the process ends with an error message of the allocator.
pub fn limit_memory(mib: u64) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Data);
        let bytes = mib.saturating_mul(1 << 20);
        limit.current = Some(limit.maximum.map_or(bytes, |maximum| maximum.min(bytes)));
        if let Err(error) = setrlimit(Resource::Data, limit) {
            tracing::warn!("The memory of this process is not limited: {error}");
        }
    }
    #[cfg(not(target_os = "linux"))]
    tracing::warn!("The memory of this process is not limited to {mib} MiB: this system has no such limit");
}

/// Whether the command ended because of the limit of wall time.
pub fn is_out_of_time() -> bool {
    IS_OUT_OF_TIME.load(Ordering::SeqCst)
}

/// Ends the process after a wall time: in an orderly way, like Ctrl-C, and by force if that takes too long.
pub fn limit_time(limit: Duration) {
    let watch = move || {
        thread::sleep(limit);
        tracing::error!("The limit of wall time is reached: {} s (--untrusted-time).", limit.as_secs_f64());
        IS_OUT_OF_TIME.store(true, Ordering::SeqCst);
        signals::interrupt().request();
        thread::sleep(GRACE);
        crate::devices::restore();
        std::process::exit(TIMEOUT_STATUS.into());
    };
    if let Err(error) = thread::Builder::new().name("time limit".to_owned()).spawn(watch) {
        tracing::warn!("The wall time of this process is not limited: {error}");
    }
}
