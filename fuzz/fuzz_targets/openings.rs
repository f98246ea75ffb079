//! Reads books of openings.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| outflank_fuzz::targets::openings(text));
