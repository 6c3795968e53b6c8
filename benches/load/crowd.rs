//! Many listening sockets, and events that are caused in a closed loop or at a rate.

use std::{
    cell::{Cell, RefCell},
    io::{Error, Result},
    rc::Rc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use tokio::{sync::Notify, task};

use crate::{
    client::{Http, find},
    report::Row,
    socket::Socket,
    watch::{Watch, Watched},
};

/// Stands before the time, in microseconds since 1970, in the text of an event.
const MARK: &[u8] = b"ts=";
/// A new ticket tells its last message too: one message would be heard twice.
const OF_A_TICKET: &[u8] = b"-ticket\",";
/// Sockets that are opened at once.
const OPENING: usize = 50;
const WARM: Duration = Duration::from_secs(1);
/// Longest silence before a run is given up.
const PATIENCE: Duration = Duration::from_secs(10);

/// The sockets.
pub struct Crowd {
    pub size: u64,
    got: Cell<u64>,
    lost: Cell<u64>,
    recording: Cell<bool>,
    latencies: RefCell<Vec<Duration>>,
    heard: Notify,
    tasks: RefCell<Vec<task::JoinHandle<()>>>,
}

/// How fast events are caused.
#[derive(Debug, Clone, Copy)]
pub enum Pace {
    /// At most so many that have not reached everybody.
    InFlight(u64),
    /// So many a second, whatever happens.
    PerSecond(f64),
}

/// What causes an event.
pub struct Trigger<'a> {
    pub base: &'a str,
    pub token: Option<&'a str>,
    pub method: &'static str,
    pub path: &'a str,
    /// More lines of the head, and the body, with the text that tells the time and the number of the event.
    pub letter: &'a dyn Fn(&str, u64) -> (String, String),
}

impl Crowd {
    /// Opens sockets that say `hello` (packets that ask for an answer) and listen.
    /// Each of the queries, in turn, is that of one visitor.
    pub async fn gather(
        base: &str,
        queries: &[String],
        hello: &[&str],
        size: usize,
    ) -> Result<Rc<Self>> {
        let crowd = Rc::new(Self {
            size: u64::try_from(size).unwrap_or(0),
            got: Cell::new(0),
            lost: Cell::new(0),
            recording: Cell::new(false),
            latencies: RefCell::default(),
            heard: Notify::new(),
            tasks: RefCell::default(),
        });
        let mut left = size;
        while left > 0 {
            let some = left.min(OPENING);
            let opening = (0..some).map(|place| async move {
                let query = queries.get((left - place) % queries.len().max(1));
                let query = query.map_or("", String::as_str);
                let mut socket = Socket::open(base, query).await?;
                for packet in hello {
                    socket.say(packet).await?;
                    // who is not in yet does not hear the first event
                    while !socket.next().await?.starts_with(b"43") {}
                }
                Result::Ok(socket)
            });
            for socket in futures_util::future::try_join_all(opening).await? {
                let listener = task::spawn_local(listen(crowd.clone(), socket));
                crowd.tasks.borrow_mut().push(listener);
            }
            left -= some;
        }
        Ok(crowd)
    }

    /// Closes the sockets.
    pub fn leave(&self) {
        for listener in self.tasks.borrow_mut().drain(..) {
            listener.abort();
        }
    }

    /// Causes events for some seconds. The row counts deliveries.
    pub async fn drive(
        &self,
        name: &str,
        trigger: &Trigger<'_>,
        (pace, callers, seconds): (Pace, u32, f64),
        watched: &[Watched],
    ) -> Result<Row> {
        let started = Instant::now();
        let measure_from = started + WARM;
        let until = measure_from + Duration::from_secs_f64(seconds);
        let base = self.got.get();
        let sent = Cell::new(0_u64);
        let call = async || -> Result<()> {
            let mut http = Http::open(trigger.base, trigger.token).await?;
            while Instant::now() < until {
                let number = sent.get();
                sent.set(number + 1);
                match pace {
                    Pace::InFlight(window) => {
                        let needed = (number + 1).saturating_sub(window) * self.size;
                        self.wait_for(base + needed).await?;
                    }
                    #[expect(clippy::cast_precision_loss, reason = "counts are small")]
                    Pace::PerSecond(rate) => {
                        let at = started + Duration::from_secs_f64(number as f64 / rate);
                        tokio::time::sleep_until(at.into()).await;
                    }
                }
                let (head, body) = (trigger.letter)(&format!("ts={}", now_micros()), number);
                let came = http
                    .send(trigger.method, trigger.path, &head, &body)
                    .await?;
                if came.status >= 400 {
                    let text = String::from_utf8_lossy(http.body(came)).into_owned();
                    return Err(Error::other(format!("{name}: {} {text}", came.status)));
                }
            }
            Ok(())
        };
        let calls = futures_util::future::try_join_all((0..callers).map(|_| call()));
        let watch = async {
            tokio::time::sleep_until(measure_from.into()).await;
            self.recording.set(true);
            let watch = Watch::start(watched);
            tokio::time::sleep_until(until.into()).await;
            self.recording.set(false);
            watch.stop()
        };
        let (done, used) = futures_util::future::join(calls, watch).await;
        done?;
        self.wait_for(base + sent.get() * self.size).await?;
        let mut row = Row::new(name, None, self.latencies.take(), &used);
        row.errors = self.lost.get();
        Ok(row)
    }

    /// Waits until so many deliveries were made.
    async fn wait_for(&self, deliveries: u64) -> Result<()> {
        let mut before = (self.got.get(), Instant::now());
        while self.got.get() < deliveries {
            let heard = self.heard.notified();
            let _ = tokio::time::timeout(Duration::from_millis(5), heard).await;
            if self.got.get() != before.0 {
                before = (self.got.get(), Instant::now());
            }
            if before.1.elapsed() > PATIENCE {
                return Err(Error::other(format!(
                    "{} of {deliveries} deliveries came",
                    self.got.get()
                )));
            }
        }
        Ok(())
    }
}

async fn listen(crowd: Rc<Crowd>, mut socket: Socket) {
    while let Ok(packet) = socket.next().await {
        let Some(place) = find(packet, MARK) else {
            continue;
        };
        if find(packet, OF_A_TICKET).is_some() {
            continue;
        }
        let digits = packet.iter().skip(place + MARK.len());
        let sent_at = digits
            .take_while(|byte| byte.is_ascii_digit())
            .fold(0, |number: u64, digit| {
                number * 10 + u64::from(digit - b'0')
            });
        crowd.got.set(crowd.got.get() + 1);
        if crowd.recording.get() {
            let latency = Duration::from_micros(now_micros().saturating_sub(sent_at));
            crowd.latencies.borrow_mut().push(latency);
        }
        crowd.heard.notify_waiters();
    }
    crowd.lost.set(crowd.lost.get() + 1);
}

fn now_micros() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(now.as_micros()).unwrap_or(0)
}
