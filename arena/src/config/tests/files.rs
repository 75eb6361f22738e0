//! What is said about a file that cannot be a league file, whatever it says.

use super::*;

fn error_of(name: &str, content: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    let error = LeagueConfig::load(&path, &KNOWN).unwrap_err().render(false);
    error.replace(&*folder.path().to_string_lossy(), "FOLDER")
}

#[test]
fn a_good_file_is_loaded_and_its_folder_is_the_base() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("winter.toml");
    std::fs::write(&path, format!("name = \"w\"{TWO_BOTS}")).unwrap();
    let config = LeagueConfig::load(&path, &KNOWN).unwrap();
    assert_eq!(config.base(), folder.path());
}

#[test]
fn what_is_wrong_with_a_file_itself_is_said_before_its_content() {
    let folder = tempfile::tempdir().unwrap();
    let load = |path: &Path| LeagueConfig::load(path, &KNOWN).unwrap_err().render(false);
    let in_folder = |text: String| text.replace(&*folder.path().to_string_lossy(), "FOLDER");
    let huge = vec![b'#'; 1024 * 1024 + 1];
    let said = [
        in_folder(load(&folder.path().join("winter.toml"))),
        in_folder(load(folder.path())),
        error_of("winter.toml", b"name = \"w\"\nseed = \"\xff\""),
        error_of("winter.toml", &huge),
        error_of("winter.toml", b""),
        error_of("winter.toml", b" \n# only a remark\n"),
    ]
    .join("\n\n----\n");
    snapshot("files", &said);
}

#[test]
fn a_file_of_exactly_the_largest_size_is_read() {
    let mut text = format!("name = \"w\"{TWO_BOTS}").into_bytes();
    text.resize(1024 * 1024, b'\n');
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("winter.toml");
    std::fs::write(&path, text).unwrap();
    assert!(LeagueConfig::load(&path, &KNOWN).is_ok());
}
