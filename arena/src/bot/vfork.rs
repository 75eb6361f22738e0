//! A child process that runs in the arena's own memory until its program does, as under `vfork`:
//! nothing is copied for it, which for a process of the arena's size takes longer than the start
//! of a small program.

use std::ffi::{CString, OsStr, OsString, c_char, c_int, c_void};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;

use rustix::io::Errno;
use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, WaitOptions, waitpid};

use super::child::{Upbringing, last_errno};

/// Memory for the child's calls before its program runs; they take little of it, unoptimised too.
/// As much lies below it, a multiple of any machine's page, that nothing may touch.
const STACK_LEN: usize = 64 * 1024;

/// A program with all that is handed to it, as the kernel reads it.
#[derive(Debug)]
pub(super) struct Program {
    path: CString,
    dir: Option<CString>,
    args: Vec<CString>,
    environment: Vec<CString>,
}

/// A started process and the arena's ends of its pipes.
#[derive(Debug)]
pub(super) struct Started {
    pub(super) pid: Pid,
    pub(super) stdin: OwnedFd,
    pub(super) stdout: OwnedFd,
    pub(super) stderr: OwnedFd,
}

impl Program {
    /// The program at `path`, run in `dir` or where the arena runs, with these arguments (its own
    /// name left out) and nothing but these variables.
    ///
    /// # Errors
    ///
    /// If a text has a NUL in it.
    pub(super) fn new(
        path: &Path,
        dir: Option<&Path>,
        args: &[OsString],
        environment: &[(OsString, OsString)],
    ) -> io::Result<Program> {
        let name = [text(path.as_os_str())];
        let args = name.into_iter().chain(args.iter().map(|arg| text(arg)));
        let variables = environment.iter().map(|(name, value)| {
            let mut variable = name.clone();
            variable.push("=");
            variable.push(value);
            text(&variable)
        });
        Ok(Program {
            path: text(path.as_os_str())?,
            dir: dir.map(|dir| text(dir.as_os_str())).transpose()?,
            args: args.collect::<Result<_, _>>()?,
            environment: variables.collect::<Result<_, _>>()?,
        })
    }

    /// Starts it with three pipes for its streams, and waits until it runs.
    ///
    /// # Errors
    ///
    /// If there are no descriptors, no process or no memory left, or what the kernel said to one
    /// of the child's own steps, the last of which is to run the program.
    pub(super) fn start(&self, upbringing: &Upbringing) -> io::Result<Started> {
        let [
            (in_read, in_write),
            (out_read, out_write),
            (err_read, err_write),
        ] = [
            pipe_with(PipeFlags::CLOEXEC)?,
            pipe_with(PipeFlags::CLOEXEC)?,
            pipe_with(PipeFlags::CLOEXEC)?,
        ];
        let streams = [&in_read, &out_write, &err_write].map(AsRawFd::as_raw_fd);
        let pid = self.vfork(streams, upbringing)?;
        Ok(Started {
            pid,
            stdin: in_write,
            stdout: out_read,
            stderr: err_read,
        })
    }

    /// Becomes the program, with the streams and the folder there are. Answers only if that fails,
    /// with what the kernel said. Unlike the C library, never takes a file of unknown format to a
    /// shell.
    pub(super) fn replace_self(&self) -> io::Error {
        let (args, environment) = (pointers(&self.args), pointers(&self.environment));
        execute(self, &args, &environment);
        io::Error::last_os_error()
    }

