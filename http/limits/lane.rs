//! Turns at something that only a few can have at once, shared out fairly among groups (companies, addresses) and their members
//! (users, accounts).
//!
//! Whoever comes is admitted or refused at once, and then waits for a permit. Three semaphores in a row make the order: a
//! member lets one of his wait at his group's door, a group lets one wait at the lane's, and the lane serves those in the order of
//! their coming. So groups take turns, whatever the number of those who wait behind each, and the members of a group do
//! among themselves. Whoever goes away gives back what he has, wherever he stands.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::{AcquireError, OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// How many a lane takes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// Who have a permit at once. A group has at most half of them, one at least.
    pub running: usize,
    /// Who are in the lane at once, those who wait included. When it is full a group may still have its fair part of it.
    pub admitted: usize,
    /// Who are in the lane at once of one member.
    pub of_member: usize,
    /// Longest wait.
    pub patience: Duration,
}

/// Too many already, or none free in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Full;

/// A lane. Clones share it.
#[derive(Debug)]
pub(crate) struct Lane<G, M>(Arc<Shared<G, M>>);

#[derive(Debug)]
struct Shared<G, M> {
    bounds: Bounds,
    permits: Arc<Semaphore>,
    admitted: Mutex<Admitted<G, M>>,
}

#[derive(Debug)]
struct Admitted<G, M> {
    count: usize,
    groups: HashMap<G, Group<M>>,
}

#[derive(Debug)]
struct Group<M> {
    admitted: usize,
    permits: Arc<Semaphore>,
    // one of the group waits at the lane's door
    door: Arc<Semaphore>,
    members: HashMap<M, Member>,
}

#[derive(Debug)]
struct Member {
    admitted: usize,
    // one of his waits at the group's door
    door: Arc<Semaphore>,
}

/// Somebody's only turn, until it is dropped.
#[derive(Debug)]
pub(crate) struct Permit<G: Eq + Hash, M: Eq + Hash> {
    _turn: Turn,
    _stay: Stay<G, M>,
}

/// A turn, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    _of_lane: OwnedSemaphorePermit,
    _of_group: OwnedSemaphorePermit,
}

/// Somebody who was admitted and may have one turn after the other: what has begun is not refused half-way.
#[derive(Debug)]
pub(crate) struct Stay<G: Eq + Hash, M: Eq + Hash> {
    doors: Doors,
    admission: Admission<G, M>,
}

/// Somebody who is in the lane.
#[derive(Debug)]
struct Admission<G: Eq + Hash, M: Eq + Hash> {
    lane: Lane<G, M>,
    group: G,
    member: M,
}

/// Where somebody waits, one behind the other.
#[derive(Debug)]
struct Doors {
    of_member: Arc<Semaphore>,
    permits_of_group: Arc<Semaphore>,
    of_group: Arc<Semaphore>,
}

impl<G: Eq + Hash + Copy, M: Eq + Hash + Clone> Lane<G, M> {
    pub(crate) fn new(bounds: Bounds) -> Self {
        Self(Arc::new(Shared {
            bounds,
            permits: Arc::new(Semaphore::new(bounds.running)),
            admitted: Mutex::new(Admitted {
                count: 0,
                groups: HashMap::new(),
            }),
        }))
    }

    /// Whether somebody would be admitted now.
    pub(crate) fn has_room(&self, group: &G, member: &M) -> bool {
        let admitted = self.admitted();
        let found = admitted.groups.get(group);
        let of_group = found.map_or(0, |group| group.admitted);
        let of_member = found.and_then(|group| group.members.get(member));
        let of_member = of_member.map_or(0, |member| member.admitted);
        let groups = admitted.groups.len() + usize::from(found.is_none());
        let bounds = self.0.bounds;
        let is_within_share =
            admitted.count < bounds.admitted || of_group < bounds.admitted.div_ceil(groups);
        is_within_share && of_member < bounds.of_member
    }

    /// Waits for a permit.
    ///
    /// # Errors
    /// At once when the lane is full and the group has its share of it, or the member his; when no permit came in time.
    pub(crate) async fn enter(&self, group: G, member: M) -> Result<Permit<G, M>, Full> {
        let stay = self.admit(group, member)?;
        let turn = stay.turn(self.0.bounds.patience).await?;
        Ok(Permit {
            _turn: turn,
            _stay: stay,
        })
    }

