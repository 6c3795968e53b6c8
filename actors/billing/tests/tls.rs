//! A bank that asks who calls, over TLS.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpListener,
    sync::Arc,
};

use rustls::{
    RootCertStore, ServerConfig, ServerConnection, StreamOwned,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
    server::WebPkiClientVerifier,
};

use super::{bacen_at, named};
use crate::{
    billing::{Bank as _, BankError},
    egress::Egress,
};

const AUTHORITY: &[u8] = include_bytes!("../../egress/certificates/authority.pem");
const SERVER: &[u8] = include_bytes!("../../egress/certificates/server.pem");
const CLIENT: &[u8] = include_bytes!("../../egress/certificates/client.pem");
const STRANGER: &[u8] = include_bytes!("../../egress/certificates/stranger.pem");

/// A bank that answers those alone whose certificate is of its authority. It ends with the process.
fn bank() -> String {
    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_slice(AUTHORITY).unwrap())
        .unwrap();
    let verifier = WebPkiClientVerifier::builder(Arc::new(roots))
        .build()
        .unwrap();
    let own = vec![CertificateDer::from_pem_slice(SERVER).unwrap()];
    let key = PrivateKeyDer::from_pem_slice(SERVER).unwrap();
    let config = ServerConfig::builder()
        .with_client_cert_verifier(verifier)
        .with_single_cert(own, key)
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
            // who is refused hears no more
            let _ = answer(StreamOwned::new(connection, stream));
        }
    });
    format!("https://localhost:{port}")
}

fn answer(stream: StreamOwned<ServerConnection, std::net::TcpStream>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let (mut first, mut length) = (String::new(), 0);
    reader.read_line(&mut first)?;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(text) = line.strip_prefix("content-length: ") {
            length = text.parse().unwrap();
        }
    }
    reader.read_exact(&mut vec![0; length])?;
    let body = if first.starts_with("POST /oauth/token ") {
        r#"{"access_token":"t1","expires_in":3600}"#
    } else {
        r#"{"status":"CONCLUIDA","pix":[]}"#
    };
    let mut stream = reader.into_inner();
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )?;
    stream.conn.send_close_notify();
    stream.flush()
}

#[actix_rt::test]
async fn a_bank_that_asks_for_a_certificate_answers_its_owner_alone() {
    let egress = |pem| Egress::trusted_among(pem, Some(AUTHORITY)).unwrap();
    let own = egress(CLIENT);
    let url = bank();
    let standing = bacen_at(&url, own).look(named("abc")).await.unwrap();
    assert!(standing.is_done);
    let refused = bacen_at(&url, egress(STRANGER)).look(named("abc")).await;
    assert!(
        matches!(refused, Err(BankError::NoAnswer(_))),
        "{refused:?}"
    );
    // without the authority of the tests the server is none that could be trusted
    let unknown = bacen_at(&url, Egress::trusted_as(CLIENT).unwrap());
    assert!(matches!(
        unknown.look(named("abc")).await,
        Err(BankError::NoAnswer(_))
    ));
    let nobody = bacen_at(&url, Egress::trusted().unwrap());
    assert!(matches!(
        nobody.look(named("abc")).await,
        Err(BankError::NoAnswer(_))
    ));
}

#[test]
fn a_file_without_a_certificate_or_without_its_key_is_refused() {
    assert!(Egress::trusted_as(b"").is_err());
    assert!(Egress::trusted_as(b"no certificate").is_err());
    assert!(Egress::trusted_as(AUTHORITY).is_err(), "no key");
}