    #[allow(unsafe_code)]
    fn vfork(&self, streams: [c_int; 3], upbringing: &Upbringing) -> io::Result<Pid> {
        let (args, environment) = (pointers(&self.args), pointers(&self.environment));
        let mut order = Order {
            program: self,
            args: &args,
            environment: &environment,
            streams,
            upbringing,
            refused: None,
        };
        let stack = Stack::new()?;
        // A handler of the arena's must not run in the child, whose memory is the arena's.
        let unblocked = block_signals()?;
        // SAFETY: the child has the arena's memory, but a stack of its own, whose end is given
        // aligned, and CLONE_VFORK holds this thread, and with it `order` and `stack`, until the
        // child has become another program or is gone. What the child does meanwhile is in `live`.
        let child = unsafe {
            libc::clone(
                live,
                stack.end(),
                libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD,
                ptr::from_mut(&mut order).cast(),
            )
        };
        let cloned = match child {
            -1 => Err(io::Error::last_os_error()),
            child => Ok(child),
        };
        // It was this thread's a moment ago, and so is a valid one.
        let _ = set_signal_mask(&unblocked);
        let pid = Pid::from_raw(cloned?).expect("a child's number is positive");
        match order.refused {
            None => Ok(pid),
            Some(refused) => {
                while let Err(Errno::INTR) = waitpid(Some(pid), WaitOptions::empty()) {}
                Err(refused.into())
            }
        }
    }
}

/// What the child finds in the arena's memory, and where it says why it failed.
struct Order<'p> {
    program: &'p Program,
    args: &'p [*const c_char],
    environment: &'p [*const c_char],
    streams: [c_int; 3],
    upbringing: &'p Upbringing,
    refused: Option<Errno>,
}

/// The child's life until its program runs.
#[allow(unsafe_code)]
extern "C" fn live(order: *mut c_void) -> c_int {
    // SAFETY: the arena's thread that made the order waits, so that it is the child's alone.
    let order = unsafe { &mut *order.cast::<Order<'_>>() };
    let Err(refused) = become_program(order);
    order.refused = Some(refused);
    // The return of a cloned function ends the process at once, without handlers.
    1
}

/// The steps of the child. They are plain system calls on values made before: they neither
/// allocate nor lock nor panic, for other threads of the arena go on in the same memory.
#[allow(unsafe_code)]
fn become_program(order: &Order<'_>) -> Result<std::convert::Infallible, Errno> {
    for (stream, descriptor) in order.streams.into_iter().zip(0..) {
        // SAFETY: takes and gives plain numbers; the descriptors belong to the child alone.
        if unsafe { libc::dup2(stream, descriptor) } == -1 {
            return Err(last_errno());
        }
    }
    if let Some(dir) = &order.program.dir {
        rustix::process::chdir(dir)?;
    }
    order.upbringing.pass_on()?;
    let none = empty_mask();
    // SAFETY: the mask is a valid one.
    if unsafe { libc::sigprocmask(libc::SIG_SETMASK, &raw const none, ptr::null_mut()) } == -1 {
        return Err(last_errno());
    }
    execute(order.program, order.args, order.environment);
    Err(last_errno())
}

/// Returns only if it fails; the C library has the reason.
#[allow(unsafe_code)]
fn execute(program: &Program, args: &[*const c_char], environment: &[*const c_char]) {
    // SAFETY: the lists end with a null, and all that they point to lives until the program runs.
    unsafe { libc::execve(program.path.as_ptr(), args.as_ptr(), environment.as_ptr()) };
}

/// A stack of its own for a child.
struct Stack(*mut c_void);

#[allow(unsafe_code)]
impl Stack {
    fn new() -> io::Result<Stack> {
        // SAFETY: new memory, which nothing else has; `Stack` frees all of it. Only its upper half
        // can be used.
        unsafe {
            let whole = mmap_anonymous(
                ptr::null_mut(),
                2 * STACK_LEN,
                ProtFlags::empty(),
                MapFlags::PRIVATE | MapFlags::STACK,
            )?;
            let stack = Stack(whole);
            let upper = whole.byte_add(STACK_LEN);
            mprotect(upper, STACK_LEN, MprotectFlags::READ | MprotectFlags::WRITE)?;
            Ok(stack)
        }
    }

    /// Where it begins: stacks grow downwards.
    fn end(&self) -> *mut c_void {
        // SAFETY: one past the memory.
        unsafe { self.0.byte_add(2 * STACK_LEN) }
    }
}

#[allow(unsafe_code)]
impl Drop for Stack {
    fn drop(&mut self) {
        // SAFETY: the memory that `new` made; the child that had it is another program or gone.
        let _ = unsafe { munmap(self.0, 2 * STACK_LEN) };
    }
}

fn text(text: &OsStr) -> io::Result<CString> {
    Ok(CString::new(text.as_bytes())?)
}

/// A list as `execve` wants it.
fn pointers(texts: &[CString]) -> Vec<*const c_char> {
    let texts = texts.iter().map(|text| text.as_ptr());
    texts.chain([ptr::null()]).collect()
}

#[allow(unsafe_code)]
fn empty_mask() -> libc::sigset_t {
    // SAFETY: a set of signals is plain numbers, for which zeros are valid, and is then emptied.
    unsafe {
        let mut mask: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut mask);
        mask
    }
}