    /// Lets somebody in who will ask for his turns himself.
    ///
    /// # Errors
    /// When the lane is full and the group has its share of it, or the member his.
    pub(crate) fn admit(&self, group: G, member: M) -> Result<Stay<G, M>, Full> {
        if !self.has_room(&group, &member) {
            return Err(Full);
        }
        let half = self.0.bounds.running.div_ceil(2);
        let one = || Arc::new(Semaphore::new(1));
        let mut admitted = self.admitted();
        admitted.count += 1;
        let of_group = admitted.groups.entry(group).or_insert_with(|| Group {
            admitted: 0,
            permits: Arc::new(Semaphore::new(half)),
            door: one(),
            members: HashMap::new(),
        });
        of_group.admitted += 1;
        let of_member = of_group.members.entry(member.clone());
        let of_member = of_member.or_insert_with(|| Member {
            admitted: 0,
            door: one(),
        });
        of_member.admitted += 1;
        let doors = Doors {
            of_member: Arc::clone(&of_member.door),
            permits_of_group: Arc::clone(&of_group.permits),
            of_group: Arc::clone(&of_group.door),
        };
        let lane = Self(Arc::clone(&self.0));
        let admission = Admission {
            lane,
            group,
            member,
        };
        Ok(Stay { doors, admission })
    }
}

impl<G: Eq + Hash, M: Eq + Hash> Stay<G, M> {
    /// Waits for a turn.
    ///
    /// # Errors
    /// When none came in time.
    pub(crate) async fn turn(&self, patience: Duration) -> Result<Turn, Full> {
        let turn = timeout(patience, self.wait()).await;
        turn.ok().and_then(Result::ok).ok_or(Full)
    }

    async fn wait(&self) -> Result<Turn, AcquireError> {
        let doors = &self.doors;
        let _first_of_member = doors.of_member.acquire().await?;
        let of_group = Arc::clone(&doors.permits_of_group).acquire_owned().await?;
        let _first_of_group = doors.of_group.acquire().await?;
        let permits = Arc::clone(&self.admission.lane.0.permits);
        let of_lane = permits.acquire_owned().await?;
        Ok(Turn {
            _of_lane: of_lane,
            _of_group: of_group,
        })
    }
}

