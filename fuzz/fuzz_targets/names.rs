//! Reads lists of names of the WTHOR database.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| outflank_fuzz::targets::names(bytes));
