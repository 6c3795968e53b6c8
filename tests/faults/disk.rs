//! Disks that are full, and disks that lose what was not yet theirs: the embedded database on a file system of its own.

use std::{
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use reqwest::{Method, StatusCode};
use serde_json::json;

use super::{
    dice::Dice,
    is_long, note,
    provider::Provider,
    support::{ADMIN, Answer, Backend, Line, Session, TestDesk, open_ticket, unique, until},
    traffic::{Class, Traffic},
    verdict,
};

/// An answer of a desk that cannot write comes within this.
const ANSWER_MAX: Duration = Duration::from_secs(3);
/// The kernel's "this file system is gone, and what it had not written too" (ext4 and xfs). The file that nobody syncs is
/// written right before: the desk's next wait for the disk would take it along. The desk stands still from then on: with
/// the power gone it would not see a disk that is.
const CUT: &str = "import fcntl, os, signal, struct, sys
place, gone = os.open(sys.argv[1], os.O_RDONLY), struct.pack('I', 2)
with open(sys.argv[1] + '/unsynced', 'w') as file:
    file.write('x')
for desk in sys.argv[2:]:
    os.kill(int(desk), signal.SIGSTOP)
fcntl.ioctl(place, 0x8004587D, gone)";

/// Runs a command of the system; it must work.
fn system(program: &str, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{program} {arguments:?}: {complaint}"
    );
}

/// Whether this account may mount file systems; says so where not.
fn may_mount(what: &str) -> bool {
    let id = Command::new("id").arg("-u").output().expect("id runs");
    let is_root = id.stdout == b"0\n";
    if !is_root {
        note(&format!(
            "{what} was left out: only root can mount file systems"
        ));
    }
    is_root
}

/// A mounted file system; it is gone with the test.
struct Mounted(PathBuf);

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).output();
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

/// Writes until nothing more fits.
fn fill(folder: &Path) -> PathBuf {
    let path = folder.join("ballast");
    for size in ["1M", "4k", "512"] {
        let of = format!("of={}", text(&path));
        let size = format!("bs={size}");
        let arguments = ["if=/dev/zero", &of, &size, "oflag=append", "conv=notrunc"];
        let filled = Command::new("dd")
            .args(arguments)
            .output()
            .expect("dd runs");
        assert!(!filled.status.success(), "the disk has no end");
    }
    path
}

/// The attendant's text under a key; the answer comes in time and is either "done" or "later".
async fn send(session: &Session, path: &str, key: &str) -> Answer {
    let begun = Instant::now();
    let body = json!({ "body": key });
    let answer = session.try_call(Method::POST, path, Some(&body), key).await;
    let answer = answer.expect("the desk is there");
    assert!(
        begun.elapsed() < ANSWER_MAX,
        "an answer after {:?}",
        begun.elapsed()
    );
    if answer.status != StatusCode::OK {
        assert_eq!(answer.refusal(), (503, "ERR_BUSY"), "{answer:?}");
        assert!(answer.retry_after());
    }
    answer
}

/// Sends until some are refused, while reading goes on. Answers the keys of all.
async fn send_on_a_full_disk(session: &Session, path: &str) -> Vec<String> {
    let (word, mut keys, mut refused) = (unique(), Vec::new(), 0);
    // what the database has room for already still goes
    while refused < 5 {
        assert!(keys.len() < 2_000, "the disk is full and nobody notices");
        let key = format!("{word} {}", keys.len());
        refused += u32::from(send(session, path, &key).await.status != StatusCode::OK);
        keys.push(key);
    }
    assert!(
        session
            .get("/tickets?status=open")
            .await
            .status
            .is_success()
    );
    assert!(session.get(path).await.status.is_success());
    keys
}

/// A customer writes until webhooks are refused, since the first ones may still find room; none is answered otherwise than well
/// or "later".
async fn until_refused(provider: &Provider, line: &Line, number: &str) {
    until("a webhook was refused", async || {
        let more = (number.to_owned(), "Tem alguém?".to_owned());
        provider.say(line, &[more]).await;
        let answers = provider.ledger(line).await.webhooks;
        assert!(
            answers.keys().all(|status| [200, 503].contains(status)),
            "{answers:?}"
        );
        answers.get(&503).is_some_and(|count| *count > 2)
    })
    .await;
}

