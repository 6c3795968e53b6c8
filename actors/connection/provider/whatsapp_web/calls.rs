//! Calls of customers: those that ring, those that nobody took, and those that are refused.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use whatsapp_rust::wacore::types::call::{CallAction, IncomingCall};

use crate::{
    heard::Who,
    inbound::{self, Arrival},
    link::{Link, LinkError, complete},
};

/// Calls that ring at once; of more the oldest are forgotten.
const RINGING_MAX: usize = 32;
/// How `WhatsApp` says that nobody took a call in time.
const TIMEOUT: &str = "timeout";

/// What is told of a call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Rang {
    /// This one rings.
    Rings(String),
    /// Nobody took it.
    Missed(Box<Arrival>),
    /// Nothing that concerns a desk.
    Nothing,
}

/// The calls that ring.
#[derive(Debug, Default)]
pub(crate) struct Ringing(Mutex<VecDeque<IncomingCall>>);

impl Ringing {
    /// Notes what is told of a call. One that is taken or refused at the phone is not missed.
    pub fn note(&self, call: &IncomingCall) -> Rang {
        match &call.action {
            CallAction::Offer {
                call_id,
                group_jid: None,
                ..
            } if !call.offline => {
                self.put(call.clone());
                Rang::Rings(call_id.clone())
            }
            CallAction::Terminate {
                call_id, reason, ..
            } => {
                let is_missed = reason.as_deref().is_none_or(|reason| reason == TIMEOUT);
                let rang = self.take(call_id).filter(|_| is_missed);
                let missed = rang.and_then(|rang| missed(&rang));
                missed.map_or(Rang::Nothing, |missed| Rang::Missed(Box::new(missed)))
            }
            _ => Rang::Nothing,
        }
    }

    fn put(&self, call: IncomingCall) {
        self.take(call.action.call_id());
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= RINGING_MAX {
            all.pop_front();
        }
        all.push_back(call);
    }

    fn take(&self, id: &str) -> Option<IncomingCall> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().position(|call| call.action.call_id() == id)?;
        all.remove(at)
    }
}

/// A call as one that nobody took.
fn missed(call: &IncomingCall) -> Option<Arrival> {
    let CallAction::Offer {
        call_id,
        call_creator,
        caller_pn,
        ..
    } = &call.action
    else {
        return None;
    };
    let name = call.notify.clone().filter(|name| !name.is_empty());
    let caller = Who {
        name,
        ..inbound::who(call_creator, caller_pn.as_ref())
    };
    inbound::missed_call(caller, call_id, call.timestamp)
}

impl Link {
    /// Refuses a call that rings. Answers it as one that nobody took; `None` when it does not ring any more.
    ///
    /// # Errors
    /// `Closed`, or what the library says; then it goes on ringing.
    pub async fn refuse_call(&self, id: &str) -> Result<Option<Arrival>, LinkError> {
        let client = self.client().ok_or(LinkError::Closed)?;
        let Some(call) = self.ringing.take(id) else {
            return Ok(None);
        };
        if let Err(error) = client.voip().reject(&call).await {
            self.ringing.put(call);
            return Err(LinkError::Other(error.to_string()));
        }
        let Some(mut arrival) = missed(&call) else {
            return Ok(None);
        };
        complete(&*self.keys, &mut arrival.heard).await?;
        Ok(Some(arrival))
    }
}
