//! Reads whatever it is, at once and in small pieces.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| outflank_fuzz::targets::any(bytes));
