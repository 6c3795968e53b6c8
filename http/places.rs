//! How many requests of people who are signed in are worked on at once. What comes beyond that is refused at once, before
//! anything is looked up for it, so that what was taken is answered soon and the refused can come back when there is room
//! (reliability 3.4).

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use actix_web::{HttpMessage as _, HttpRequest, http::header};
use guiche_storage::model::ErrorCode;

use crate::{error::ApiError, uploads};

/// The places of all threads together. Clones share them.
#[derive(Debug, Clone)]
pub struct Places {
    taken: Arc<AtomicU32>,
    max: u32,
}

/// A place that is given back when it is dropped.
#[derive(Debug)]
struct Place(Arc<AtomicU32>);

impl Places {
    /// So many.
    pub fn new(max: u32) -> Self {
        Self {
            taken: Arc::default(),
            max,
        }
    }

    /// Whether a request with a token may look for a place. It takes none: who holds one has shown that his token is good, or
    /// gives it back at once.
    ///
    /// # Errors
    /// `Busy` when none is free.
    pub(crate) fn look(&self, request: &HttpRequest) -> Result<(), ApiError> {
        let has_token = request.headers().contains_key(header::AUTHORIZATION);
        if has_token && self.taken.load(Ordering::Relaxed) >= self.max && needs_place(request) {
            return Err(crowded_out());
        }
        Ok(())
    }

    /// Gives a request a place until it is answered.
    ///
    /// # Errors
    /// `Busy` when none is free.
    pub(crate) fn seat(&self, request: &HttpRequest) -> Result<(), ApiError> {
        if needs_place(request) {
            let place = self.take().ok_or_else(crowded_out)?;
            request.extensions_mut().insert(place);
        }
        Ok(())
    }

    fn take(&self) -> Option<Place> {
        let taken = self.taken.fetch_add(1, Ordering::Relaxed);
        let place = Place(Arc::clone(&self.taken));
        (taken < self.max).then_some(place)
    }
}

/// One that brings files needs none: it takes as long as its sender needs.
fn needs_place(request: &HttpRequest) -> bool {
    !uploads::is_multipart(request)
}

fn crowded_out() -> ApiError {
    metrics::counter!("guiche_http_crowded_out_total").increment(1);
    ErrorCode::Busy.into()
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn ask() -> TestRequest {
        TestRequest::default().insert_header(("Authorization", "Bearer x"))
    }

    #[test]
    fn a_place_is_free_again_when_its_request_has_ended() {
        let places = Places::new(2);
        let of = || ask().to_http_request();
        let (first, second, third) = (of(), of(), of());
        places.seat(&first).unwrap();
        places.clone().seat(&second).unwrap();
        assert_eq!(places.look(&third).unwrap_err().code(), ErrorCode::Busy);
        assert_eq!(places.seat(&third).unwrap_err().code(), ErrorCode::Busy);
        drop(first);
        places.look(&third).unwrap();
        places.seat(&third).unwrap();
    }

    #[test]
    fn who_only_says_that_he_has_a_token_holds_no_place() {
        let places = Places::new(1);
        let (slow, other) = (ask().to_http_request(), ask().to_http_request());
        places.look(&slow).unwrap();
        places.look(&other).unwrap();
        places.seat(&other).unwrap();
    }

    #[test]
    fn who_brings_a_file_or_has_no_token_is_not_refused() {
        let kind = ("Content-Type", "multipart/form-data; boundary=x");
        let with_file = ask().insert_header(kind).to_http_request();
        let places = Places::new(0);
        places.look(&with_file).unwrap();
        places.seat(&with_file).unwrap();
        places
            .look(&TestRequest::default().to_http_request())
            .unwrap();
    }
}
