//! A file tree of the bot's own: what its view shows, bound read-only into an empty root; a
//! bounded work folder; the few devices every program may need.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};

use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive,
    mount_change, unmount,
};
use rustix::process::pivot_root;

use super::limits::Limits;
use super::view::{View, real};
use super::{OWN_FOLDER, SHARED_MEMORY};

const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

const DEVICE_LINKS: [(&str, &str); 4] = [
    ("/proc/self/fd", "fd"),
    ("/proc/self/fd/0", "stdin"),
    ("/proc/self/fd/1", "stdout"),
    ("/proc/self/fd/2", "stderr"),
];

/// What in `/proc` tells of the whole machine, some of it to root alone, and no bot has a use for.
const MACHINES: [&str; 14] = [
    "acpi",
    "diskstats",
    "interrupts",
    "kallsyms",
    "kcore",
    "key-users",
    "keys",
    "latency_stats",
    "pressure",
    "sched_debug",
    "scsi",
    "slabinfo",
    "softirqs",
    "timer_list",
];

/// Files and folders the work folder may have.
const OWN_INODES: u32 = 16_384;

/// Symbolic links followed on the way to one file, as the kernel does.
const MOST_LINKS: u32 = 40;

/// A tree in the making.
pub(super) struct Tree {
    /// Where on the machine it is made.
    root: PathBuf,
    /// What is bound already, by its path in both trees.
    bound: Vec<PathBuf>,
}

/// A step that failed.
pub(super) struct Refused {
    pub(super) step: String,
    pub(super) error: io::Error,
}

fn at<E: Into<io::Error>>(step: &str, path: &Path) -> impl FnOnce(E) -> Refused {
    let step = format!("{step} {}", path.display());
    move |error| Refused {
        step,
        error: error.into(),
    }
}

impl Tree {
    /// An empty tree at an empty folder, in a mount namespace that has just been made.
    pub(super) fn begin(root: &Path) -> Result<Tree, Refused> {
        let everything = Path::new("/");
        let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
        mount_change(everything, private).map_err(at("detach", everything))?;
        tmpfs(root, "size=4m,nr_inodes=8k,mode=755")?;
        Ok(Tree {
            root: root.to_owned(),
            bound: Vec::new(),
        })
    }

    /// Shows what a view has, and hides the rest; the folder `dir`, in which the bot starts, is
    /// there in any case, empty if it is hidden.
    pub(super) fn show(&mut self, view: &View, dir: &Path) -> Result<(), Refused> {
        for path in &view.readable {
            self.expose(path.clone())?;
        }
        for path in &view.hidden {
            self.hide(path, &real(dir))?;
        }
        self.make_folder(dir)
    }

    /// Makes a path lead to the same file as on the machine.
    fn expose(&mut self, mut path: PathBuf) -> Result<(), Refused> {
        for _ in 0..MOST_LINKS {
            match self.walk(&path)? {
                Some(elsewhere) => path = elsewhere,
                None => return Ok(()),
            }
        }
        Err(at("follow", &path)(io::Error::from_raw_os_error(
            libc::ELOOP,
        )))
    }

