//! Confirmation with a bank that says what a test tells it to, and the bank's API over HTTP.

mod credit;
mod cut;
mod odd;
mod peer;
mod tls;
mod unseen;
mod words;

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use chrono::{DateTime, Utc};
use guiche_config::SecretText;
use guiche_storage::{
    billing::own,
    companies::{NewCompany, NewPlan},
    model::{
        event::{CommittedEvent, Entity},
        invoice::{InvoiceKind, PaymentOutcome},
        page::Page,
    },
};

use super::*;
use crate::{
    egress::Egress,
    test_company::{StoppedClock, TestCompany},
};

fn payer(company: CompanyId) -> Payer<'static> {
    Payer {
        company,
        name: "Lojas Aurora",
        document: None,
    }
}

fn named(txid: &str) -> ChargeName<'_> {
    ChargeName {
        txid,
        reference: None,
    }
}

/// A desk whose company owes R$ 349 and is due in five days.
struct Owing {
    desk: TestCompany,
    billing: Billing,
    bank: SimulatedBank,
    told: Arc<Mutex<Vec<CommittedEvent>>>,
    company: CompanyId,
    invoice: InvoiceId,
}

impl Owing {
    async fn new() -> Self {
        let desk = TestCompany::new().await;
        let now = desk.now();
        let made = desk
            .db
            .write(async |conn| {
                let plan = NewPlan {
                    name: "Profissional",
                    users: 10,
                    connections: 3,
                    queues: 10,
                    value: 349.0,
                    features: &[],
                };
                let plan = companies::insert_plan(conn, now, &plan).await?;
                let company = NewCompany {
                    name: "Lojas Aurora",
                    email: None,
                    phone: None,
                    plan,
                    due_date: Some(now + TimeDelta::days(5)),
                };
                let company = companies::insert(conn, now, &company).await?;
                Ok::<_, StorageError>((company, ensure_invoice(conn, company, now).await?))
            })
            .await;
        let (company, invoice) = made.unwrap();
        let bank = SimulatedBank::new(Arc::clone(&desk.clock));
        let told: Arc<Mutex<Vec<CommittedEvent>>> = Arc::default();
        let telling = Arc::clone(&told);
        let billing = Billing {
            db: desk.db.clone(),
            clock: Arc::clone(&desk.clock),
            banks: Banks::one(Arc::new(bank.clone())),
            tell: EventPublisher::new(move |events| telling.lock().unwrap().extend(events)),
        };
        Self {
            desk,
            billing,
            bank,
            told,
            company,
            invoice: invoice.unwrap(),
        }
    }

    async fn charge(&self) -> Charge {
        let (_, charge) = self
            .billing
            .charge(payer(self.company), self.invoice)
            .await
            .unwrap();
        charge
    }

    async fn standing(&self) -> (InvoiceStatus, i64) {
        let mut reader = self.desk.db.read().await.unwrap();
        let conn = &mut reader.conn();
        let invoice = invoices::get(conn, self.company, self.invoice)
            .await
            .unwrap();
        let company = companies::get(conn, self.company).await.unwrap();
        let left = company.due_date.unwrap() - self.desk.now();
        (invoice.status, left.num_days())
    }

    async fn outcomes(&self) -> Vec<PaymentOutcome> {
        let mut reader = self.desk.db.read().await.unwrap();
        let found = invoices::get_of_company(&mut reader.conn(), self.company, self.invoice).await;
        let payments = found.unwrap().payments.into_iter();
        payments.map(|one| one.outcome).collect()
    }

    fn told(&self) -> Vec<Entity> {
        let told = self.told.lock().unwrap();
        told.iter().map(|event| event.entity).collect()
    }
}

