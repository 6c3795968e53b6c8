//! Uploaded tables: read within their bounds or refused. Old workbooks (.xls) stay out: their reader panics on some broken
//! ones, which the server takes for what they are, broken files; here it would end the run.
#![no_main]

use guiche_http::sheet::{ROWS_MAX, rows};
use libfuzzer_sys::fuzz_target;

/// How an old workbook begins.
const XLS: &[u8] = b"\xd0\xcf\x11\xe0";

fuzz_target!(|bytes: &[u8]| {
    if bytes.starts_with(XLS) {
        return;
    }
    if let Ok(rows) = rows(bytes) {
        assert!(rows.len() <= ROWS_MAX + 1);
    }
});
