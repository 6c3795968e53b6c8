//! Who may be worked for at once. Three lanes, in each of which companies (or addresses) take turns: requests, the dear ones
//! among them, and passwords of those who sign in.
//!
//! A request of somebody who is signed in has a permit until it is answered. One that brings a file has none while it does,
//! since it takes as long as its sender needs: it has one of a fourth lane, which costs the others neither CPU nor database. What is dear (dashboard, search in texts, export, import) changes over to a lane of its
//! own before it asks the database: there are fewer permits than CPUs and than connections for reading, so that the others
//! always find both.

mod lane;
pub mod rare;
pub mod sign_in;

use std::{
    net::{IpAddr, Ipv4Addr},
    time::Duration,
};

use actix_web::{HttpMessage as _, HttpRequest};
use guiche_config::Limits;
use guiche_storage::{
    Db,
    model::{ApiKeyId, CompanyId, ConnectionId, ErrorCode, UserId},
    security::passwords::Passwords,
};

use tokio::time::sleep;

pub(crate) use self::lane::Turn;
use self::lane::{Bounds, Full, Lane};
use crate::{
    error::ApiError, limits::sign_in::network, middleware::caller::Caller, tokens::Claims, uploads,
};

/// Requests that each CPU works on at once, unless the settings say how many: some wait for the disk or the database.
const RUNNING_PER_CPU: usize = 8;
/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(2);
/// The same for a dear one; an answer has to begin within eight.
const DEAR_PATIENCE: Duration = Duration::from_secs(5);
/// How long an answer that has begun waits for the turn of its next part.
const STAY_PATIENCE: Duration = Duration::from_mins(1);
/// Of the requests that are taken so many may be dear ones, also of those of one user: one of four.
const ONE_IS_DEAR_OF: usize = 4;
/// Files that are read at once.
const UPLOADS_RUNNING: usize = 64;
/// Those that wait included.
const UPLOADS_ADMITTED: usize = 256;
/// The same of one user: his browser sends one message after the other, and he may have two.
const UPLOADS_OF_USER: usize = 8;
/// How long a file waits for its turn.
const UPLOAD_PATIENCE: Duration = Duration::from_secs(20);
/// Those who sign in at once, those who wait included: what is checked in three seconds.
const SIGN_INS_ADMITTED: usize = 128;
/// The same with one e-mail from one address.
const SIGN_INS_OF_ACCOUNT: usize = 4;
/// How long somebody who signs in waits for his turn.
const SIGN_IN_PATIENCE: Duration = Duration::from_secs(3);
/// How long a refusal is held back.
const REFUSED_AFTER: Duration = Duration::from_millis(500);

/// The lanes of all threads together. Clones share them.
#[derive(Debug, Clone)]
pub struct RequestLimiter {
    requests: Lane<CompanyId, UserId>,
    dear: Lane<CompanyId, UserId>,
    uploads: Lane<CompanyId, UserId>,
    sign_ins: Lane<IpAddr, String>,
}