#[tokio::test]
async fn a_full_disk_refuses_writes_serves_reads_and_comes_back_by_itself() {
    if !may_mount("the full disk") {
        return;
    }
    let provider = Provider::start().await;
    let extra = [("GUICHE__WHATSAPP__GRAPH_URL", provider.url.as_str())];
    let desk = TestDesk::prepare(Backend::Sqlite, &extra);
    let place = text(desk.data_dir());
    system(
        "mount",
        &["-t", "tmpfs", "-o", "size=48m,mode=700", "none", place],
    );
    let mounted = Mounted(desk.data_dir().to_owned());
    desk.run().await;
    let session = desk.session(ADMIN).await;
    let line = provider.line(&desk, true, 1).await;
    let (ticket, number) = open_ticket(&desk, &session).await;
    let path = format!("/messages/{}", ticket["id"]);
    let pid = desk.pid();

    let ballast = fill(desk.data_dir());
    let keys = send_on_a_full_disk(&session, &path).await;
    let first = (number.clone(), "Alô?".to_owned());
    provider.say(&line, &[first]).await;
    until_refused(&provider, &line, &number).await;

    std::fs::remove_file(ballast).expect("removed");
    let freed = Instant::now();
    for key in &keys {
        let goes = async || send(&session, &path, key).await.status == StatusCode::OK;
        until("it goes again", goes).await;
    }
    let back = freed.elapsed();
    provider.until_all_taken().await;
    assert_eq!(desk.pid(), pid, "without a restart");
    let word = keys[0].split(' ').next().expect("a word");
    let stored =
        format!("SELECT COUNT(*), COUNT(DISTINCT body) FROM messages WHERE body LIKE '{word}%'");
    let all = keys.len().to_string();
    assert_eq!(desk.rows(&stored), [[all.clone(), all]]);
    let told = "SELECT COUNT(*) FROM messages WHERE body = 'Alô?'";
    until("the customer's text is there", async || {
        desk.number(told) == 1
    })
    .await;
    verdict::tables_are_sound(&desk);
    note(&format!(
        "full disk: 5 of {} writes refused with 503, all stored {} ms after room was made",
        keys.len(),
        back.as_millis()
    ));
    desk.kill();
    drop(mounted);
}

/// Shows on a disk that nobody else uses that a cut takes what was not written through, and nothing more.
fn cuts_take_what_was_not_written_through(image: &Path, place: &Path) {
    let mounted = mount(image, place);
    std::fs::write(place.join("synced"), "x").expect("a file");
    system("sync", &["-f", text(&place.join("synced"))]);
    system("python3", &["-c", CUT, text(place)]);
    drop(mounted);
    let _mounted = mount(image, place);
    assert!(place.join("synced").is_file());
    assert!(
        !place.join("unsynced").exists(),
        "the disk kept what nobody had synced: this shows nothing"
    );
}

/// Cuts the power of a mounted disk: what was not written through is gone for ever.
fn cut(desk: &TestDesk, image: &Path) -> Mounted {
    let data = desk.data_dir();
    std::fs::write(data.join("synced"), "x").expect("a file");
    system("sync", &["-f", text(&data.join("synced"))]);
    system("python3", &["-c", CUT, text(data), &desk.pid()]);
    desk.kill();
    system("umount", &[text(data)]);
    mount(image, data)
}

fn mount(image: &Path, place: &Path) -> Mounted {
    system("mount", &["-o", "loop", text(image), text(place)]);
    Mounted(place.to_owned())
}

#[tokio::test]
async fn a_power_cut_takes_nothing_that_was_promised() {
    if !may_mount("the power cut") {
        return;
    }
    let provider = Provider::start().await;
    let extra = [("GUICHE__WHATSAPP__GRAPH_URL", provider.url.as_str())];
    let desk = TestDesk::prepare(Backend::Sqlite, &extra);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let image = folder.path().join("disk");
    let size = std::fs::File::create(&image)
        .expect("a file")
        .set_len(256 << 20);
    size.expect("a sparse file");
    system("mkfs.ext4", &["-q", text(&image)]);
    cuts_take_what_was_not_written_through(&image, desk.data_dir());
    let mut mounted = mount(&image, desk.data_dir());
    desk.run().await;
    let traffic = Traffic::open(&desk, &provider, &[Class::B, Class::B, Class::C], 24, 10).await;
    let (cuts, mut dice) = (if is_long() { 30 } else { 4 }, Dice::new(7));
    let cutting = async {
        for round in 0..cuts {
            let share = |all: usize| (all * round / cuts)..(all * (round + 1) / cuts);
            let (out, inn) = (share(traffic.outbound()), share(200));
            let point = dice.below((out.len() + inn.len()) as u64);
            let point = provider.done().await + point;
            traffic.allow(out.len());
            traffic.say(inn).await;
            until("the point is reached", async || {
                provider.done().await >= point
            })
            .await;
            provider.let_some_happen(&mut dice).await;
            std::mem::forget(std::mem::replace(&mut mounted, cut(&desk, &image)));
            assert!(desk.data_dir().join("synced").is_file());
            desk.run().await;
        }
    };
    tokio::join!(cutting, traffic.send_all());
    provider.until_all_taken().await;
    verdict::until_finished(&traffic).await;
    provider.until_all_taken().await;
    verdict::until_finished(&traffic).await;
    let found = verdict::of(&traffic, 200).await;
    note(&format!("power cut: {cuts} cuts, {found}"));
    desk.kill();
    drop(mounted);
}
