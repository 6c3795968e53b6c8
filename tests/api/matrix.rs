//! Every route of the description, called by everybody and with everybody's ids.

use std::collections::BTreeMap;

use serde_json::Value;

use super::support::{
    Answer, Request, Things, difference,
    document::{Place, Route, Slot, Thing, routes},
    world::{Role, World, on_both_worlds, unknown_things},
};

/// What everybody hears.
const TABLE: &str = include_str!("roles.txt");

/// Ends what the others need.
const LAST: &str = "/auth/logout";

/// The rows of the table by route.
fn table() -> BTreeMap<String, Vec<&'static str>> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let rows = lines.map(|line| {
        let mut words = line.split_whitespace();
        let (method, path) = (
            words.next().expect("a method"),
            words.next().expect("a path"),
        );
        let cells: Vec<&str> = words.collect();
        assert_eq!(cells.len(), Role::ALL.len(), "{line}");
        (format!("{method} {path}"), cells)
    });
    rows.collect()
}

/// What a caller heard, as the table says it.
fn heard(answer: &Answer) -> String {
    match (answer.status.as_u16(), answer.refusal().1) {
        (200..300, _) => "ok".to_owned(),
        (401, "ERR_SESSION_EXPIRED") => "out".to_owned(),
        (403, "ERR_NO_PERMISSION") => "no".to_owned(),
        (400..500, code) => code.to_owned(),
        (status, _) => panic!("{status} {}", answer.body),
    }
}

/// Whether what is expected depends on the thing, not on the caller's role alone: a code does, and so does a refusal of
/// what the attendant who holds the ticket may do.
fn is_by_thing(cells: &[&str], expected: &str) -> bool {
    let attendant = Role::ALL.iter().position(|role| *role == Role::Attendant);
    let may = attendant.is_some_and(|place| cells[place] == "ok");
    expected.starts_with("ERR_") || (expected == "no" && may)
}

/// Things to call routes with. Making them takes a hundred calls, so they are made anew only where it could be heard that an
/// earlier call has used them up.
struct Stock<'a> {
    world: &'a World,
    things: Things,
    is_used: bool,
}

impl<'a> Stock<'a> {
    async fn new(world: &'a World) -> Self {
        Self {
            world,
            things: world.things().await,
            is_used: false,
        }
    }

    /// What a role hears on a route, on new things where the refusal is about them. Whatever is not as expected is asked
    /// again on new ones.
    async fn hear(&mut self, route: &Route, role: Role, expected: &str, on_new: bool) -> String {
        if !self.is_used || !on_new {
            let heard = self.call(route, role).await;
            if heard == expected || !self.is_used {
                return heard;
            }
        }
        self.things = self.world.things().await;
        self.is_used = false;
        self.call(route, role).await
    }

    async fn call(&mut self, route: &Route, role: Role) -> String {
        let session = self.world.session(role).await;
        let request = Request::fitting(route, &self.things);
        let answer = request.send(&session).await;
        let changes = answer.status.is_success() && !route.only_reads();
        self.is_used |= changes && route.path != LAST;
        heard(&answer)
    }
}

/// Signing out comes last.
fn in_order() -> Vec<Route> {
    let mut routes = routes();
    routes.sort_by_key(|route| route.path == LAST);
    routes
}

#[test]
fn the_table_of_roles_has_every_route_and_no_other() {
    let described: Vec<String> = routes().iter().map(Route::name).collect();
    let table = table();
    let missing: Vec<_> = described
        .iter()
        .filter(|route| !table.contains_key(*route))
        .collect();
    assert!(missing.is_empty(), "say in roles.txt who may: {missing:?}");
    let gone: Vec<_> = table
        .keys()
        .filter(|route| !described.contains(route))
        .collect();
    assert!(gone.is_empty(), "no longer described: {gone:?}");
}

