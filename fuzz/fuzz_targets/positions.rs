//! Reads positions, patterns, squares and moves.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| outflank_fuzz::targets::positions(text));
