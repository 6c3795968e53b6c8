//! Multipart bodies: bounded, and nothing left behind.

use actix_web::{
    App, HttpRequest, HttpResponse,
    http::StatusCode,
    test::{self, TestRequest},
    web,
};
use guiche_storage::media::MediaStore;
use serde_json::{Value, json};

use crate::{
    error::ApiError,
    uploads::{self, UploadLimits},
};

const BOUNDARY: &str = "x-boundary-x";
const LIMITS: UploadLimits = UploadLimits {
    files_max: 2,
    file_bytes_max: 1000,
    total_bytes_max: 1500,
    keeps_spaces: false,
};

/// A form of parts: headers after the name, and a value.
pub(super) fn form(parts: &[(&str, &str, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, more, value) in parts {
        body.extend(
            format!(
                "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{more}\r\n\r\n"
            )
            .bytes(),
        );
        body.extend(*value);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{BOUNDARY}--\r\n").bytes());
    body
}

pub(super) fn multipart(uri: &str, body: Vec<u8>) -> TestRequest {
    let kind = format!("multipart/form-data; boundary={BOUNDARY}");
    TestRequest::post()
        .uri(uri)
        .insert_header(("content-type", kind))
        .set_payload(body)
}

async fn take(
    request: HttpRequest,
    payload: web::Payload,
    store: web::Data<MediaStore>,
) -> Result<HttpResponse, ApiError> {
    let upload = uploads::receive(&request, payload, &store, LIMITS).await?;
    let files: Vec<_> = upload
        .files
        .iter()
        .map(|file| {
            json!([
                file.field,
                file.name,
                file.mime,
                file.size(),
                file.temp.path().exists()
            ])
        })
        .collect();
    let bodies: Vec<_> = upload.all("body").collect();
    Ok(HttpResponse::Ok().json(json!({ "bodies": bodies, "files": files })))
}

/// The answer, and how many temporary files are left.
async fn send(body: Vec<u8>) -> (StatusCode, Value, usize) {
    let dir = tempfile::tempdir().unwrap();
    let store = MediaStore::open(dir.path(), "node", b"key").unwrap();
    let app = App::new()
        .app_data(web::Data::new(store))
        .route("/", web::post().to(take));
    let app = test::init_service(app).await;
    let response = test::call_service(&app, multipart("/", body).to_request()).await;
    let status = response.status();
    let body = serde_json::from_slice(&test::read_body(response).await).unwrap();
    let left = std::fs::read_dir(dir.path().join("tmp")).unwrap().count();
    (status, body, left)
}

#[actix_web::test]
async fn fields_and_files_are_taken_in_their_order() {
    let body = form(&[
        ("body", "", "Olá".as_bytes()),
        (
            "medias",
            "; filename=\"../../nota fiscal.pdf\"\r\nContent-Type: application/pdf",
            b"%PDF-1.4",
        ),
        ("body[]", "", b"dois"),
        ("medias", "; filename*=UTF-8''foto%20%C3%A0.png", b"12345"),
        ("nothing", "; filename=\"\"", b""),
    ]);
    let (status, answer, left) = send(body).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!(answer["bodies"], json!(["Olá", "dois"]));
    assert_eq!(
        answer["files"],
        json!([
            ["medias", "nota_fiscal.pdf", "application/pdf", 8, true],
            ["medias", "foto_à.png", null, 5, true]
        ])
    );
    assert_eq!(left, 0);
}

#[actix_web::test]
async fn what_is_too_large_leaves_nothing() {
    let file = "; filename=\"x\"";
    for parts in [
        vec![("medias", file, vec![b'x'; 1001])],
        vec![
            ("medias", file, vec![b'x'; 800]),
            ("medias", file, vec![b'x'; 800]),
        ],
        vec![
            ("medias", file, vec![b'x'; 10]),
            ("body", "", vec![b'x'; 300_000]),
        ],
    ] {
        let parts: Vec<_> = parts
            .iter()
            .map(|(name, more, value)| (*name, *more, &value[..]))
            .collect();
        let (status, answer, left) = send(form(&parts)).await;
        assert_eq!(
            (status, &answer["error"]),
            (
                StatusCode::PAYLOAD_TOO_LARGE,
                &json!("ERR_PAYLOAD_TOO_LARGE")
            )
        );
        assert_eq!(left, 0);
    }
}

#[actix_web::test]
async fn what_is_no_form_is_refused() {
    let file = "; filename=\"x\"";
    let cut = form(&[("medias", file, b"0123456789")]);
    for body in [
        b"nonsense".to_vec(),
        cut[..cut.len() - 30].to_vec(),
        form(&[("medias", file, b"")]),
        form(&[("", "", b"x")]),
        form(&[("body", "", b"\xff\xfe")]),
        form(&[
            ("medias", file, b"1"),
            ("medias", file, b"2"),
            ("medias", file, b"3"),
        ]),
    ] {
        let (status, answer, left) = send(body).await;
        assert_eq!(
            (status, &answer["error"]),
            (StatusCode::BAD_REQUEST, &json!("ERR_VALIDATION"))
        );
        assert_eq!(left, 0);
    }
}
