//! Passwords: Argon2id, off the threads that serve requests, never more at once than the machine can bear.

use std::{sync::Arc, time::Duration};

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use rustix::process::{getpriority_process, setpriority_process};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::{Result, StorageError, model::ErrorCode};

/// How much work one guess costs.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes over it.
    pub passes: u32,
}

impl Cost {
    /// 19 MiB, two passes, one lane (OWASP Password Storage Cheat Sheet, Argon2id).
    pub const STRONG: Self = Self {
        memory_kib: 19_456,
        passes: 2,
    };
    /// For passwords that everybody can read, those of the demonstration: the least that Argon2 takes.
    pub const KNOWN: Self = Self {
        memory_kib: 8,
        passes: 1,
    };
}

/// Hashes at once, on a machine with enough cores: bounds memory to 38 MiB. At most every other core works on them.
const AT_ONCE_MAX: usize = 2;
/// How much a hash gives way: on a busy machine it gets about a tenth of a core.
const NICENESS: i32 = 10;
/// Longest wait for a permit before `ERR_BUSY`.
const WAIT: Duration = Duration::from_secs(3);
/// Bytes of the longest password that is hashed; the forms allow 50 characters.
const PASSWORD_BYTES_MAX: usize = 1_024;

/// Hashes and verifies passwords.
#[derive(Debug, Clone)]
pub struct Passwords {
    argon: Argon2<'static>,
    /// Verified for e-mails that nobody has, so that they take as long as the others.
    nobody: Arc<str>,
    permits: Arc<Semaphore>,
}

impl Passwords {
    /// # Errors
    /// `Unavailable` when the cost is out of Argon2's range.
    pub fn new(cost: Cost) -> Result<Self> {
        let params = Params::new(cost.memory_kib, cost.passes, 1, None).map_err(broken)?;
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let Cost { memory_kib, passes } = cost;
        // written, not computed: that would take the memory of a password at every start
        let (salt, output) = ("A".repeat(22), "A".repeat(43));
        let nobody = format!("$argon2id$v=19$m={memory_kib},t={passes},p=1${salt}${output}");
        Ok(Self {
            argon,
            nobody: nobody.into(),
            permits: Arc::new(Semaphore::new(at_once())),
        })
    }

    /// The hash to store, in PHC form with its own random salt.
    ///
    /// # Errors
    /// `Refused(Busy)` when no permit came within 3 s; `Refused(Validation)` above 1,024 bytes.
    pub async fn hash(&self, password: String) -> Result<String> {
        if password.len() > PASSWORD_BYTES_MAX {
            return Err(ErrorCode::Validation.into());
        }
        let permit = self.permit().await?;
        let argon = self.argon.clone();
        run(permit, move || hash(&argon, &password)).await
    }

    /// Whether `password` is the one behind `stored`. Without `stored` (unknown e-mail) the answer is no after the same
    /// work.
    ///
    /// # Errors
    /// `Refused(Busy)` when no permit came within 3 s; `Unavailable` when the stored hash is unreadable.
    pub async fn verify(&self, password: String, stored: Option<String>) -> Result<bool> {
        if password.len() > PASSWORD_BYTES_MAX {
            return Ok(false);
        }
        let permit = self.permit().await?;
        let (argon, nobody) = (self.argon.clone(), Arc::clone(&self.nobody));
        run(permit, move || {
            let known = stored.is_some();
            let parsed = PasswordHash::new(stored.as_deref().unwrap_or(&nobody)).map_err(broken)?;
            Ok(argon.verify_password(password.as_bytes(), &parsed).is_ok() && known)
        })
        .await
    }

    /// How many are worked on at once.
    pub fn at_once(&self) -> usize {
        at_once()
    }

    async fn permit(&self) -> Result<OwnedSemaphorePermit> {
        match tokio::time::timeout(WAIT, Arc::clone(&self.permits).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(_)) | Err(_) => Err(ErrorCode::Busy.into()),
        }
    }
}

