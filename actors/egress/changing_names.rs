//! A name that leads elsewhere from one look to the next: first to an address that may be called, then into the server's
//! own network. What is called is what was checked, at every use anew.

use std::{
    collections::VecDeque,
    io::{Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use reqwest::{
    Method, Url,
    dns::{Addrs, Name, Resolve, Resolving},
};

use super::{Egress, EgressError, Limits};

const OUTSIDE: Ipv4Addr = Ipv4Addr::LOCALHOST;
const INSIDE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// In this world 127.0.0.1 is the only public address.
fn is_outside(address: IpAddr) -> bool {
    address == IpAddr::V4(OUTSIDE)
}

/// Says what a name leads to, another thing each time; the last of it for ever.
struct Changing {
    answers: Mutex<VecDeque<Vec<Ipv4Addr>>>,
    looks: AtomicUsize,
}

impl Changing {
    fn to<const N: usize>(answers: [&[Ipv4Addr]; N]) -> Arc<Self> {
        let answers = answers.into_iter().map(<[_]>::to_vec).collect();
        Arc::new(Self {
            answers: Mutex::new(answers),
            looks: AtomicUsize::new(0),
        })
    }

    fn looks(&self) -> usize {
        self.looks.load(Ordering::SeqCst)
    }
}

impl Resolve for Changing {
    fn resolve(&self, _: Name) -> Resolving {
        self.looks.fetch_add(1, Ordering::SeqCst);
        let mut answers = self.answers.lock().unwrap();
        let now = match answers.len() {
            1 => answers.front().cloned(),
            _ => answers.pop_front(),
        };
        let found: Addrs = Box::new(
            now.unwrap()
                .into_iter()
                .map(|address| SocketAddr::new(IpAddr::V4(address), 0)),
        );
        Box::pin(async move { Ok(found) })
    }
}

/// Two services on one port of two addresses: the one outside answers with `location`, each time on a line of its own; both
/// count who calls them.
struct Services {
    port: u16,
    outside: Arc<AtomicUsize>,
    inside: Arc<AtomicUsize>,
}

impl Services {
    fn start(location: Option<&'static str>) -> Self {
        let both = (0..20).find_map(|_| {
            let inside = TcpListener::bind((INSIDE, 0)).unwrap();
            let port = inside.local_addr().unwrap().port();
            // somebody else may have that one outside
            let outside = TcpListener::bind((OUTSIDE, port)).ok()?;
            Some((port, outside, inside))
        });
        let (port, outside, inside) = both.unwrap();
        Self {
            port,
            outside: count(outside, port, location),
            inside: count(inside, port, None),
        }
    }

    fn url(&self) -> Url {
        format!("http://troca.example:{}/", self.port)
            .parse()
            .unwrap()
    }

    fn calls(&self) -> (usize, usize) {
        let number = |count: &AtomicUsize| count.load(Ordering::SeqCst);
        (number(&self.outside), number(&self.inside))
    }
}

fn count(listener: TcpListener, port: u16, location: Option<&'static str>) -> Arc<AtomicUsize> {
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            counted.fetch_add(1, Ordering::SeqCst);
            // what is asked does not matter
            let _ = stream.read(&mut [0; 4096]);
            let head = match location {
                Some(to) => {
                    let to = to.replace("{port}", &port.to_string());
                    format!("302 Found\r\nlocation: {to}")
                }
                None => "200 OK".to_owned(),
            };
            let _ = write!(
                stream,
                "HTTP/1.1 {head}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            );
        }
    });
    calls
}

fn egress(names: &Arc<Changing>) -> Egress {
    let names: Arc<dyn Resolve> = names.clone();
    Egress::with_names(Some(is_outside), false, names).unwrap()
}

async fn post(egress: &Egress, url: Url) -> Result<u16, EgressError> {
    let request = egress.request(Method::POST, url)?.body("{}");
    let reply = egress.send(request, Limits::default()).await?;
    Ok(reply.status().as_u16())
}

async fn get(egress: &Egress, url: Url) -> Result<u16, EgressError> {
    let reply = egress.get(url, None, Limits::default()).await?;
    Ok(reply.status().as_u16())
}

fn is_forbidden(answer: &Result<u16, EgressError>) -> bool {
    matches!(answer, Err(EgressError::Forbidden(_)))
}

#[actix_rt::test]
async fn a_name_that_leads_inside_later_is_refused_then() {
    let services = Services::start(None);
    let names = Changing::to([&[OUTSIDE], &[INSIDE]]);
    let egress = egress(&names);
    assert_eq!(post(&egress, services.url()).await.unwrap(), 200);
    assert_eq!(names.looks(), 1, "what was checked is what is called");
    for _ in 0..2 {
        let answer = post(&egress, services.url()).await;
        assert!(is_forbidden(&answer), "{answer:?}");
        let answer = get(&egress, services.url()).await;
        assert!(is_forbidden(&answer), "{answer:?}");
    }
    assert_eq!(names.looks(), 5, "looked at for every call");
    assert_eq!(services.calls(), (1, 0));
}

#[actix_rt::test]
async fn a_name_that_leads_to_both_is_not_called_at_all() {
    let services = Services::start(None);
    let names = Changing::to([&[OUTSIDE, INSIDE], &[INSIDE, OUTSIDE]]);
    let egress = egress(&names);
    for _ in 0..2 {
        let answer = post(&egress, services.url()).await;
        assert!(is_forbidden(&answer), "{answer:?}");
    }
    assert_eq!(services.calls(), (0, 0));
}

#[actix_rt::test]
async fn a_redirect_to_a_name_that_has_changed_is_refused() {
    for location in ["/again", "http://outra.example:{port}/"] {
        let services = Services::start(Some(location));
        let names = Changing::to([&[OUTSIDE], &[INSIDE]]);
        let egress = egress(&names);
        let answer = get(&egress, services.url()).await;
        assert!(is_forbidden(&answer), "{location}: {answer:?}");
        assert_eq!(names.looks(), 2, "{location}");
        assert_eq!(services.calls(), (1, 0), "{location}");
    }
}