    /// Goes along a path, making its folders and links, to its end, which is bound; or to its
    /// first symbolic link, and answers where that leads.
    fn walk(&mut self, path: &Path) -> Result<Option<PathBuf>, Refused> {
        let mut here = PathBuf::from("/");
        let mut rest = path.components();
        while let Some(component) = rest.next() {
            match component {
                Component::Normal(name) => here.push(name),
                Component::ParentDir => {
                    here.pop();
                    continue;
                }
                _ => continue,
            }
            if self.bound.iter().any(|bound| here.starts_with(bound)) {
                return Ok(None);
            }
            let Ok(target) = here.read_link() else {
                continue;
            };
            let folder = here.parent().unwrap_or(Path::new("/"));
            self.make_folder(folder)?;
            match symlink(&target, self.place(&here)) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(at("link", &here)(error));
                }
                _ => return Ok(Some(folder.join(target).join(rest.as_path()))),
            }
        }
        self.bind(&here).map(|()| None)
    }

    fn bind(&mut self, path: &Path) -> Result<(), Refused> {
        let place = self.mount_point(path, path)?;
        mount_bind_recursive(path, &place).map_err(at("show", path))?;
        read_only(&place).map_err(at("protect", path))?;
        self.bound.push(path.to_owned());
        Ok(())
    }

    /// An empty file or folder to mount on, of the same kind as `like`.
    fn mount_point(&self, path: &Path, like: &Path) -> Result<PathBuf, Refused> {
        let place = self.place(path);
        if like.is_dir() {
            self.make_folder(path)?;
        } else {
            self.make_folder(path.parent().unwrap_or(Path::new("/")))?;
            if !place.exists() {
                File::create(&place).map_err(at("make", path))?;
            }
        }
        Ok(place)
    }

    /// Puts something empty over a path that is shown.
    fn hide(&self, path: &Path, dir: &Path) -> Result<(), Refused> {
        let place = self.place(path);
        if !self.bound.iter().any(|bound| path.starts_with(bound)) || !place.exists() {
            return Ok(());
        }
        if place.is_dir() {
            tmpfs(&place, "size=4k,mode=755")?;
            if dir.starts_with(path) {
                self.make_folder(dir)?;
            }
            read_only(&place).map_err(at("protect", path))
        } else {
            device("/dev/null", &place).map_err(at("hide", path))
        }
    }

    /// The devices, and a work folder that holds no more than the limit.
    pub(super) fn furnish(&self, limits: &Limits) -> Result<(), Refused> {
        let own = Path::new(OWN_FOLDER);
        let size = format!("size={},nr_inodes={OWN_INODES},mode=700", limits.disk);
        self.make_folder(own)?;
        tmpfs(&self.place(own), &size)?;
        for name in DEVICES {
            let device = Path::new("/dev").join(name);
            let place = self.mount_point(&device, &device)?;
            self::device(&device, &place).map_err(at("show", &device))?;
        }
        for (target, name) in DEVICE_LINKS {
            let link = Path::new("/dev").join(name);
            symlink(target, self.place(&link)).map_err(at("link", &link))?;
        }
        let shared = Path::new(SHARED_MEMORY);
        self.make_folder(shared)?;
        mount_bind(self.place(own), self.place(shared)).map_err(at("make", shared))
    }

    /// A `/proc` of the calling process's own process namespace.
    ///
    /// `adjust` may write to it; for the bot it is read-only, for a user's own files there would
    /// be the machine's settings if that user is root.
    pub(super) fn processes(
        &self,
        adjust: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Result<(), Refused> {
        let proc = Path::new("/proc");
        self.make_folder(proc)?;
        let place = self.place(proc);
        let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
        mount("proc", &place, "proc", flags, None).map_err(at("mount", proc))?;
        adjust(&place).map_err(at("adjust", proc))?;
        read_only(&place).map_err(at("protect", proc))?;
        for name in MACHINES {
            let place = place.join(name);
            if place.is_dir() {
                tmpfs(&place, "size=4k,mode=555")?;
                read_only(&place).map_err(at("protect", &place))?;
            } else if place.exists() {
                device("/dev/null", &place).map_err(at("hide", &place))?;
            }
        }
        Ok(())
    }

    /// Makes sure that a folder is there, empty if nothing is shown in it.
    pub(super) fn make_folder(&self, path: &Path) -> Result<(), Refused> {
        fs::create_dir_all(self.place(path)).map_err(at("make", path))
    }

    /// Makes the tree the calling process's whole world.
    pub(super) fn enter(self) -> Result<(), Refused> {
        read_only_alone(&self.root).map_err(at("protect", &self.root))?;
        // The old root ends up on top of the new one, and is taken off there.
        std::env::set_current_dir(&self.root).map_err(at("enter", &self.root))?;
        pivot_root(".", ".").map_err(at("enter", &self.root))?;
        unmount(".", UnmountFlags::DETACH).map_err(at("leave", Path::new("/")))?;
        std::env::set_current_dir("/").map_err(at("enter", Path::new("/")))
    }

    fn place(&self, path: &Path) -> PathBuf {
        self.root.join(path.strip_prefix("/").unwrap_or(path))
    }
}

fn tmpfs(place: &Path, options: &str) -> Result<(), Refused> {
    let options = std::ffi::CString::new(options).expect("options have no NUL");
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    mount("tmpfs", place, "tmpfs", flags, Some(options.as_c_str())).map_err(at("mount", place))
}

/// Shows a device at a place. Reading and writing go to the device; but its node is the machine's,
/// and for root's bots only a mount that is read-only keeps its mode, owner and times.
fn device(device: impl AsRef<Path>, place: &Path) -> io::Result<()> {
    mount_bind(device.as_ref(), place)?;
    set_attributes(place, libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID, 0)
}

/// What holds for all that is shown: read-only, without set-user-id and without devices.
const PROTECTED: u64 = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV;

/// Protects a mount and all below it.
fn read_only(place: &Path) -> io::Result<()> {
    set_attributes(place, PROTECTED, libc::AT_RECURSIVE)
}

fn read_only_alone(place: &Path) -> io::Result<()> {
    set_attributes(place, PROTECTED, 0)
}

#[allow(unsafe_code)]
fn set_attributes(place: &Path, attributes: u64, flags: libc::c_int) -> io::Result<()> {
    use std::os::unix::ffi::OsStrExt;
    let path = std::ffi::CString::new(place.as_os_str().as_bytes())?;
    let attributes = libc::mount_attr {
        attr_set: attributes,
        attr_clr: 0,
        propagation: 0,
        userns_fd: 0,
    };
    // SAFETY: a plain system call that reads the path and the attributes, both of which live
    // until it returns, and writes nothing. There is no wrapper for it in `rustix`.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            flags,
            &raw const attributes,
            size_of::<libc::mount_attr>(),
        )
    };
    if result == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}
