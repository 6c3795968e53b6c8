//! How many requests of those who say who they are are worked on at once. What comes beyond that is refused at once, before
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

    /// Gives a request with a token a place until it is answered. One that brings files has none: it takes as long as its
    /// sender needs.
    ///
    /// # Errors
    /// `Busy` when none is free.
    pub(crate) fn seat(&self, request: &HttpRequest) -> Result<(), ApiError> {
        let has_token = request.headers().contains_key(header::AUTHORIZATION);
        if !has_token || uploads::is_multipart(request) {
            return Ok(());
        }
        let Some(place) = self.take() else {
            metrics::counter!("guiche_http_crowded_out_total").increment(1);
            return Err(ErrorCode::Busy.into());
        };
        request.extensions_mut().insert(place);
        Ok(())
    }

    fn take(&self) -> Option<Place> {
        let taken = self.taken.fetch_add(1, Ordering::Relaxed);
        let place = Place(Arc::clone(&self.taken));
        (taken < self.max).then_some(place)
    }
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

    const TOKEN: (&str, &str) = ("Authorization", "Bearer x");

    #[test]
    fn a_place_is_free_again_when_its_request_has_ended() {
        let places = Places::new(2);
        let ask = || {
            TestRequest::default()
                .insert_header(TOKEN)
                .to_http_request()
        };
        let (first, second, third) = (ask(), ask(), ask());
        places.seat(&first).unwrap();
        places.clone().seat(&second).unwrap();
        assert_eq!(places.seat(&third).unwrap_err().code(), ErrorCode::Busy);
        drop(first);
        places.seat(&third).unwrap();
    }

    #[test]
    fn who_brings_a_file_or_says_not_who_he_is_needs_no_place() {
        let kind = ("Content-Type", "multipart/form-data; boundary=x");
        let with_file = TestRequest::default()
            .insert_header(TOKEN)
            .insert_header(kind);
        let places = Places::new(0);
        places.seat(&with_file.to_http_request()).unwrap();
        places
            .seat(&TestRequest::default().to_http_request())
            .unwrap();
    }
}