#[tokio::test]
async fn everybody_may_exactly_what_the_table_says() {
    // spec: S083 S084 S087 A108
    on_both_worlds(async |world| {
        let table = table();
        let mut stock = Stock::new(world).await;
        let mut wrong = Vec::new();
        for route in in_order() {
            let cells = &table[&route.name()];
            for (role, expected) in Role::ALL.into_iter().zip(cells) {
                let on_new = is_by_thing(cells, expected);
                let heard = stock.hear(&route, role, expected, on_new).await;
                if heard != *expected {
                    let line = format!("{} {role:?}: {heard}, not {expected}", route.name());
                    wrong.push(line);
                }
            }
        }
        world.desk.forget_sessions().await;
        // numbers that wait for their phones would change by themselves under the next test
        world.clear_lines().await;
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    })
    .await;
}

#[tokio::test]
async fn a_token_that_is_none_opens_nothing() {
    on_both_worlds(async |world| {
        let things = world.things().await;
        let admin = world.session(Role::Admin).await;
        for route in routes().iter().filter(|route| !route.is_public) {
            let mut caller = world.session(Role::Nobody).await;
            let request = Request::fitting(route, &things);
            let real = admin.token.clone().expect("a token");
            let (cut, _) = real.split_at(real.len() - 2);
            for token in ["x", "a.b.c", cut, &format!("{real}x")] {
                caller.token = Some(token.to_owned());
                let answer = request.send(&caller).await;
                let expected = (403, "ERR_TOKEN_INVALID");
                assert_eq!(answer.refusal(), expected, "{} {token}", route.name());
            }
        }
    })
    .await;
}

/// An answer without what every answer has of its own, and without the ids that it was asked about.
fn plain(answer: &Answer) -> (u16, Value) {
    let mut body = answer.body.clone();
    if let Some(fields) = body.as_object_mut() {
        fields.remove("requestId");
        let results = fields.get_mut("results").and_then(Value::as_array_mut);
        for result in results
            .into_iter()
            .flatten()
            .filter_map(Value::as_object_mut)
        {
            result.remove("id");
        }
    }
    (answer.status.as_u16(), body)
}

/// A super user may name any company (rule B0).
fn may_name(role: Role, slot: &Slot) -> bool {
    role == Role::Super && slot.thing == Thing::Company
}

/// Compares what one caller hears about a foreign id and about an unknown one, in every place of every route.
async fn compare(world: &World, role: Role, own: &Things, foreign: &Things) -> usize {
    let (session, unknown) = (world.session(role).await, unknown_things());
    let mut compared = 0;
    for route in routes() {
        let base = Request::fitting(&route, own);
        for slot in route.slots.iter().filter(|slot| !may_name(role, slot)) {
            let theirs = base.with(&route, slot, &foreign[&slot.thing]);
            let nobodys = base.with(&route, slot, &unknown[&slot.thing]);
            let (theirs, nobodys) = (theirs.send(&session).await, nobodys.send(&session).await);
            let place = format!("{role:?} {} {slot:?}", route.name());
            assert_eq!(plain(&theirs), plain(&nobodys), "{place}");
            let refused = theirs.status.is_client_error() || theirs.refuses_each();
            // a filter finds nothing, everything else is refused
            assert!(refused || slot.place == Place::Query, "{place}: {theirs:?}");
            compared += 1;
        }
    }
    compared
}

#[tokio::test]
async fn a_foreign_id_answers_like_an_unknown_one_wherever_it_stands() {
    // spec: S001 S002
    on_both_worlds(async |world| {
        let (own, foreign) = (world.things().await, world.foreign_things().await);
        let company = foreign[&Thing::Company].as_i64().expect("an id");
        let before = world.desk.rows_of(company);
        let mut compared = 0;
        for role in [Role::Attendant, Role::Supervisor, Role::Admin] {
            compared += compare(world, role, &own, &foreign).await;
        }
        let nothing = unknown_things();
        compared += compare(world, Role::Super, &nothing, &foreign).await;
        let slots: usize = routes().iter().map(|route| route.slots.len()).sum();
        assert!(compared > 3 * slots, "{compared} of {slots}");
        let changed = difference(&before, &world.desk.rows_of(company));
        assert!(changed.is_empty(), "{}", changed.join("\n"));
    })
    .await;
}
