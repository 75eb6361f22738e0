//! The little of an ELF file's header that tells whether this system can run it.

use std::ffi::OsString;
use std::fs::File;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

/// Enough of a file's beginning for [`Header::parse`].
const HEADER_LEN: usize = 64;

const MAGIC: &[u8] = b"\x7fELF";
const CLASS_64: u8 = 2;
const BIG_ENDIAN: u8 = 2;
/// The program header that names the dynamic loader.
const PT_INTERP: u64 = 3;
/// The longest path the kernel takes.
const PATH_MAX: u64 = 4096;

const X86: u64 = 3;
const ARM: u64 = 40;
const X86_64: u64 = 62;
const AARCH64: u64 = 183;

/// Processor kinds by their number in the header.
const MACHINES: &[(u64, &str)] = &[
    (X86, "32-bit x86"),
    (8, "MIPS"),
    (20, "32-bit PowerPC"),
    (21, "64-bit PowerPC"),
    (22, "S/390"),
    (ARM, "32-bit ARM"),
    (X86_64, "x86-64"),
    (AARCH64, "64-bit ARM"),
    (243, "RISC-V"),
    (258, "LoongArch"),
];

/// Programs of the second kind usually run on the first as well.
const COMPATIBLE: &[(u64, u64)] = &[(X86_64, X86), (AARCH64, ARM)];

/// An ELF file's header.
#[derive(Debug, Clone)]
pub(super) struct Header {
    bytes: [u8; HEADER_LEN],
}

/// Where a number stands: offset and length for 32-bit files, then for 64-bit files.
type Field = [(usize, usize); 2];

const MACHINE: Field = [(18, 2), (18, 2)];
const TABLE_OFFSET: Field = [(28, 4), (32, 8)];
const ENTRY_SIZE: Field = [(42, 2), (54, 2)];
const ENTRY_COUNT: Field = [(44, 2), (56, 2)];
const ENTRY_TYPE: Field = [(0, 4), (0, 4)];
const ENTRY_OFFSET: Field = [(4, 4), (8, 8)];
const ENTRY_FILE_SIZE: Field = [(16, 4), (32, 8)];

impl Header {
    /// The header at the beginning of a file; none if it is no ELF file.
    pub(super) fn parse(start: &[u8]) -> Option<Self> {
        let bytes = *start.first_chunk()?;
        start.starts_with(MAGIC).then_some(Self { bytes })
    }

    /// The header of the running program.
    pub(super) fn own() -> Option<Self> {
        let mut start = [0; HEADER_LEN];
        File::open("/proc/self/exe")
            .ok()?
            .read_exact_at(&mut start, 0)
            .ok()?;
        Self::parse(&start)
    }

    /// The processor kind, for people.
    pub(super) fn machine(&self) -> String {
        let number = self.number(&self.bytes, MACHINE);
        match MACHINES.iter().find(|(known, _)| *known == number) {
            Some((_, name)) => (*name).to_owned(),
            None => format!("processor kind {number}"),
        }
    }

    /// Whether a system whose programs have the header `host` may be able to run this one.
    pub(super) fn runs_on(&self, host: &Self) -> bool {
        let kind = |header: &Self| header.number(&header.bytes, MACHINE);
        let same = kind(self) == kind(host) && self.is_big_endian() == host.is_big_endian();
        same || COMPATIBLE.contains(&(kind(host), kind(self)))
    }

    /// The dynamic loader that the file asks for; none if it asks for none or is damaged.
    pub(super) fn loader(&self, file: &File) -> Option<PathBuf> {
        let size = self.number(&self.bytes, ENTRY_SIZE);
        let table = self.number(&self.bytes, TABLE_OFFSET);
        (0..self.number(&self.bytes, ENTRY_COUNT)).find_map(|index| {
            let mut entry = [0; 56];
            let entry = entry.get_mut(..usize::try_from(size).ok()?)?;
            file.read_exact_at(entry, table.checked_add(index * size)?)
                .ok()?;
            (self.number(entry, ENTRY_TYPE) == PT_INTERP)
                .then(|| self.path_at(file, entry))
                .flatten()
        })
    }

    fn path_at(&self, file: &File, entry: &[u8]) -> Option<PathBuf> {
        let length = self.number(entry, ENTRY_FILE_SIZE).min(PATH_MAX);
        let mut path = vec![0; usize::try_from(length).ok()?];
        file.read_exact_at(&mut path, self.number(entry, ENTRY_OFFSET))
            .ok()?;
        let end = path
            .iter()
            .position(|byte| *byte == 0)
            .unwrap_or(path.len());
        path.truncate(end);
        Some(PathBuf::from(OsString::from_vec(path)))
    }

    /// A number in the file's own byte order; zero where `bytes` are too short for it.
    fn number(&self, bytes: &[u8], field: Field) -> u64 {
        let (offset, length) = field[usize::from(self.bytes[4] == CLASS_64)];
        let digits = bytes.get(offset..offset + length).unwrap_or_default();
        let append = |number: u64, byte: &u8| (number << 8) | u64::from(*byte);
        if self.is_big_endian() {
            digits.iter().fold(0, append)
        } else {
            digits.iter().rev().fold(0, append)
        }
    }

    fn is_big_endian(&self) -> bool {
        self.bytes[5] == BIG_ENDIAN
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_running_program_runs_here_and_its_loader_exists() {
        let own = Header::own().unwrap();
        assert!(own.runs_on(&own));
        assert!(
            own.loader(&File::open("/proc/self/exe").unwrap())
                .is_none_or(|path| path.exists())
        );
    }

    #[test]
    fn the_loader_is_read_from_32_and_64_bit_headers() {
        for class in [1_u8, CLASS_64] {
            let image = image_with_loader(class, b"/lib/ld-test.so\0");
            let file = tempfile::tempfile().unwrap();
            file.write_all_at(&image, 0).unwrap();
            let header = Header::parse(&image).unwrap();
            assert_eq!(header.loader(&file), Some(PathBuf::from("/lib/ld-test.so")));
        }
    }

    #[test]
    fn a_damaged_table_has_no_loader() {
        let mut image = image_with_loader(CLASS_64, b"/lib/ld-test.so\0");
        image.truncate(HEADER_LEN + 4);
        let file = tempfile::tempfile().unwrap();
        file.write_all_at(&image, 0).unwrap();
        assert_eq!(Header::parse(&image).unwrap().loader(&file), None);
    }

    /// A header, one program header and the loader's path after it, little-endian.
    fn image_with_loader(class: u8, path: &[u8]) -> Vec<u8> {
        let wide = usize::from(class == CLASS_64);
        let entry_size = [32, 56][wide];
        let mut image = vec![0; HEADER_LEN + entry_size];
        image[..6].copy_from_slice(&[0x7f, b'E', b'L', b'F', class, 1]);
        let mut put = |base: usize, field: Field, value: usize| {
            image[base + field[wide].0] = u8::try_from(value).unwrap();
        };
        put(0, TABLE_OFFSET, HEADER_LEN);
        put(0, ENTRY_SIZE, entry_size);
        put(0, ENTRY_COUNT, 1);
        put(HEADER_LEN, ENTRY_TYPE, 3);
        put(HEADER_LEN, ENTRY_OFFSET, HEADER_LEN + entry_size);
        put(HEADER_LEN, ENTRY_FILE_SIZE, path.len());
        image.extend_from_slice(path);
        image
    }
}
