#![no_main]

#[path = "../../tests/fuzzed/mod.rs"]
mod fuzzed;
#[path = "../../tests/common/oracle.rs"]
mod oracle;

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzzed::check("certificates", data));