#[actix_rt::test]
async fn a_payment_renews_once_however_often_it_is_confirmed() {
    let desk = Owing::new().await;
    let charge = desk.charge().await;
    assert_eq!(charge, desk.charge().await, "one code for everybody");
    desk.billing.confirm(&charge.txid).await.unwrap();
    assert_eq!(desk.standing().await, (InvoiceStatus::Open, 5));
    assert!(desk.bank.pay(&charge.txid, None));
    let all = (0..20).map(|_| desk.billing.confirm(&charge.txid));
    for done in futures_util::future::join_all(all).await {
        assert!(done.unwrap());
    }
    assert_eq!(desk.standing().await, (InvoiceStatus::Paid, 36));
    assert_eq!(desk.outcomes().await, [PaymentOutcome::Paid]);
    assert_eq!(desk.told(), [Entity::Company, Entity::Payment]);
    let told = desk.told.lock().unwrap();
    let payload: serde_json::Value = serde_json::from_str(told[1].payload.get()).unwrap();
    assert_eq!(payload["action"], "CONCLUIDA");
    assert_eq!(payload["company"]["name"], "Lojas Aurora");
}

#[actix_rt::test]
async fn what_is_too_little_double_or_late_is_kept_and_renews_nothing() {
    use PaymentOutcome as O;
    let desk = Owing::new().await;
    let little = desk.charge().await;
    desk.bank.pay(&little.txid, Some(34_899));
    desk.billing.confirm(&little.txid).await.unwrap();
    assert_eq!(desk.standing().await, (InvoiceStatus::Open, 5));
    assert_eq!(desk.outcomes().await, [PaymentOutcome::TooLittle]);
    let full = desk.charge().await;
    assert_ne!(full.txid, little.txid);
    desk.bank.pay(&full.txid, None);
    desk.billing.confirm(&full.txid).await.unwrap();
    desk.bank.pay(&full.txid, None);
    desk.billing.confirm(&full.txid).await.unwrap();
    assert_eq!(desk.standing().await, (InvoiceStatus::Paid, 36));
    let mut kept = desk.outcomes().await;
    kept.sort_by_key(|one| format!("{one:?}"));
    assert_eq!(kept, [O::Double, O::Paid, O::TooLittle]);
    let refused = desk.billing.charge(payer(desk.company), desk.invoice).await;
    assert!(matches!(
        refused,
        Err(ActorError::Refused(ErrorCode::InvoiceNotOpen))
    ));

    let late = Owing::new().await;
    let charge = late.charge().await;
    late.desk
        .db
        .write(async |conn| {
            let (company, now) = (late.company, late.desk.now());
            bill_anew(conn, &mut Vec::new(), company, now).await?;
            invoices::cancel_open(conn, company, InvoiceKind::Renewal, now).await
        })
        .await
        .map(|cancelled| assert_eq!(cancelled, 1, "what is right stays"))
        .unwrap();
    late.bank.pay(&charge.txid, None);
    late.billing.confirm(&charge.txid).await.unwrap();
    assert_eq!(late.standing().await, (InvoiceStatus::Cancelled, 5));
    assert_eq!(late.outcomes().await, [O::Late]);
}

#[actix_rt::test]
async fn a_look_finds_what_no_webhook_has_told() {
    let desk = Owing::new().await;
    let charge = desk.charge().await;
    desk.bank.pay(&charge.txid, None);
    desk.billing.look().await.unwrap();
    assert_eq!(
        desk.standing().await,
        (InvoiceStatus::Open, 5),
        "it was asked about a moment ago"
    );
    let later = Billing {
        clock: Arc::new(StoppedClock(desk.desk.now() + TimeDelta::minutes(1))),
        ..desk.billing.clone()
    };
    later.look().await.unwrap();
    assert_eq!(desk.standing().await, (InvoiceStatus::Paid, 36));
}