/// A turn at the database and the CPU.
pub(crate) type Permit = lane::Permit<CompanyId, UserId>;
/// A dear piece of work that was let in and is done in parts.
#[derive(Debug)]
pub(crate) struct DearStay(lane::Stay<CompanyId, UserId>);
/// A place for a file that is on its way.
struct UploadPermit(#[expect(dead_code, reason = "held until it is dropped")] Permit);
/// A turn at checking a password.
pub(crate) type SignInPermit = lane::Permit<IpAddr, String>;

impl RequestLimiter {
    /// With the bounds of the settings, for this database.
    pub fn new(limits: &Limits, db: &Db, passwords: &Passwords) -> Self {
        let cpus = std::thread::available_parallelism().map_or(1, usize::from);
        let readers = number(db.readers());
        let admitted = number(limits.requests_at_once);
        let of_user = number(limits.requests_per_user);
        let running = match number(limits.requests_running) {
            0 => cpus * RUNNING_PER_CPU,
            running => running,
        };
        let dear = match number(limits.dear_requests_running) {
            0 => cpus - 1,
            dear => dear,
        };
        Self {
            requests: Lane::new(Bounds {
                running,
                admitted,
                of_member: of_user,
                patience: PATIENCE,
            }),
            dear: Lane::new(Bounds {
                running: dear.clamp(1, readers / 2),
                admitted: admitted.div_ceil(ONE_IS_DEAR_OF),
                of_member: of_user.div_ceil(ONE_IS_DEAR_OF),
                patience: DEAR_PATIENCE,
            }),
            uploads: Lane::new(Bounds {
                running: UPLOADS_RUNNING,
                admitted: UPLOADS_ADMITTED,
                of_member: UPLOADS_OF_USER,
                patience: UPLOAD_PATIENCE,
            }),
            sign_ins: Lane::new(Bounds {
                running: passwords.at_once(),
                admitted: SIGN_INS_ADMITTED,
                of_member: SIGN_INS_OF_ACCOUNT,
                patience: SIGN_IN_PATIENCE,
            }),
        }
    }

    /// Whether a request would be taken, before anything is looked up for it. It gets nothing yet.
    ///
    /// # Errors
    /// `Busy` when its company or its user has his share.
    pub(crate) async fn look(
        &self,
        request: &HttpRequest,
        claims: &Claims,
    ) -> Result<(), ApiError> {
        let has_room = self.requests.has_room(&claims.company_id, &claims.id);
        if has_room || !needs_permit(request) {
            return Ok(());
        }
        crowded_out("requests").await
    }

    /// Gives a request a permit until it is answered.
    ///
    /// # Errors
    /// `Busy` when its company or its user has his share, or no turn came in time.
    pub(crate) async fn admit_request(
        &self,
        request: &HttpRequest,
        claims: &Claims,
    ) -> Result<(), ApiError> {
        // some ask twice who calls
        if needs_permit(request) && !request.extensions().contains::<Permit>() {
            let permit = self.requests(claims.company_id, claims.id).await?;
            request.extensions_mut().insert(permit);
        }
        Ok(())
    }

    /// A permit for a request.
    ///
    /// # Errors
    /// `Busy` when the company or the user has his share, or no turn came in time.
    pub(crate) async fn requests(
        &self,
        company: CompanyId,
        user: UserId,
    ) -> Result<Permit, ApiError> {
        entered("requests", self.requests.enter(company, user).await).await
    }

    /// Exchanges the permit of a request for one of the dear lane. What it had is free while it waits.
    ///
    /// # Errors
    /// As [`Self::dear`].
    pub(crate) async fn change_to_dear(
        &self,
        request: &HttpRequest,
        caller: &Caller,
    ) -> Result<(), ApiError> {
        self.give_back(request);
        let permit = self.dear(caller.company, caller.user).await?;
        request.extensions_mut().insert(permit);
        Ok(())
    }

    /// Ends the permit of a request before it is answered: what follows asks for permits piece by piece.
    #[expect(clippy::unused_self, reason = "the word belongs to the limiter")]
    pub(crate) fn give_back(&self, request: &HttpRequest) {
        drop(request.extensions_mut().remove::<Permit>());
    }

    /// A permit for one dear piece of work.
    ///
    /// # Errors
    /// `Busy` when the company or the user has his share, or no turn came in time.
    pub(crate) async fn dear(&self, company: CompanyId, user: UserId) -> Result<Permit, ApiError> {
        entered("dear", self.dear.enter(company, user).await).await
    }

    /// Gives a request that brings files a place until it is answered.
    ///
    /// # Errors
    /// `Busy` when the company or the user has his share, or no place came in time.
    pub(crate) async fn take_upload(
        &self,
        request: &HttpRequest,
        claims: &Claims,
    ) -> Result<(), ApiError> {
        let permit = self.uploads.enter(claims.company_id, claims.id).await;
        let permit = entered("uploads", permit).await?;
        request.extensions_mut().insert(UploadPermit(permit));
        Ok(())
    }

    /// Gives the request of a program a permit, or a place for its files, until it is answered. The programs of one number
    /// are one of the company's members.
    ///
    /// # Errors
    /// `Busy` when the company or the number has its share, or no turn came in time.
    pub(crate) async fn admit_program(
        &self,
        request: &HttpRequest,
        company: CompanyId,
        connection: ConnectionId,
    ) -> Result<(), ApiError> {
        // no user has such a number
        let member = UserId(-connection.0);
        if needs_permit(request) {
            let permit = self.requests(company, member).await?;
            request.extensions_mut().insert(permit);
        } else {
            let permit = self.uploads.enter(company, member).await;
            let permit = entered("uploads", permit).await?;
            request.extensions_mut().insert(UploadPermit(permit));
        }
        Ok(())
    }

    /// Gives the request of a program with a key a permit until it is answered. What uses one key is one of the company's
    /// members.
    ///
    /// # Errors
    /// `Busy` when the company or the key has its share, or no turn came in time.
    pub(crate) async fn admit_key(
        &self,
        request: &HttpRequest,
        company: CompanyId,
        key: ApiKeyId,
    ) -> Result<(), ApiError> {
        // no user and no number's programs have such a number
        let member = UserId(i64::MIN + key.0);
        let permit = self.requests(company, member).await?;
        request.extensions_mut().insert(permit);
        Ok(())
    }

    /// Lets in a dear piece of work that is done in parts, each of which asks for its turn.
    ///
    /// # Errors
    /// `Busy` when the company or the user has his share.
    pub(crate) async fn dear_stay(
        &self,
        company: CompanyId,
        user: UserId,
    ) -> Result<DearStay, ApiError> {
        let admitted = self.dear.admit(company, user).map(DearStay);
        entered("dear", admitted).await
    }

    /// A permit for checking a password. Addresses take turns.
    ///
    /// # Errors
    /// `Busy` when the address or the account has its share, or no turn came in time.
    pub(crate) async fn sign_in(
        &self,
        address: Option<IpAddr>,
        email: &str,
    ) -> Result<SignInPermit, ApiError> {
        let address = address.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), network);
        let permit = self.sign_ins.enter(address, email.to_owned()).await;
        entered("sign_ins", permit).await
    }
}

