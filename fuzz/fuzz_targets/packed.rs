//! Unpacks gzip and Zstandard, and reads what is in it.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| outflank_fuzz::targets::packed(bytes));