fn at_once() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    (cores / 2).clamp(1, AT_ONCE_MAX)
}

/// Runs `work` on a thread of its own, which gives way to whoever answers requests; the permit ends with the work, even when
/// nobody waits for it any more. Starting the thread is a thousandth of the work, and a thread cannot be made as important
/// as before.
async fn run<T: Send + 'static>(
    permit: OwnedSemaphorePermit,
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let (tell, told) = oneshot::channel();
    let give_way_and_work = move || {
        // where that is not possible the work is done all the same
        let ours = getpriority_process(None).unwrap_or_default();
        let _ = setpriority_process(None, ours.max(NICENESS));
        let out = work();
        drop(permit);
        let _ = tell.send(out);
    };
    std::thread::Builder::new()
        .name("password".into())
        .spawn(give_way_and_work)
        .map_err(broken)?;
    told.await.map_err(broken)?
}

fn hash(argon: &Argon2<'_>, password: &str) -> Result<String> {
    Ok(argon
        .hash_password(password.as_bytes())
        .map_err(broken)?
        .to_string())
}

fn broken(error: impl std::fmt::Display) -> StorageError {
    StorageError::Unavailable(format!("passwords: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quick() -> Passwords {
        Passwords::new(Cost::KNOWN).unwrap()
    }

    #[tokio::test]
    async fn a_password_is_known_again_and_no_other() {
        let passwords = quick();
        let stored = passwords.hash("Aurora123".into()).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$"), "{stored}");
        assert_ne!(
            stored,
            passwords.hash("Aurora123".into()).await.unwrap(),
            "salts must differ"
        );
        assert!(
            passwords
                .verify("Aurora123".into(), Some(stored.clone()))
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .verify("aurora123".into(), Some(stored.clone()))
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .verify(String::new(), Some(stored.clone()))
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .verify("x".repeat(2_000), Some(stored))
                .await
                .unwrap()
        );
    }

    #[tokio::test]
    async fn an_e_mail_that_nobody_has_costs_the_work_of_a_password_and_lets_nobody_in() {
        let passwords = quick();
        let stored = passwords.hash("Aurora123".into()).await.unwrap();
        let (known, unknown) = (
            PasswordHash::new(&stored).unwrap(),
            PasswordHash::new(&passwords.nobody).unwrap(),
        );
        assert_eq!(unknown.params, known.params);
        assert_eq!(
            unknown.hash.map(|output| output.len()),
            known.hash.map(|output| output.len())
        );
        let tried = passwords.verify("Aurora123".into(), None).await;
        assert!(!tried.unwrap());
    }

    #[tokio::test]
    async fn a_hash_says_its_own_cost() {
        let strong = Passwords::new(Cost {
            memory_kib: 16,
            passes: 2,
        })
        .unwrap();
        let stored = strong.hash("Aurora123".into()).await.unwrap();
        assert!(stored.contains("m=16,t=2,p=1"), "{stored}");
        assert!(
            quick()
                .verify("Aurora123".into(), Some(stored))
                .await
                .unwrap()
        );
    }

    #[tokio::test]
    async fn a_hash_gives_way_to_requests() {
        let permits = Arc::new(Semaphore::new(1));
        let permit = Arc::clone(&permits).acquire_owned().await.unwrap();
        let niceness = || getpriority_process(None).map_err(broken);
        let ours = niceness().unwrap();
        assert_eq!(run(permit, niceness).await.unwrap(), ours.max(NICENESS));
        assert_eq!(niceness().unwrap(), ours, "and nothing else does");
        assert_eq!(permits.available_permits(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn who_gets_no_turn_is_told_busy() {
        let passwords = quick();
        let all = u32::try_from(passwords.permits.available_permits()).unwrap();
        let _taken = passwords.permits.acquire_many(all).await.unwrap();
        assert!(matches!(
            passwords.hash("Aurora123".into()).await,
            Err(StorageError::Refused(ErrorCode::Busy))
        ));
    }
}