/// Blocks all signals of this thread, and gives what was blocked before.
#[allow(unsafe_code)]
fn block_signals() -> io::Result<libc::sigset_t> {
    let mut all = empty_mask();
    let mut before = empty_mask();
    // SAFETY: both are valid sets of this function's own.
    let failed = unsafe {
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before)
    };
    match failed {
        0 => Ok(before),
        error => Err(io::Error::from_raw_os_error(error)),
    }
}

#[allow(unsafe_code)]
fn set_signal_mask(mask: &libc::sigset_t) -> io::Result<()> {
    // SAFETY: a valid set, which is only read.
    match unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, mask, ptr::null_mut()) } {
        0 => Ok(()),
        error => Err(io::Error::from_raw_os_error(error)),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs::File;
    use std::io::Read;

    use super::*;

    fn start(path: &str, dir: &str, args: &[&str]) -> io::Result<Started> {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        let variables = [("WORD".into(), "a=b".into())];
        let program = Program::new(path.as_ref(), Some(dir.as_ref()), &args, &variables)?;
        program.start(&Upbringing::new(None, None))
    }

    fn output(started: Started) -> String {
        drop(started.stdin);
        let mut text = String::new();
        File::from(started.stdout)
            .read_to_string(&mut text)
            .unwrap();
        waitpid(Some(started.pid), WaitOptions::empty()).unwrap();
        text
    }

    #[test]
    fn a_program_gets_its_arguments_its_folder_and_nothing_but_its_variables() {
        let script = "echo \"$0 $1 $#\"; pwd; env | grep -v -e ^PWD= -e ^SHLVL= -e ^_=";
        let started = start("/bin/sh", "/usr", &["-c", script, "zero", "o ne"]).unwrap();
        assert_eq!(output(started), "zero o ne 1\n/usr\nWORD=a=b\n");
    }

    #[test]
    fn signals_that_are_blocked_here_are_not_blocked_there() {
        block_signals().unwrap();
        let started = start("/bin/cat", "/", &["/proc/self/status"]).unwrap();
        let status = output(started);
        let blocked = |status: &str| {
            let line = status.lines().find(|line| line.starts_with("SigBlk:"));
            line.unwrap()
                .trim_start_matches("SigBlk:")
                .trim()
                .to_owned()
        };
        assert_eq!(blocked(&status), "0000000000000000");
        let own = std::fs::read_to_string("/proc/thread-self/status").unwrap();
        assert_ne!(blocked(&own), "0000000000000000");
    }

    #[test]
    fn what_keeps_a_program_from_running_is_told() {
        let told = |path, dir| start(path, dir, &[]).unwrap_err().raw_os_error();
        assert_eq!(told("/bin/sh", "/no/such"), Some(libc::ENOENT));
        assert_eq!(told("/no/such", "/"), Some(libc::ENOENT));
        assert_eq!(told("/etc", "/"), Some(libc::EACCES));
        // Neither `#!` nor a binary: no shell is asked.
        let folder = tempfile::tempdir().unwrap();
        let text = folder.path().join("text");
        std::fs::write(&text, "echo run by a shell\n").unwrap();
        let all = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&text, all).unwrap();
        let text = text.to_str().unwrap();
        let mut said = told(text, "/");
        // Another test's child has the file still open.
        while said == Some(libc::ETXTBSY) {
            said = told(text, "/");
        }
        assert_eq!(said, Some(libc::ENOEXEC));
        assert!(start("/bin/sh", "/", &["a\0b"]).is_err());
    }
}
