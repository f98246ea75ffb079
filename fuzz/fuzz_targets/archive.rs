//! Opens zip archives, and reads what is in them.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| outflank_fuzz::targets::archive(bytes));
