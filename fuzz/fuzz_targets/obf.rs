//! Reads positions with scores.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::record::Format;

fuzz_target!(|bytes: &[u8]| outflank_fuzz::read(bytes, Some(Format::Obf)));