#[actix_rt::test]
async fn invoices_are_made_once_for_who_is_due() {
    let desk = Owing::new().await;
    let cancel = async || {
        let (company, now) = (desk.company, desk.desk.now());
        let work = async |conn: &mut Conn<'_>| {
            invoices::cancel_open(conn, company, InvoiceKind::Renewal, now).await
        };
        desk.desk.db.write(work).await.unwrap()
    };
    assert_eq!(cancel().await, 1);
    desk.billing.make_invoices().await.unwrap();
    desk.billing.make_invoices().await.unwrap();
    assert_eq!(cancel().await, 1);
    let at_night: DateTime<Utc> = "2027-01-15T05:30:00Z".parse().unwrap();
    let night = Billing {
        clock: Arc::new(StoppedClock(at_night)),
        ..desk.billing.clone()
    };
    night.make_invoices().await.unwrap();
    assert_eq!(cancel().await, 0, "not before three");
}

#[actix_rt::test]
async fn without_a_bank_nothing_can_be_paid() {
    let desk = Owing::new().await;
    let none = Billing {
        banks: Banks::default(),
        ..desk.billing.clone()
    };
    let refused = none.charge(payer(desk.company), desk.invoice).await;
    assert!(matches!(
        refused,
        Err(ActorError::Refused(ErrorCode::BillingUnavailable))
    ));
    none.look().await.unwrap();
}

/// A bank over HTTP: what it was asked, in order, with the token.
fn served(
    answer: &'static str,
    refuse_first: bool,
) -> (
    actix_web::dev::ServerHandle,
    String,
    Arc<Mutex<Vec<String>>>,
) {
    use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let (log, tokens) = (Arc::clone(&asked), Arc::new(AtomicUsize::new(0)));
    let server = HttpServer::new(move || {
        let (log, tokens) = (Arc::clone(&log), Arc::clone(&tokens));
        App::new().default_service(web::to(move |request: HttpRequest, body: web::Bytes| {
            let (log, tokens) = (Arc::clone(&log), Arc::clone(&tokens));
            async move {
                let with = request.headers().get("authorization");
                let with = with.and_then(|it| it.to_str().ok()).unwrap_or_default();
                let text = String::from_utf8_lossy(&body).into_owned();
                let line = format!("{} {} {with} {text}", request.method(), request.path());
                log.lock().unwrap().push(line);
                if request.path() == "/oauth/token" {
                    let number = tokens.fetch_add(1, Ordering::SeqCst) + 1;
                    let token = format!("{{\"access_token\":\"t{number}\",\"expires_in\":3600}}");
                    return HttpResponse::Ok().body(token);
                }
                if refuse_first && with == "Bearer t1" {
                    return HttpResponse::Unauthorized().finish();
                }
                HttpResponse::Ok().body(answer)
            }
        }))
    })
    .workers(1)
    .bind(("127.0.0.1", 0))
    .unwrap();
    let port = server.addrs()[0].port();
    let server = server.run();
    let handle = server.handle();
    actix_rt::spawn(server);
    (handle, format!("http://127.0.0.1:{port}"), asked)
}

fn bacen(url: &str) -> Bacen {
    bacen_at(url, Egress::trusted().unwrap())
}

fn bacen_at(url: &str, egress: Egress) -> Bacen {
    let settings = guiche_config::Billing {
        provider: None,
        asaas_url: None,
        url: Some(format!("{url}/v2")),
        token_url: Some(format!("{url}/oauth/token")),
        client_id: Some("desk".into()),
        client_secret: Some(SecretText::new("s3cret")),
        pix_key: Some("7d9f0335-8dcc-4054-9bf9-0dbd61d36906".into()),
        certificate: None,
        webhook_secret: None,
        receiver: "Guichê".into(),
        city: "São Paulo".into(),
        expires_seconds: 3600,
    };
    let clock = StoppedClock("2026-11-25T12:00:00Z".parse().unwrap());
    Bacen::new(&settings, egress, Arc::new(clock)).unwrap()
}

