#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| countersign_fuzz::answer_live::check(data));
