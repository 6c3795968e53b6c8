//! A server that pairs devices and passes on what they send each other. It knows nothing of what they say: the messages
//! are sealed and opened by the library on both sides.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use futures_util::StreamExt as _;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Notify, mpsc},
    time::timeout,
};
use tokio_tungstenite::{accept_async, tungstenite::Message as Frame};
use whatsapp_rust::{
    Jid, NodeBuilder, buffa::Message as _, prelude::wa, wacore::store::Device, wacore_binary::Node,
};

use super::{WAIT, line::shake_hands};

/// Where the server says it is.
const HOME: &str = "s.whatsapp.net";
/// What the account signs of a device.
const ACCOUNT_SIGNATURE: &[u8] = &[6, 0];

/// A server on a port of its own.
#[derive(Clone)]
pub struct Server {
    pub url: String,
    state: Arc<Mutex<State>>,
    news: Arc<Notify>,
}

#[derive(Default)]
struct State {
    // by address: where what is for it goes
    lines: HashMap<String, mpsc::UnboundedSender<Node>>,
    // what could not be passed on
    waiting: HashMap<String, Vec<Node>>,
    // by address: the keys that it has published
    bundles: HashMap<String, Vec<Node>>,
    // whoever shows a code
    unpaired: Option<mpsc::UnboundedSender<Node>>,
    // what was refused is told so
    refuses: Option<&'static str>,
    // how many messages came
    messages: Vec<String>,
    logged_out: Vec<String>,
    // what a device could not open
    asked_again: Vec<String>,
}

