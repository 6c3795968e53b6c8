//! Asaas on a port of its own, as its published answers are. It ends with the process.

use std::{
    collections::HashMap,
    net::TcpListener,
    sync::{Arc, Mutex, MutexGuard},
};

use serde_json::{Value, json};

use super::bank::{Asked, read, reply};

/// What the desk shows.
pub const KEY: &str = "$aact_hmlg_000MzkwODA2MWY2OGM3MWRlMDU2NWM3MzJlNzZmNGZhZGY";
/// The code of its published example.
const PAYLOAD: &str = "00020101021226730014br.gov.bcb.pix2551pix-h.asaas.com/pixqrcode/cobv/pay_76575613967995145204000053039865802BR5905ASAAS6009Joinville61088922827162070503***63045E7A";

#[derive(Debug, Default)]
struct State {
    customers: HashMap<String, Value>,
    /// Customers that were ever made: no number is given twice.
    made: usize,
    payments: HashMap<String, Value>,
    asked: HashMap<String, usize>,
    is_away: bool,
    /// Whether it answers nobody who asks for a code.
    hides_codes: bool,
}

/// The service. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Asaas {
    pub url: String,
    state: Arc<Mutex<State>>,
}

impl Asaas {
    /// Opens it.
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let asaas = Self {
            url: format!("http://{}/v3", listener.local_addr().expect("an address")),
            state: Arc::default(),
        };
        let serving = asaas.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let asaas = serving.clone();
                std::thread::spawn(move || {
                    if let Some(request) = read(&stream) {
                        reply(stream, asaas.answer(&request));
                    }
                });
            }
        });
        asaas
    }

    /// A payment now has this status, and these fields.
    pub fn set(&self, id: &str, fields: &Value) {
        let mut state = self.state();
        let payment = state.payments.get_mut(id).expect("a payment of this name");
        for (name, value) in fields.as_object().expect("fields") {
            payment[name] = value.clone();
        }
    }

    /// Somebody pays.
    pub fn pay(&self, id: &str) {
        self.set(
            id,
            &json!({ "status": "RECEIVED", "paymentDate": "2026-11-25", "clientPaymentDate": "2026-11-25" }),
        );
    }

    /// A payment from before, that was paid.
    pub fn insert_paid(&self, id: &str, value: f64) {
        let payment = json!({ "object": "payment", "id": id, "value": value, "status": "RECEIVED", "deleted": false,
            "paymentDate": "2026-11-25", "externalReference": "", "refunds": null });
        self.state().payments.insert(id.to_owned(), payment);
    }

    /// Its payments that name something of ours.
    pub fn payment_of(&self, txid: &str) -> Value {
        let state = self.state();
        let found = state.payments.values();
        let mut found = found.filter(|one| one["externalReference"] == txid);
        let payment = found.next().expect("a payment for this charge").clone();
        assert!(found.next().is_none(), "one payment for a charge");
        payment
    }

    /// The customers that name a company.
    pub fn customers_of(&self, company: i64) -> Vec<Value> {
        let state = self.state();
        let name = json!(format!("guiche-{company}"));
        let found = state.customers.values();
        found
            .filter(|one| one["externalReference"] == name)
            .cloned()
            .collect()
    }

    /// It knows nobody any more.
    pub fn forget_customers(&self) {
        self.state().customers.clear();
    }

    /// How often it was asked about a payment.
    pub fn asked(&self, id: &str) -> usize {
        self.state().asked.get(id).copied().unwrap_or_default()
    }

    /// Whether it answers nobody.
    pub fn set_away(&self, is_away: bool) {
        self.state().is_away = is_away;
    }

    /// Whether it tells nobody the code of a payment.
    pub fn hide_codes(&self, is_hidden: bool) {
        self.state().hides_codes = is_hidden;
    }

    /// Of how many payments it knows, and how many of them were taken back.
    pub fn payments(&self) -> (usize, usize) {
        let state = self.state();
        let taken_back = state.payments.values().filter(|one| one["deleted"] == true);
        (state.payments.len(), taken_back.count())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no panic before")
    }

    fn answer(&self, request: &Asked) -> (u16, Value) {
        let mut state = self.state();
        if state.is_away {
            return (502, json!({}));
        }
        if request.header("access_token") != KEY {
            return refused(401, "invalid_access_token");
        }
        let (method, path) = request.line.split_once(" /v3/").unwrap_or_default();
        if method == "GET" && request.length > 0 {
            return refused(403, "forbidden");
        }
        let parts: Vec<&str> = path.split('/').collect();
        match (method, parts.as_slice()) {
            ("POST", ["customers"]) => {
                state.made += 1;
                let id = format!("cus_{:012}", state.made);
                customer(&mut state, id, &request.body)
            }
            ("PUT", ["customers", id]) if state.customers.contains_key(*id) => {
                customer(&mut state, (*id).to_owned(), &request.body)
            }
            ("POST", ["payments"]) => payment(&mut state, &request.body),
            ("GET", ["payments", _, "pixQrCode"]) if state.hides_codes => refused(500, "internal"),
            ("GET", ["payments", id, "pixQrCode"]) if state.payments.contains_key(*id) => (
                200,
                json!({ "encodedImage": "iVBORw0KGgo=", "payload": PAYLOAD, "expirationDate": "2099-06-24 23:59:59",
                    "description": "Fatura" }),
            ),
            ("GET", ["payments", id]) => {
                *state.asked.entry((*id).to_owned()).or_default() += 1;
                match state.payments.get(*id) {
                    Some(payment) => (200, payment.clone()),
                    None => (404, json!({})),
                }
            }
            ("DELETE", ["payments", id]) => match state.payments.get_mut(*id) {
                Some(payment) if payment["status"] == "PENDING" => {
                    payment["deleted"] = json!(true);
                    (200, json!({ "deleted": true, "id": id }))
                }
                Some(_) => refused(400, "invalid_action"),
                None => (404, json!({})),
            },
            _ => (404, json!({})),
        }
    }
}

fn refused(status: u16, code: &str) -> (u16, Value) {
    let body = json!({ "errors": [{ "code": code, "description": "Recusado." }] });
    (status, body)
}

fn customer(state: &mut State, id: String, body: &Value) -> (u16, Value) {
    if !body["name"].is_string() || !body["cpfCnpj"].is_string() {
        return refused(400, "invalid_object");
    }
    let made = json!({
        "object": "customer", "id": id, "dateCreated": "2026-11-25", "name": body["name"], "email": null,
        "cpfCnpj": body["cpfCnpj"], "personType": "JURIDICA", "deleted": false,
        "externalReference": body["externalReference"], "notificationDisabled": body["notificationDisabled"],
    });
    state.customers.insert(id, made.clone());
    (200, made)
}

fn payment(state: &mut State, body: &Value) -> (u16, Value) {
    let customer = body["customer"].as_str().unwrap_or_default();
    if !state.customers.contains_key(customer) {
        return refused(400, "invalid_customer");
    }
    let id = format!("pay_{:012}", state.payments.len() + 1);
    let made = json!({
        "object": "payment", "id": id, "dateCreated": "2026-11-25", "customer": customer, "paymentLink": null,
        "value": body["value"], "netValue": body["value"], "originalValue": null, "billingType": body["billingType"],
        "status": "PENDING", "dueDate": body["dueDate"], "paymentDate": null, "clientPaymentDate": null,
        "description": body["description"], "externalReference": body["externalReference"], "deleted": false,
        "pixTransaction": null, "refunds": null,
    });
    state.payments.insert(id, made.clone());
    (200, made)
}
