//! The central bank's API against a bank that is not ours: prism, which answers by the bank's own description (`tests/bank/peer`),
//! and refuses what does not fit it. The description is `openapi.yaml` of `bacen/pix-api` 2.9.0 as it is (Apache-2.0).

#[path = "../../../tests/support/prism.rs"]
mod prism;

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{bacen_at, named, payer};
use crate::{
    billing::{Bank as _, BankError, NewCharge},
    egress::{Egress, Limits},
    rules::billing::is_br_code,
};

const DESCRIPTION: &str = "tests/bank/peer/openapi.yaml";
/// The example of a charge that was paid.
const PAID: &str = "example=retorno2";

/// Stands before prism: makes tokens, which the description does not know, and asks for the example of a paid charge.
fn front(prism: &str, is_paid: &Arc<AtomicBool>) -> String {
    use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
    let (prism, is_paid) = (prism.to_owned(), Arc::clone(is_paid));
    let server = HttpServer::new(move || {
        let (prism, is_paid) = (prism.clone(), Arc::clone(&is_paid));
        App::new().default_service(web::to(move |request: HttpRequest, body: web::Bytes| {
            let (prism, is_paid) = (prism.clone(), Arc::clone(&is_paid));
            async move {
                if request.path() == "/oauth/token" {
                    return HttpResponse::Ok().body(r#"{"access_token":"t1","expires_in":3600}"#);
                }
                let egress = Egress::trusted().unwrap();
                let path = request.path().trim_start_matches("/v2");
                let url = format!("{prism}{path}").parse().unwrap();
                let method = request.method().as_str().parse().unwrap();
                let mut call = egress.request(method, url).unwrap();
                for name in ["authorization", "content-type"] {
                    if let Some(value) = request.headers().get(name) {
                        call = call.header(name, value.to_str().unwrap());
                    }
                }
                if is_paid.load(Ordering::SeqCst) {
                    call = call.header("prefer", PAID);
                }
                let reply = egress.send(call.body(body.to_vec()), Limits::default());
                let reply = reply.await.unwrap();
                let mut answer = HttpResponse::build(reply.status().as_u16().try_into().unwrap());
                answer.body(reply.bytes().await.unwrap())
            }
        }))
    })
    .workers(1)
    .disable_signals()
    .bind(("127.0.0.1", 0))
    .unwrap();
    let port = server.addrs()[0].port();
    actix_rt::spawn(server.run());
    format!("http://127.0.0.1:{port}")
}

#[actix_rt::test]
async fn a_bank_made_from_the_central_banks_description_takes_what_is_said_to_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let Some(prism) = prism::start(&root, DESCRIPTION) else {
        return;
    };
    let is_paid = Arc::new(AtomicBool::new(false));
    let url = front(&prism.url, &is_paid);
    let bank = bacen_at(&url, Egress::trusted().unwrap());
    let txid = "0123456789abcdef0123456789abcdef";
    let new = |txid| NewCharge {
        txid,
        value_cents: 34_900,
        note: "Fatura 7",
        payer: payer(guiche_storage::model::CompanyId(1)),
    };
    let made = bank.charge(new(txid)).await.unwrap();
    assert!(is_br_code(&made.qrcode), "{}", made.qrcode);
    assert_eq!((made.expires_at - made.created_at).num_seconds(), 3600);
    let open = bank.look(named(txid)).await.unwrap();
    assert!(!open.is_done && open.payments.is_empty(), "{open:?}");
    is_paid.store(true, Ordering::SeqCst);
    let paid = bank.look(named(txid)).await.unwrap();
    assert!(paid.is_done);
    let [one] = &paid.payments[..] else {
        panic!("{paid:?}")
    };
    assert_eq!((one.value_cents, one.returned_cents), (11_000, 0));
    assert_eq!(one.end_to_end_id, "E1234567820200909122120200808008");
    // it does refuse: a name that is too short
    is_paid.store(false, Ordering::SeqCst);
    let refused = bank.charge(new("short")).await;
    assert!(matches!(refused, Err(BankError::Refused(_))), "{refused:?}");
}
