//! Letting a worker run as soon as it wakes, so that a busy machine does not make deadlines late.

/// How long a worker runs at a stretch on a busy core: the least that the kernel grants.
///
/// A worker sleeps nearly always, and runs for some microseconds when a line or a deadline comes.
/// From Linux 6.12 on, whoever asks for short slices is let in before those with long ones; older
/// kernels take no notice. It needs no privilege, and gives no larger part of the machine.
const SLICE_NS: u64 = 100_000;

/// Asks for short slices for the calling thread; if the system will not, it goes on without. The
/// processes that it starts do not inherit them.
#[allow(unsafe_code)]
pub(super) fn run_this_thread_at_once() {
    let size = size_of::<libc::sched_attr>() as u32;
    // SAFETY: a structure of numbers, for which zeros are valid.
    let mut attributes: libc::sched_attr = unsafe { std::mem::zeroed() };
    // SAFETY: the place is valid for `size` bytes until the call returns. Neither `rustix` nor the
    // C library has a call for it.
    let got = unsafe { libc::syscall(libc::SYS_sched_getattr, 0, &raw mut attributes, size, 0) };
    attributes.sched_runtime = SLICE_NS;
    attributes.sched_flags |= libc::SCHED_FLAG_RESET_ON_FORK as u64;
    let set = got == 0
        // SAFETY: it reads `size` bytes of the structure, which lives until it returns.
        && unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attributes, 0) } == 0;
    if !set {
        let error = std::io::Error::last_os_error();
        tracing::debug!(%error, "a worker cannot have short slices of its processor core");
    }
}
