//! Reads games, writes each in every format, and reads it again.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| outflank_fuzz::targets::round_trip(bytes));