impl Server {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("ws://{}/ws/chat", listener.local_addr().unwrap());
        let server = Self {
            url,
            state: Arc::default(),
            news: Arc::default(),
        };
        let accepting = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(accepting.clone().serve(stream));
            }
        });
        server
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// The phone of `number` scans a code.
    pub fn scan(&self, code: &str, number: &str) {
        let parts: Vec<&str> = code.split(',').collect();
        let identity = STANDARD.decode(parts[2]).unwrap();
        let secret = STANDARD.decode(parts[3]).unwrap();
        let account = Device::new().identity_key;
        let details = wa::ADVDeviceIdentity {
            raw_id: Some(7),
            timestamp: Some(1_700_000_000),
            key_index: Some(1),
            ..Default::default()
        }
        .encode_to_vec();
        let signed = [ACCOUNT_SIGNATURE, &details, &identity].concat();
        let signature = account
            .private_key
            .calculate_signature(&signed, &mut rand::make_rng::<rand::rngs::StdRng>())
            .unwrap();
        let inner = wa::ADVSignedDeviceIdentity {
            details: Some(details),
            account_signature_key: Some(account.public_key.public_key_bytes().to_vec()),
            account_signature: Some(signature.to_vec()),
            ..Default::default()
        }
        .encode_to_vec();
        let mut mac = Hmac::<Sha256>::new_from_slice(&secret).unwrap();
        mac.update(&inner);
        let outer = wa::ADVSignedDeviceIdentityHMAC {
            details: Some(inner),
            hmac: Some(mac.finalize().into_bytes().to_vec()),
            ..Default::default()
        }
        .encode_to_vec();
        let success = NodeBuilder::new("pair-success").children([
            NodeBuilder::new("device-identity").bytes(outer).build(),
            NodeBuilder::new("biz").attr("name", "Loja Aurora").build(),
            NodeBuilder::new("platform").attr("name", "android").build(),
            NodeBuilder::new("device")
                .attr("jid", format!("{number}:1@{HOME}"))
                .build(),
        ]);
        let iq = NodeBuilder::new("iq")
            .attrs([
                ("from", HOME),
                ("type", "set"),
                ("id", "pair-2"),
                ("xmlns", "md"),
            ])
            .children([success.build()])
            .build();
        let shown = self.state().unpaired.clone().unwrap();
        shown.send(iq).unwrap();
    }

    /// Waits until a device has published its keys: nobody can write to it before.
    pub async fn published(&self, address: &str) {
        loop {
            let news = self.news.notified();
            if self.state().bundles.contains_key(address) {
                return;
            }
            timeout(WAIT, news).await.unwrap();
        }
    }

    /// From now on the server refuses messages with this number, or takes them.
    pub fn refuse(&self, code: Option<&'static str>) {
        self.state().refuses = code;
    }

    /// The ids of the messages that came.
    pub fn messages(&self) -> Vec<String> {
        self.state().messages.clone()
    }

    /// Who has told that a device is gone.
    pub fn logged_out(&self) -> Vec<String> {
        self.state().logged_out.clone()
    }

    /// The ids of the messages that somebody could not open.
    pub fn asked_again(&self) -> Vec<String> {
        self.state().asked_again.clone()
    }

    /// Cuts the line of a device.
    pub fn cut(&self, address: &str) {
        self.state().lines.remove(address);
    }

    /// Tells a device something.
    pub fn tell(&self, address: &str, node: Node) {
        let state = self.state();
        state.lines[address].send(node).unwrap();
    }

    fn pass_on(&self, address: &str, node: Node) {
        let mut state = self.state();
        let left = match state.lines.get(address) {
            Some(line) => line.send(node.clone()).is_err(),
            None => true,
        };
        if left {
            state
                .waiting
                .entry(address.to_owned())
                .or_default()
                .push(node);
        }
    }

    async fn serve(self, stream: TcpStream) {
        let mut socket = accept_async(stream).await.unwrap();
        let Some(mut line) = shake_hands(&mut socket).await else {
            return;
        };
        let (out, mut next) = mpsc::unbounded_channel::<Node>();
        self.greet(line.address.as_deref(), &out);
        // whoever is cut off hears no more: the channel's other end is in the state alone
        let me = line.address.clone().unwrap_or_default();
        let answers = out.downgrade();
        drop(out);
        loop {
            tokio::select! {
                node = next.recv() => {
                    let Some(node) = node else { return };
                    let is_last = node.tag == "stream:error";
                    line.send(&mut socket, &node).await;
                    if is_last {
                        return;
                    }
                }
                frame = socket.next() => {
                    let Some(Ok(frame)) = frame else { return };
                    let Frame::Binary(bytes) = frame else { continue };
                    for node in line.read(&bytes) {
                        let Some(answers) = answers.upgrade() else { return };
                        self.hear(&me, &node, &answers);
                    }
                }
            }
        }
    }

    /// A device is let in and gets what has waited; one without an account is shown codes.
    fn greet(&self, address: Option<&str>, out: &mpsc::UnboundedSender<Node>) {
        let Some(address) = address else {
            let refs = (0..6).map(|number| {
                let text = format!("2@ref{number}").into_bytes();
                NodeBuilder::new("ref").bytes(text).build()
            });
            let codes = NodeBuilder::new("pair-device").children(refs).build();
            let iq = NodeBuilder::new("iq")
                .attrs([
                    ("from", HOME),
                    ("type", "set"),
                    ("id", "pair-1"),
                    ("xmlns", "md"),
                ])
                .children([codes]);
            self.state().unpaired = Some(out.clone());
            out.send(iq.build()).unwrap();
            return;
        };
        let mut state = self.state();
        state.lines.insert(address.to_owned(), out.clone());
        let left = state.waiting.remove(address).unwrap_or_default();
        drop(state);
        let count = left.len().to_string();
        out.send(NodeBuilder::new("success").attr("t", now()).build())
            .unwrap();
        for node in left {
            out.send(node).unwrap();
        }
        let offline = NodeBuilder::new("offline").attr("count", count).build();
        let ib = NodeBuilder::new("ib")
            .attr("from", HOME)
            .children([offline]);
        out.send(ib.build()).unwrap();
    }

    fn hear(&self, me: &str, node: &Node, answers: &mpsc::UnboundedSender<Node>) {
        match &*node.tag {
            "iq" if text(node, "id") == "pair-2" => {
                // the phone's server has the pairing: the device signs in with it
                let error = NodeBuilder::new("stream:error").attr("code", "515");
                answers.send(error.build()).unwrap();
            }
            "iq" if text(node, "type") == "result" => {}
            "iq" => {
                let answer = self.answer(me, node);
                answers.send(answer).unwrap();
            }
            "message" => self.message(me, node, answers),
            "receipt" => self.receipt(me, node),
            "chatstate" => {
                let passed = NodeBuilder::new("chatstate").attr("from", me);
                let state = node.children().unwrap_or_default().to_vec();
                let to = device_of(&text(node, "to"));
                self.pass_on(&to, passed.children(state).build());
            }
            _ => {}
        }
    }

    fn message(&self, me: &str, node: &Node, answers: &mpsc::UnboundedSender<Node>) {
        let (to, id) = (text(node, "to"), text(node, "id"));
        let mut ack = NodeBuilder::new("ack").attrs([
            ("class", "message".to_owned()),
            ("id", id.clone()),
            ("from", to.clone()),
            ("t", now()),
        ]);
        let refuses = self.state().refuses;
        if let Some(code) = refuses {
            ack = ack.attr("error", code);
        }
        answers.send(ack.build()).unwrap();
        self.state().messages.push(id.clone());
        if refuses.is_some() {
            return;
        }
        let mut sealed: Vec<(String, Node)> = Vec::new();
        if let Some(enc) = node.get_optional_child("enc") {
            sealed.push((device_of(&to), enc.clone()));
        }
        if let Some(all) = node.get_optional_child("participants") {
            for to in all.get_children_by_tag("to") {
                let enc = to.get_optional_child("enc").unwrap().clone();
                sealed.push((device_of(&text(to, "jid")), enc));
            }
        }
        for (device, enc) in sealed {
            let mut passed = NodeBuilder::new("message").attrs([
                ("from", me.to_owned()),
                ("id", id.clone()),
                ("t", now()),
                ("type", text(node, "type")),
                ("notify", "Maria".to_owned()),
            ]);
            let edit = text(node, "edit");
            if !edit.is_empty() {
                passed = passed.attr("edit", edit);
            }
            let mut children = vec![enc];
            children.extend(node.get_optional_child("device-identity").cloned());
            self.pass_on(&device, passed.children(children).build());
        }
    }

    fn receipt(&self, me: &str, node: &Node) {
        let mut passed = NodeBuilder::new("receipt").attrs([
            ("from", me.to_owned()),
            ("id", text(node, "id")),
            ("t", now()),
        ]);
        let kind = text(node, "type");
        if kind == "retry" {
            self.state().asked_again.push(text(node, "id"));
        }
        if !kind.is_empty() {
            passed = passed.attr("type", kind);
        }
        // the library tells the sender's device; a bare number is whoever of it is here
        let to = text(node, "to");
        let known: Vec<String> = self.state().lines.keys().cloned().collect();
        let number = to.split([':', '@']).next().unwrap_or_default();
        let of = |address: &&String| address.split([':', '@']).next() == Some(number);
        let passed = passed.build();
        for address in known.iter().filter(of) {
            self.pass_on(address, passed.clone());
        }
    }

    fn answer(&self, me: &str, iq: &Node) -> Node {
        let answer = NodeBuilder::new("iq").attrs([
            ("from", HOME.to_owned()),
            ("type", "result".to_owned()),
            ("id", text(iq, "id")),
        ]);
        let first = iq.children().and_then(<[Node]>::first).cloned();
        let child = match text(iq, "xmlns").as_str() {
            "usync" => first.map(|usync| self.usync(&usync)),
            "encrypt" if text(iq, "type") == "set" => {
                let keys = iq.children().unwrap_or_default().to_vec();
                if keys.iter().any(|key| key.tag == "list") {
                    self.state().bundles.insert(me.to_owned(), keys);
                    self.news.notify_waiters();
                }
                None
            }
            "encrypt" => first.map(|asked| match &*asked.tag {
                "key" => self.keys(&asked),
                _ => NodeBuilder::new("count").attr("value", "100").build(),
            }),
            "w:sync:app:state" => first.map(|sync| {
                let same = sync.get_children_by_tag("collection").map(|asked| {
                    NodeBuilder::new("collection")
                        .attrs([("name", text(asked, "name")), ("version", "0".to_owned())])
                        .build()
                });
                NodeBuilder::new("sync").children(same).build()
            }),
            "w:m" => Some(
                NodeBuilder::new("media_conn")
                    .attrs([("auth", "pass"), ("ttl", "3600"), ("max_buckets", "12")])
                    .children([NodeBuilder::new("host")
                        .attrs([("hostname", "files.example"), ("type", "primary")])
                        .build()])
                    .build(),
            ),
            "md" => {
                self.state().logged_out.push(me.to_owned());
                None
            }
            _ => None,
        };
        answer.children(child).build()
    }

    /// Every number is on `WhatsApp` but those that end in 00000; each has the devices that have published keys.
    fn usync(&self, usync: &Node) -> Node {
        let asked = usync.get_optional_child("list").unwrap();
        let users = asked.get_children_by_tag("user").map(|user| {
            let number = user.get_optional_child("contact").map(|contact| {
                contact
                    .content_as_string()
                    .map(|text| text.trim_start_matches('+').to_owned())
                    .unwrap_or_default()
            });
            let jid = number.map_or_else(|| text(user, "jid"), |number| format!("{number}@{HOME}"));
            let number = jid.split([':', '@']).next().unwrap_or_default().to_owned();
            let is_in = !number.ends_with("00000");
            let kind = if is_in { "in" } else { "out" };
            let ids: Vec<String> = self
                .state()
                .bundles
                .keys()
                .filter(|address| address.split([':', '@']).next() == Some(number.as_str()))
                .map(|address| address.parse::<Jid>().unwrap().device.to_string())
                .collect();
            let devices = ids
                .iter()
                .map(|id| NodeBuilder::new("device").attr("id", id.as_str()).build());
            let list = NodeBuilder::new("device-list").children(devices).build();
            NodeBuilder::new("user")
                .attr("jid", jid)
                .children([
                    NodeBuilder::new("contact").attr("type", kind).build(),
                    NodeBuilder::new("devices").children([list]).build(),
                ])
                .build()
        });
        NodeBuilder::new("usync")
            .children([
                NodeBuilder::new("result").build(),
                NodeBuilder::new("list").children(users).build(),
            ])
            .build()
    }

    fn keys(&self, asked: &Node) -> Node {
        let users = asked.get_children_by_tag("user").map(|user| {
            let jid = text(user, "jid");
            let answer = NodeBuilder::new("user").attr("jid", jid.clone());
            let mut state = self.state();
            let Some(keys) = state.bundles.get_mut(&device_of(&jid)) else {
                let error = NodeBuilder::new("error").attr("code", "406").build();
                return answer.children([error]).build();
            };
            let mut given = Vec::new();
            for node in keys.iter_mut() {
                match &*node.tag {
                    // each key is given away once
                    "list" => {
                        let mut left = node.children().unwrap_or_default().to_vec();
                        if !left.is_empty() {
                            given.push(left.remove(0));
                        }
                        *node = NodeBuilder::new("list").children(left).build();
                    }
                    _ => given.push(node.clone()),
                }
            }
            answer.children(given).build()
        });
        NodeBuilder::new("list").children(users).build()
    }
}

fn text(node: &Node, name: &str) -> String {
    node.attrs
        .get(name)
        .map(|value| value.as_str().into_owned())
        .unwrap_or_default()
}

/// A device as it is named here: a bare number is its phone.
fn device_of(jid: &str) -> String {
    let jid: Jid = jid.parse().unwrap();
    address_of(&jid.user, u32::from(jid.device))
}

pub fn address_of(number: &str, device: u32) -> String {
    if device == 0 {
        format!("{number}@{HOME}")
    } else {
        format!("{number}:{device}@{HOME}")
    }
}

fn now() -> String {
    whatsapp_rust::wacore::time::now_secs().to_string()
}
