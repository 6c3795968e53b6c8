//! Notices that a thread which runs actors or requests does not come round any more: something blocks it, and everybody
//! whose turn would be next waits (rule P4, "blocked arbiter").

use std::{
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use actix::ArbiterHandle;

/// How often a thread that comes round says so, and how often is looked.
const BEAT: Duration = Duration::from_millis(100);
/// Silence that means blocked. With one more look it is noticed within 250 ms of its begin or little more.
const SILENCE: Duration = Duration::from_millis(200);
/// Timers are counted in milliseconds and round up: so much is nobody's delay.
const GRAIN: Duration = Duration::from_millis(1);

/// The watch over some threads; ends with its last copy.
#[derive(Debug, Clone)]
pub struct ThreadWatchdog(Arc<Watch>);

#[derive(Debug)]
struct Watch {
    begun: Instant,
    hearts: Mutex<Vec<Arc<Heart>>>,
}

#[derive(Debug)]
struct Heart {
    thread: String,
    /// Milliseconds after the watch began.
    last_beat: AtomicU64,
    silent: AtomicBool,
}

impl ThreadWatchdog {
    /// Begins to watch.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start() -> std::io::Result<Self> {
        let watch = Arc::new(Watch {
            begun: Instant::now(),
            hearts: Mutex::default(),
        });
        let weak = Arc::downgrade(&watch);
        thread::Builder::new()
            .name("thread_watchdog".to_owned())
            .spawn(move || look(&weak))?;
        Ok(Self(watch))
    }

    /// Watches the thread on which this is called.
    pub fn watch_here(&self, thread: &str) {
        let heart = self.0.new_heart(thread);
        actix::spawn(beat(Arc::downgrade(&self.0), heart));
    }

    /// Watches another thread.
    pub fn watch(&self, arbiter: &ArbiterHandle, thread: &str) {
        let heart = self.0.new_heart(thread);
        arbiter.spawn(beat(Arc::downgrade(&self.0), heart));
    }
}

impl Watch {
    fn now(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn new_heart(&self, thread: &str) -> Arc<Heart> {
        let heart = Arc::new(Heart {
            thread: thread.to_owned(),
            last_beat: AtomicU64::new(self.now()),
            silent: AtomicBool::new(false),
        });
        let mut hearts = self.hearts.lock().unwrap_or_else(PoisonError::into_inner);
        hearts.push(Arc::clone(&heart));
        heart
    }

    fn look(&self) {
        let hearts = self.hearts.lock().unwrap_or_else(PoisonError::into_inner);
        for heart in hearts.iter() {
            let silence = self
                .now()
                .saturating_sub(heart.last_beat.load(Ordering::Relaxed));
            let silence = Duration::from_millis(silence);
            let is_silent = silence > SILENCE;
            if is_silent == heart.silent.swap(is_silent, Ordering::Relaxed) || !is_silent {
                continue;
            }
            metrics::counter!("guiche_thread_blocked_total", "thread" => heart.thread.clone())
                .increment(1);
            tracing::warn!(thread = heart.thread, ?silence, "a thread is blocked");
        }
    }
}

async fn beat(watch: Weak<Watch>, heart: Arc<Heart>) {
    let delay =
        metrics::histogram!("guiche_thread_delay_seconds", "thread" => heart.thread.clone());
    while let Some(watch) = watch.upgrade() {
        heart.last_beat.store(watch.now(), Ordering::Relaxed);
        drop(watch);
        let asleep = Instant::now();
        tokio::time::sleep(BEAT).await;
        delay.record(asleep.elapsed().saturating_sub(BEAT + GRAIN).as_secs_f64());
    }
}

fn look(watch: &Weak<Watch>) {
    loop {
        thread::park_timeout(BEAT / 2);
        let Some(watch) = watch.upgrade() else { return };
        watch.look();
    }
}

#[cfg(test)]
mod tests {
    use actix::Arbiter;

    use super::*;

    #[actix::test]
    async fn a_blocked_thread_is_noticed_while_it_is_blocked_and_the_others_are_not_blamed() {
        let thread_watchdog = ThreadWatchdog::start().unwrap();
        let (blocked, other) = (Arbiter::new(), Arbiter::new());
        thread_watchdog.watch(&blocked.handle(), "blocked");
        thread_watchdog.watch(&other.handle(), "other");
        let (done, waits) = std::sync::mpsc::channel::<()>();
        // nothing else of this thread comes round until the other side lets go
        blocked.spawn_fn(move || {
            let _ = waits.recv();
        });
        let silent = |name: &str| {
            let hearts = thread_watchdog.0.hearts.lock().unwrap();
            let heart = hearts.iter().find(|heart| heart.thread == name);
            heart.unwrap().silent.load(Ordering::Relaxed)
        };
        let until = async |wanted: bool| {
            let is_so = async {
                while silent("blocked") != wanted {
                    tokio::task::yield_now().await;
                }
            };
            let in_time = tokio::time::timeout(Duration::from_secs(20), is_so).await;
            assert!(in_time.is_ok(), "blocked: {wanted}");
        };
        until(true).await;
        assert!(!silent("other"));
        done.send(()).unwrap();
        until(false).await;
    }
}
