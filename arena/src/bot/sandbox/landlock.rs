//! Landlock: files by path, whatever the file tree shows, and TCP, abstract sockets and signals.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

/// The newest version whose rights are asked for; of an older kernel's, those it knows.
const NEWEST: ABI = ABI::V6;

/// Where every program may write: devices that hold nothing.
const DEVICES: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

/// Binds the calling process and its children to these files, and to no network.
pub(super) fn restrict<'p>(
    readable: impl IntoIterator<Item = &'p Path>,
    own: &[&Path],
) -> Result<RulesetStatus, RulesetError> {
    let all = AccessFs::from_all(NEWEST);
    let read = AccessFs::from_read(NEWEST);
    let devices = DEVICES.iter().map(PathBuf::from);
    let proc = [PathBuf::from("/proc")];
    Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(readable, read))?
        .add_rules(path_beneath_rules(
            proc,
            AccessFs::ReadFile | AccessFs::ReadDir,
        ))?
        .add_rules(path_beneath_rules(devices, all))?
        .add_rules(path_beneath_rules(own, all))?
        .restrict_self()
        .map(|status| status.ruleset)
}

/// Tries the rules on the calling process, and tells whether the kernel enforces any.
pub(super) fn is_there() -> bool {
    let nothing: [&Path; 0] = [];
    restrict(nothing, &[Path::new("/tmp")])
        .is_ok_and(|enforced| enforced != RulesetStatus::NotEnforced)
}
