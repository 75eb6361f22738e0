//! Keeping a worker and its bots on one processor core.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The processor cores this process may run on.
pub(super) fn allowed_cpus() -> Vec<usize> {
    let Ok(set) = sched_getaffinity(None) else {
        return Vec::new();
    };
    (0..CpuSet::MAX_CPU)
        .filter(|&cpu| set.is_set(cpu))
        .collect()
}

/// Keeps the calling thread on one core; if the system will not, the thread goes on without.
pub(super) fn pin_this_thread(cpu: usize) {
    let mut set = CpuSet::new();
    set.set(cpu);
    if let Err(error) = sched_setaffinity(None, &set) {
        tracing::warn!(cpu, %error, "a worker cannot be kept on its processor core");
    }
}
