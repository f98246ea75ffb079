//! Packed input: read as what is in it, wherever it comes from.

use std::{
    io::{Cursor, Read, Write},
    path::Path,
};

use assert_cmd::Command;
use flate2::{Compression, write::GzEncoder};
use outflank::source::{
    Ahead,
    packed::{Archive, ArchiveError, Packing, unpack},
};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use tempfile::TempDir;
use zip::{ZipWriter, write::SimpleFileOptions};

const GAMES: &str = "f5d6c3\n\nf5d6c3d3c4\n";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut packer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        let options = SimpleFileOptions::default();
        packer.start_file(*name, options).unwrap();
        packer.write_all(bytes).unwrap();
    }
    packer.finish().unwrap().into_inner()
}

fn unpacked(bytes: &[u8]) -> Result<String, String> {
    let mut text = String::new();
    unpack(Ahead::new(bytes))
        .and_then(|mut reader| reader.read_to_string(&mut text))
        .map_err(|error| error.to_string())?;
    Ok(text)
}

fn check(folder: &Path, args: &[&str], input: Vec<u8>) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("outflank").unwrap();
    let command = command.current_dir(folder).arg("check").args(args);
    let done = command.write_stdin(input).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (done.status.code(), text(done.stdout), text(done.stderr))
}

#[test]
fn streams_and_frames_may_follow_one_another() {
    assert_eq!(unpacked(GAMES.as_bytes()).unwrap(), GAMES);
    for pack in [gzip, zstd] {
        let twice = [pack(GAMES.as_bytes()), pack(b"e6\n")].concat();
        assert_eq!(unpacked(&twice).unwrap(), format!("{GAMES}e6\n"));
    }
    // A frame that is to be skipped.
    let skipped = [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3];
    let frames = [zstd(b"f5"), skipped.to_vec(), zstd(b"d6")].concat();
    assert_eq!(unpacked(&frames).unwrap(), "f5d6");
}

#[test]
fn how_a_stream_is_packed_shows_in_its_first_bytes() {
    let of = |bytes: &[u8]| Packing::of(&mut Ahead::new(bytes)).unwrap();
    assert_eq!(of(&gzip(b"f5")), Some(Packing::Gzip));
    assert_eq!(of(&zstd(b"f5")), Some(Packing::Zstd));
    assert_eq!(of(&zip(&[("a", b"f5")])), Some(Packing::Zip));
    assert_eq!((of(b""), of(b"("), of(b"(;GM[2])")), (None, None, None));
}

#[test]
fn damage_is_said_in_words() {
    for pack in [gzip, zstd] {
        let mut packed = pack(GAMES.repeat(50).as_bytes());
        let cut = unpacked(&packed[..packed.len() - 6]).unwrap_err();
        assert!(cut.starts_with("it is packed"), "{cut}");
        let middle = packed.len() / 2;
        packed[middle..].fill(0xFF);
        let broken = unpacked(&packed).unwrap_err();
        assert!(broken.starts_with("it is packed"), "{broken}");
    }
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("x.gz");
    std::fs::write(&path, &gzip(GAMES.as_bytes())[..20]).unwrap();
    let (status, _, error) = check(folder.path(), &["x.gz"], Vec::new());
    assert_eq!(status, Some(2));
    assert!(
        error.starts_with("error: `x.gz` cannot be read: it is packed"),
        "{error}"
    );
}

#[test]
fn files_and_standard_input_are_read_as_what_is_in_them() {
    let folder = TempDir::new().unwrap();
    for (name, bytes) in [
        ("x.gz", gzip(GAMES.as_bytes())),
        ("x.zst", zstd(GAMES.as_bytes())),
    ] {
        std::fs::write(folder.path().join(name), &bytes).unwrap();
        let (status, out, _) = check(folder.path(), &[name], Vec::new());
        assert_eq!(status, Some(0));
        assert!(
            out.contains(&format!("{name}:3: game 2: valid, 5 moves")),
            "{out}"
        );
        let (_, out, _) = check(folder.path(), &["-"], bytes);
        assert!(out.contains("-:3: game 2: valid, 5 moves"), "{out}");
    }
    // The ending under the packing tells the format.
    let script = b"% a comment\n";
    std::fs::write(folder.path().join("x.scr.gz"), gzip(script)).unwrap();
    let (_, _, error) = check(folder.path(), &["x.scr.gz"], Vec::new());
    assert!(
        error.contains("there is no game and no position in it"),
        "{error}"
    );
}