impl<G, M> Lane<G, M> {
    fn admitted(&self) -> MutexGuard<'_, Admitted<G, M>> {
        self.0
            .admitted
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G, M> Clone for Lane<G, M> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<G: Eq + Hash, M: Eq + Hash> Drop for Admission<G, M> {
    fn drop(&mut self) {
        let mut admitted = self.lane.admitted();
        admitted.count -= 1;
        let Some(group) = admitted.groups.get_mut(&self.group) else {
            return;
        };
        group.admitted -= 1;
        if let Some(member) = group.members.get_mut(&self.member) {
            member.admitted -= 1;
            if member.admitted == 0 {
                group.members.remove(&self.member);
            }
        }
        if group.admitted == 0 {
            admitted.groups.remove(&self.group);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, rc::Rc};

    use futures_util::{FutureExt as _, future::join_all};

    use super::*;

    /// Those who wait in it do so for longer than a test lasts.
    fn lane(running: usize, admitted: usize, of_member: usize) -> Lane<char, u8> {
        Lane::new(Bounds {
            running,
            admitted,
            of_member,
            patience: Duration::from_hours(1),
        })
    }

    /// Nobody waits in it.
    fn hasty(running: usize) -> Lane<char, u8> {
        Lane::new(Bounds {
            running,
            admitted: 100,
            of_member: 100,
            patience: Duration::ZERO,
        })
    }

    /// Who is served, in their order, when all have come in this order and each gives its permit back at once.
    async fn served(lane: &Lane<char, u8>, came: &[(char, u8)]) -> String {
        let order = Rc::new(RefCell::new(Vec::new()));
        let all = came.iter().map(|(group, member)| {
            let order = Rc::clone(&order);
            async move {
                let permit = lane.enter(*group, *member).await.unwrap();
                order.borrow_mut().push(format!("{group}{member}"));
                drop(permit);
            }
        });
        join_all(all).await;
        order.take().join(" ")
    }

    #[tokio::test]
    async fn groups_take_turns_however_many_wait_behind_each() {
        let lane = lane(1, 100, 100);
        let busy = lane.enter('x', 0).await.unwrap();
        let came = [('a', 1), ('a', 1), ('a', 1), ('a', 1), ('b', 1), ('c', 1)];
        let (order, ()) = tokio::join!(served(&lane, &came), async { drop(busy) });
        assert_eq!(order, "a1 b1 c1 a1 a1 a1");
    }

    #[tokio::test]
    async fn members_of_a_group_take_turns_among_themselves() {
        let lane = lane(1, 100, 100);
        let busy = lane.enter('a', 0).await.unwrap();
        let came = [('a', 1), ('a', 1), ('a', 1), ('a', 2), ('a', 3)];
        let (order, ()) = tokio::join!(served(&lane, &came), async { drop(busy) });
        assert_eq!(order, "a1 a2 a3 a1 a1");
    }

    #[tokio::test]
    async fn a_group_never_has_more_than_half_of_the_permits() {
        let lane = hasty(4);
        let _both = [
            lane.enter('a', 1).await.unwrap(),
            lane.enter('a', 2).await.unwrap(),
        ];
        assert_eq!(lane.enter('a', 3).await.unwrap_err(), Full);
        assert!(lane.enter('b', 1).now_or_never().unwrap().is_ok());
    }

    #[tokio::test]
    async fn who_has_his_share_is_refused_while_another_is_admitted() {
        let lane = lane(1, 4, 100);
        let _busy = lane.enter('a', 1).await.unwrap();
        let waiting: Vec<_> = (0..3)
            .map(|_| Box::pin(lane.enter('a', 1)))
            .map(|mut one| {
                assert!((&mut one).now_or_never().is_none(), "it waits");
                one
            })
            .collect();
        assert_eq!(
            lane.enter('a', 1).now_or_never().unwrap().unwrap_err(),
            Full
        );
        // half of four is for him, although all four are taken
        let mut of_b: Vec<_> = (0..2).map(|_| Box::pin(lane.enter('b', 1))).collect();
        for one in &mut of_b {
            assert!(one.now_or_never().is_none(), "it waits");
        }
        assert_eq!(
            lane.enter('b', 1).now_or_never().unwrap().unwrap_err(),
            Full
        );
        drop(waiting);
        assert!(lane.has_room(&'a', &1));
    }

    #[tokio::test]
    async fn a_member_has_a_share_of_his_own() {
        let lane = lane(2, 100, 1);
        let _his = lane.enter('a', 1).await.unwrap();
        assert_eq!(
            lane.enter('a', 1).now_or_never().unwrap().unwrap_err(),
            Full
        );
        assert!(lane.enter('b', 1).now_or_never().unwrap().is_ok());
    }

    #[tokio::test]
    async fn who_waits_too_long_is_refused_and_leaves_nothing_behind() {
        let lane = hasty(1);
        let busy = lane.enter('a', 1).await.unwrap();
        assert_eq!(lane.enter('b', 1).await.unwrap_err(), Full);
        drop(busy);
        assert!(lane.enter('b', 1).now_or_never().unwrap().is_ok());
    }

    #[tokio::test]
    async fn who_was_admitted_has_one_turn_after_the_other_also_when_the_lane_is_full() {
        let lane = lane(1, 2, 1);
        let stay = lane.admit('a', 1).unwrap();
        let _waiting = lane.admit('b', 1).unwrap();
        assert_eq!(lane.enter('a', 1).await.unwrap_err(), Full);
        for _ in 0..3 {
            assert!(stay.turn(Duration::ZERO).now_or_never().unwrap().is_ok());
        }
    }

    #[tokio::test]
    async fn who_goes_away_gives_back_what_he_has_wherever_he_stands() {
        let lane = lane(1, 100, 100);
        let busy = lane.enter('a', 1).await.unwrap();
        let mut waiting: Vec<_> = [('a', 1), ('a', 2), ('b', 1), ('b', 1)]
            .into_iter()
            .map(|(group, member)| Box::pin(lane.enter(group, member)))
            .collect();
        for one in &mut waiting {
            assert!(one.now_or_never().is_none(), "it waits");
        }
        drop(waiting);
        drop(busy);
        assert!(lane.enter('a', 1).now_or_never().unwrap().is_ok());
        assert!(lane.enter('b', 1).now_or_never().unwrap().is_ok());
        assert_eq!(lane.0.permits.available_permits(), 1);
        let admitted = lane.admitted();
        assert_eq!((admitted.count, admitted.groups.len()), (0, 0));
    }
}
