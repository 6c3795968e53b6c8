//! How menus read: a head, the choices with their numbers, and the ways out.

use super::{
    action::{Item, Menu, Say, Shows},
    state::{Choice, Department, File},
    turn::Turn,
};
use crate::rules::texts;

/// Leads back to the first menu.
pub(super) const HOME: &str = "#";
/// Leads one step back.
pub(super) const BACK: &str = "0";

/// The choice that a queue is.
pub(super) fn queue_choice(id: guiche_storage::model::QueueId) -> String {
    format!("queue:{id}")
}

/// The choice that an option is.
pub(super) fn option_choice(id: guiche_storage::model::QueueOptionId) -> String {
    format!("option:{id}")
}

impl Turn<'_> {
    /// The menu of the number's queues.
    pub(super) fn queue_menu(&self) -> Say {
        let queues = self
            .line
            .menu
            .iter()
            .filter_map(|id| self.line.department(*id));
        let queues: Vec<&Department> = queues.collect();
        let items = queues.iter().map(|queue| Item {
            id: queue_choice(queue.id),
            title: queue.name.clone(),
        });
        let head = self.line.texts.greeting_message.trim();
        let shows = Shows::Queues(queues.iter().map(|queue| queue.id).collect());
        self.menu((head, None), items.collect(), Vec::new(), shows)
    }

    /// The beginning of a queue's tree.
    pub(super) fn root(&self, queue: &Department) -> Say {
        let head = (queue.greeting.trim(), queue.file);
        self.options(head, &queue.below(None), vec![home()])
    }

    /// An option and what stands below it.
    pub(super) fn node(&self, option: &Choice, below: &[&Choice]) -> Say {
        let head = (option.message.trim(), option.file);
        let back = Item {
            id: BACK.to_owned(),
            title: texts::BACK.to_owned(),
        };
        self.options(head, below, vec![back, home()])
    }

    fn options(&self, head: (&str, Option<File>), below: &[&Choice], ways: Vec<Item>) -> Say {
        let items = below.iter().map(|option| Item {
            id: option_choice(option.id),
            title: option.title.clone(),
        });
        let shows = Shows::Options(below.iter().map(|option| option.id).collect());
        self.menu(head, items.collect(), ways, shows)
    }

    fn menu(
        &self,
        (head, file): (&str, Option<File>),
        items: Vec<Item>,
        ways: Vec<Item>,
        shows: Shows,
    ) -> Say {
        let line = |mark: &str, title: &str| format!("[ {mark} ] - {title}");
        let numbered = items.iter().zip(1_usize..);
        let list: Vec<String> = numbered
            .map(|(item, number)| line(&number.to_string(), &item.title))
            .collect();
        let out: Vec<String> = ways
            .iter()
            .map(|way| format!("[ {} ] {}", way.id, way.title))
            .collect();
        let parts = [head.to_owned(), list.join("\n"), out.join("\n")];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        Say {
            text: parts.join("\n\n"),
            file,
            menu: Some(Menu {
                head: head.to_owned(),
                items,
                ways,
            }),
            shows,
            key: self.key(),
        }
    }
}

fn home() -> Item {
    Item {
        id: HOME.to_owned(),
        title: texts::HOME.to_owned(),
    }
}
