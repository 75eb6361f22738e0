//! Leaving the machine's namespaces.

use std::fs;
use std::io;

use rustix::process::{getegid, geteuid};
use rustix::thread::UnshareFlags;

use super::layers::{Layer, Layers};

/// The number that the arena's user has inside a user namespace: any but root's, so that no
/// program it starts gets rights.
const USER_INSIDE: u32 = 1000;

const FLAGS: [(Layer, UnshareFlags); 5] = [
    (Layer::UserNamespace, UnshareFlags::NEWUSER),
    (Layer::PidNamespace, UnshareFlags::NEWPID),
    (Layer::MountNamespace, UnshareFlags::NEWNS),
    (Layer::NetworkNamespace, UnshareFlags::NEWNET),
    (Layer::IpcNamespace, UnshareFlags::NEWIPC),
];

/// Moves the calling process, which must have one thread only, into new namespaces; into a new
/// process namespace its next child alone.
#[allow(unsafe_code)]
pub(super) fn leave(layers: &Layers) -> io::Result<()> {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    let wanted = FLAGS.iter().filter(|(layer, _)| layers.has(*layer));
    let flags = wanted.fold(UnshareFlags::empty(), |all, (_, flag)| all | *flag);
    // SAFETY: the flags name namespaces alone; what makes this call unsafe is sharing less of the
    // descriptors with other threads, and neither is there.
    unsafe { rustix::thread::unshare_unsafe(flags)? };
    if layers.has(Layer::UserNamespace) {
        // Without it, a user who is not root may not map his group.
        fs::write("/proc/self/setgroups", "deny")?;
        fs::write("/proc/self/uid_map", format!("{USER_INSIDE} {user} 1"))?;
        fs::write("/proc/self/gid_map", format!("{USER_INSIDE} {group} 1"))?;
    }
    Ok(())
}