impl DearStay {
    /// The first turn, for which nobody waits longer than for another dear request.
    ///
    /// # Errors
    /// `Busy` when it did not come in time.
    pub(crate) async fn first_turn(&self) -> Result<Turn, ApiError> {
        self.turn(DEAR_PATIENCE).await
    }

    /// Another turn: the answer has begun, so that it waits longer.
    ///
    /// # Errors
    /// `Busy` when it did not come in time.
    pub(crate) async fn next_turn(&self) -> Result<Turn, ApiError> {
        self.turn(STAY_PATIENCE).await
    }

    async fn turn(&self, patience: Duration) -> Result<Turn, ApiError> {
        entered("dear", self.0.turn(patience).await).await
    }
}

/// One that brings files needs none: it takes as long as its sender needs.
fn needs_permit(request: &HttpRequest) -> bool {
    !uploads::is_multipart(request)
}

async fn entered<T>(lane: &'static str, permit: Result<T, Full>) -> Result<T, ApiError> {
    match permit {
        Ok(permit) => Ok(permit),
        Err(Full) => crowded_out(lane).await,
    }
}

/// Refuses, after a moment: somebody who asks again at once would have all the time that refusing takes, and those who are
/// served would wait behind him.
async fn crowded_out<T>(lane: &'static str) -> Result<T, ApiError> {
    metrics::counter!("guiche_http_crowded_out_total", "lane" => lane).increment(1);
    sleep(REFUSED_AFTER).await;
    Err(ErrorCode::Busy.into())
}

fn number(setting: u32) -> usize {
    usize::try_from(setting).unwrap_or(usize::MAX)
}
