//! The table of refusals: what each code must have, and what clients never see.

use super::*;

#[test]
fn every_code_has_an_error_status_and_a_text() {
    for code in ErrorCode::ALL {
        let (status, text) = answer(*code);
        assert!(
            status.is_client_error() || status.is_server_error(),
            "{code} answers {status}"
        );
        // the one text that programs of other makers know to the letter (rule B13)
        let is_known_to_programs = *code == ErrorCode::ApiToken;
        assert!(
            text.ends_with('.') != is_known_to_programs,
            "{code} says {text:?}"
        );
    }
}

#[test]
fn the_client_signs_out_on_401_and_so_only_these_codes_have_it() {
    // spec: S070 S124
    let codes: Vec<_> = ErrorCode::ALL
        .iter()
        .filter(|code| answer(**code).0 == StatusCode::UNAUTHORIZED)
        .map(|code| code.as_str())
        .collect();
    assert_eq!(
        codes,
        [
            "ERR_SESSION_EXPIRED",
            "ERR_INVALID_CREDENTIALS",
            "ERR_API_TOKEN",
            "ERR_WEBHOOK_SIGNATURE"
        ]
    );
}

#[test]
fn a_refused_field_has_the_name_that_the_client_sent() {
    assert_eq!(wire_name("phone_number_id"), "phoneNumberId");
    assert_eq!(wire_name("extra_info[0].name"), "extraInfo[0].name");
    assert_eq!(wire_name("name"), "name");
}

#[test]
fn a_cause_stays_on_the_server() {
    let error = ApiError::from(StorageError::Unavailable("disk /srv/x is full".into()));
    assert_eq!(error.code(), ErrorCode::Busy);
    assert!(error.cause().unwrap().to_string().contains("full"));
    assert_eq!(
        error.response("r1").headers().get("retry-after").unwrap(),
        "1"
    );
    assert!(!error.to_string().contains("full"));
}

#[test]
fn a_program_reads_names_as_it_writes_them() {
    for (name, read) in [
        ("extraInfo[0].name", "extra_info[0].name"),
        ("number", "number"),
        ("Idempotency-Key", "Idempotency-Key"),
    ] {
        assert_eq!(snake_name(name), read);
    }
}
