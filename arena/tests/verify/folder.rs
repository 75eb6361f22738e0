//! Results folders to be changed and verified, and the leagues they come from.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use arena::verify::{Finding, Verified, verify};
use nardy_protocol::record::GameRecord;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::support::{Ground, record};

/// The files of a results folder as a league left them.
#[derive(Debug, Clone)]
pub(crate) struct Files(BTreeMap<String, Vec<u8>>);

impl Files {
    /// Plays a league and takes what it leaves.
    pub(crate) fn of_league(league: &str, arguments: &[&str]) -> Files {
        let ground = Ground::new();
        ground.play(league, "out", arguments);
        Files::read(&ground.path("out"))
    }

    pub(crate) fn read(folder: &Path) -> Files {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        let files = entries.map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read(entry.path()).unwrap())
        });
        Files(files.collect())
    }

    pub(crate) fn text(&self, name: &str) -> &str {
        std::str::from_utf8(&self.0[name]).unwrap()
    }

    pub(crate) fn bytes(&self, name: &str) -> &[u8] {
        &self.0[name]
    }

    pub(crate) fn set(&mut self, name: &str, bytes: impl Into<Vec<u8>>) {
        self.0.insert(name.to_owned(), bytes.into());
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.0.remove(name).unwrap();
    }

    /// The same files with a text in one of them replaced, which must be there.
    pub(crate) fn replaced(&self, name: &str, from: &str, to: &str) -> Files {
        let text = self.text(name);
        assert!(text.contains(from), "{from:?} is not in {name}:\n{text}");
        let mut files = self.clone();
        files.set(name, text.replacen(from, to, 1));
        files
    }

    /// The journal's records, by line.
    pub(crate) fn records(&self) -> Vec<GameRecord> {
        self.text("games.jsonl").lines().map(record).collect()
    }

    /// The same files with one line's record changed, its length and checksum made to fit.
    pub(crate) fn with_record(&self, line: u64, change: impl FnOnce(&mut GameRecord)) -> Files {
        let mut records = self.records();
        change(&mut records[line as usize - 1]);
        self.with_records(&records)
    }

    /// The same files with a journal of these records.
    pub(crate) fn with_records(&self, records: &[GameRecord]) -> Files {
        let mut files = self.clone();
        let lines = records.iter().map(|record| framed(&record.to_line()));
        files.set("games.jsonl", lines.collect::<String>());
        files
    }

    /// Puts the files into a folder of their own.
    pub(crate) fn folder(&self) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in &self.0 {
            fs::write(folder.path().join(name), bytes).unwrap();
        }
        folder
    }

    pub(crate) fn verify(&self) -> Verified {
        verified(self.folder().path())
    }

    /// Verifies; makes sure that something is wrong, and only this.
    pub(crate) fn only_finding(&self) -> Finding {
        let verified = self.verify();
        let findings = verified.findings.kept();
        assert_eq!(findings.len(), 1, "{findings:#?}");
        findings[0].clone()
    }

    /// Verifies; makes sure that nothing is wrong.
    pub(crate) fn assert_right(&self) -> Verified {
        let verified = self.verify();
        assert_eq!(verified.findings.kept(), []);
        verified
    }
}

/// A record in its frame, as the page of the results folder describes it.
pub(crate) fn framed(record: &str) -> String {
    let digest = Sha256::digest(record);
    let digits: String = digest[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let bytes = record.len();
    format!("{{\"bytes\":{bytes},\"sha256\":\"{digits}\",\"game\":{record}}}\n")
}

/// What was found, in words.
pub(crate) fn texts(verified: &Verified) -> Vec<String> {
    let findings = verified.findings.kept().iter();
    findings.map(ToString::to_string).collect()
}

pub(crate) fn verified(folder: &Path) -> Verified {
    verify(folder, &mut |_, _| {}).unwrap()
}