#[actix_rt::test]
async fn a_charge_is_made_in_the_words_of_the_central_bank() {
    let answer = r#"{"status":"ATIVA","txid":"x","location":"pix.example.com/qr/v2/1f",
        "calendario":{"criacao":"2026-11-25T12:00:05.000Z","expiracao":1800},"valor":{"original":"349.00"}}"#;
    let (server, url, asked) = served(answer, false);
    let bank = bacen(&url);
    let new = NewCharge {
        txid: "0123456789abcdef0123456789abcdef",
        value_cents: 34_900,
        note: "Fatura 7",
        payer: payer(CompanyId(1)),
    };
    let made = bank.charge(new).await.unwrap();
    let at: DateTime<Utc> = "2026-11-25T12:00:05Z".parse().unwrap();
    assert_eq!(
        (made.created_at, made.expires_at),
        (at, at + TimeDelta::minutes(30))
    );
    assert!(crate::rules::billing::is_br_code(&made.qrcode));
    assert!(made.qrcode.contains("pix.example.com/qr/v2/1f"));
    bank.look(named("0123456789abcdef0123456789abcdef"))
        .await
        .unwrap();
    server.stop(false).await;
    let asked = asked.lock().unwrap();
    let [token, put, get] = &asked[..] else {
        panic!("{asked:?}: one token is enough")
    };
    assert!(token.starts_with("POST /oauth/token Basic ZGVzazpzM2NyZXQ="));
    assert!(token.contains("grant_type=client_credentials"));
    assert!(put.starts_with("PUT /v2/cob/0123456789abcdef0123456789abcdef Bearer t1 {"));
    for part in [
        r#""original":"349.00""#,
        r#""expiracao":3600"#,
        r#""solicitacaoPagador":"Fatura 7""#,
        r#""chave":"7d9f0335-8dcc-4054-9bf9-0dbd61d36906""#,
    ] {
        assert!(put.contains(part), "{put}");
    }
    assert!(get.starts_with("GET /v2/cob/0123456789abcdef0123456789abcdef Bearer t1"));
}

#[actix_rt::test]
async fn payments_are_read_and_what_cannot_be_read_is_left_out() {
    let answer = r#"{"status":"CONCLUIDA","pix":[
        {"endToEndId":"E12345678202009091221kkkkkkkkkkk","valor":"349.00","horario":"2026-11-25T12:01:00.000Z",
         "devolucoes":{"id":"1"}},
        {"endToEndId":"short","valor":"349.00","horario":"2026-11-25T12:01:00.000Z"},
        {"endToEndId":"E12345678202009091221kkkkkkkkkk2","valor":"a lot","horario":"2026-11-25T12:01:00.000Z"}]}"#;
    let (server, url, asked) = served(answer, true);
    let standing = bacen(&url).look(named("abc")).await.unwrap();
    assert!(standing.is_done);
    let [one] = &standing.payments[..] else {
        panic!("{standing:?}")
    };
    assert_eq!(
        (one.value_cents, one.end_to_end_id.as_str()),
        (34_900, "E12345678202009091221kkkkkkkkkkk")
    );
    assert_eq!(
        asked.lock().unwrap().len(),
        4,
        "a token that is refused is asked for anew, once"
    );
    server.stop(false).await;
}

#[actix_rt::test]
async fn a_bank_that_is_gone_or_talks_nonsense_is_no_answer() {
    let (server, url, _) = served("<html>", false);
    let nonsense = bacen(&url).look(named("abc")).await;
    assert!(matches!(nonsense, Err(BankError::NoAnswer(_))));
    server.stop(false).await;
    let gone = bacen("http://127.0.0.1:9").look(named("abc")).await;
    assert!(matches!(gone, Err(BankError::NoAnswer(_))));
}

/// A charge of a bank that makes whatever it is asked for.
fn made(new: NewCharge<'_>) -> MadeCharge {
    let at: DateTime<Utc> = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
    MadeCharge {
        qrcode: new.txid.to_owned(),
        created_at: at,
        expires_at: at + TimeDelta::hours(1),
        reference: None,
    }
}