#[test]
fn the_members_of_an_archive_are_files_of_their_own() {
    let folder = TempDir::new().unwrap();
    let packed = gzip(b"f5f5\n");
    let bytes = zip(&[
        ("a/one.txt", GAMES.as_bytes()),
        ("__MACOSX/one.txt", b"\0"),
        ("two.gz", &packed),
    ]);
    std::fs::write(folder.path().join("x.zip"), &bytes).unwrap();
    for (name, input) in [("x.zip", Vec::new()), ("-", bytes)] {
        let (status, out, error) = check(folder.path(), &[name], input);
        assert_eq!((status, error.as_str()), (Some(1), ""), "{out}");
        let head = format!("{name}/a/one.txt:1: game 1: valid, 3 moves");
        assert!(out.starts_with(&head), "{out}");
        assert!(
            out.contains(&format!("{name}/two.gz:1: game 1: invalid")),
            "{out}"
        );
        assert!(out.ends_with("3 records: 2 valid, 1 invalid\n"), "{out}");
    }
}

#[test]
fn archives_with_names_and_games() {
    let mut games = vec![20, 26, 2, 23, 1, 0, 0, 0, 0, 0, 231, 7, 8, 0, 24, 0];
    games.extend([0, 0, 0, 0, 1, 0, 33, 33, 56]);
    games.resize(16 + 68, 0);
    let list = |width: usize, names: [&str; 2]| {
        let mut bytes = vec![20, 26, 2, 23, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
        for name in names {
            bytes.extend(name.bytes().chain([0; 26]).take(width));
        }
        bytes
    };
    let (players, tournaments) = (list(20, ["???", "Hassan"]), list(26, ["Open", "x"]));
    let bytes = zip(&[
        ("WTHOR.JOU", players.as_slice()),
        ("WTHOR.TRN", tournaments.as_slice()),
        ("WTH_2023.wtb", games.as_slice()),
    ]);
    let folder = TempDir::new().unwrap();
    let (_, out, error) = check(folder.path(), &["--json", "-"], bytes);
    assert_eq!(error, "");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["source"], "-/WTH_2023.wtb:1");
    assert_eq!(
        (&report["tags"]["white"], &report["tags"]["event"]),
        (&"Hassan".into(), &"Open".into())
    );
}

#[test]
fn bombs_do_no_harm() {
    let blank = vec![b'\n'; 20 << 20];
    let folder = TempDir::new().unwrap();
    let bombs = [("x.gz", gzip(&blank)), ("x.zip", zip(&[("a", &blank)]))];
    for (name, bytes) in bombs {
        std::fs::write(folder.path().join(name), bytes).unwrap();
        let (status, _, error) = check(folder.path(), &[name], Vec::new());
        assert_eq!(status, Some(2));
        let told = "it unpacks to more than 16 MiB and to more than 200 times its size";
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn archives_that_are_refused() {
    let folder = TempDir::new().unwrap();
    let open = |bytes: &[u8]| {
        let path = folder.path().join("x.zip");
        std::fs::write(&path, bytes).unwrap();
        Archive::open(std::fs::File::open(path).unwrap())
    };
    let whole = zip(&[("a", GAMES.as_bytes()), ("b", GAMES.as_bytes())]);
    assert_eq!(open(&whole).unwrap().members().len(), 2);
    let cut = open(&whole[..whole.len() / 2]);
    assert!(matches!(cut, Err(ArchiveError::Damaged(_))), "{cut:?}");
    // Its directory is whole, and a member is not.
    let mut broken = whole;
    broken[31..36].fill(0xFF);
    let archive = open(&broken).unwrap();
    let mut text = Vec::new();
    let read = archive.read(&archive.members()[0]).read_to_end(&mut text);
    let error = read.unwrap_err().to_string();
    assert!(error.starts_with("it is packed and damaged"), "{error}");
    let (status, _, error) = check(folder.path(), &["-"], zip(&[]));
    assert_eq!(status, Some(2));
    assert!(error.contains("there is no file in it"), "{error}");
}

/// Books and puzzles are read in the same way.
#[test]
fn yaml_may_be_packed_too() {
    let folder = TempDir::new().unwrap();
    let books = Path::new(env!("CARGO_MANIFEST_DIR")).join("openings");
    let book = books.read_dir().unwrap().next().unwrap().unwrap().path();
    let packed = gzip(&std::fs::read(book).unwrap());
    std::fs::write(folder.path().join("book.yaml.gz"), packed).unwrap();
    let mut command = Command::cargo_bin("outflank").unwrap();
    let done = command
        .current_dir(folder.path())
        .args(["opening", "check", "book.yaml.gz"])
        .output()
        .unwrap();
    assert!(done.status.success(), "{done:?}");
}
