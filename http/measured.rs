//! Reads what this node measures out of the text of `/metrics`: by name and by one label.

use std::collections::BTreeMap;

/// What was measured: by name, then by the value of a label.
#[derive(Debug, Default)]
pub(crate) struct Measured<'a> {
    values: Vec<(&'a str, &'a str, f64)>,
}

impl<'a> Measured<'a> {
    /// Reads lines such as `name{kind="room",le="0.1"} 3`.
    pub(crate) fn read(text: &'a str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let values = lines.filter_map(|line| {
            let (name, value) = line.rsplit_once(' ')?;
            let (name, labels) = name.split_once('{').unwrap_or((name, ""));
            Some((name, labels.trim_end_matches('}'), value.parse().ok()?))
        });
        Self {
            values: values.collect(),
        }
    }

    /// The values of a name by one of its labels; values that differ in another label only are added.
    pub(crate) fn by(&self, name: &str, label: &str) -> BTreeMap<&'a str, f64> {
        let mut found = BTreeMap::new();
        for (of, labels, value) in &self.values {
            if *of == name
                && let Some(key) = label_of(labels, label)
            {
                *found.entry(key).or_default() += value;
            }
        }
        found
    }

    /// The buckets of a histogram by one of its labels.
    pub(crate) fn buckets(&self, histogram: &str, label: &str) -> BTreeMap<&'a str, Buckets> {
        let name = format!("{histogram}_bucket");
        let mut found: BTreeMap<&'a str, Buckets> = BTreeMap::new();
        for (of, labels, count) in &self.values {
            if *of == name
                && let Some(key) = label_of(labels, label)
                && let Some(end) = label_of(labels, "le").and_then(|end| end.parse().ok())
            {
                found.entry(key).or_default().add(end, *count);
            }
        }
        found
    }

    /// The upper end of the bucket within which 99 of 100 lie, in seconds; `None` where nothing was measured.
    pub(crate) fn p99(&self, histogram: &str, label: &str, key: &str) -> Option<f64> {
        self.buckets(histogram, label).get(key)?.p99()
    }
}

/// How many of what was measured lie below each upper end; from the lowest end on.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Buckets(Vec<(f64, f64)>);

impl Buckets {
    /// Counts that differ in another label only are added.
    fn add(&mut self, end: f64, count: f64) {
        let place = self.0.partition_point(|(known, _)| *known < end);
        match self.0.get_mut(place) {
            Some((known, sum)) if known.total_cmp(&end).is_eq() => *sum += count,
            _ => self.0.insert(place, (end, count)),
        }
    }

    /// What was measured after an earlier look.
    pub(crate) fn since(&self, earlier: &Self) -> Self {
        let before = |end: f64| {
            let same = earlier
                .0
                .iter()
                .find(|(known, _)| known.total_cmp(&end).is_eq());
            same.map_or(0.0, |(_, count)| *count)
        };
        let new = self.0.iter();
        Self(
            new.map(|(end, count)| (*end, (count - before(*end)).max(0.0)))
                .collect(),
        )
    }

    /// The upper end of the bucket within which 99 of 100 lie; `None` where nothing was measured.
    pub(crate) fn p99(&self) -> Option<f64> {
        let all = self.0.last().map(|(_, count)| *count);
        let all = all.filter(|count| *count > 0.0)?;
        let within = self.0.iter().find(|(_, count)| *count >= all * 0.99);
        within.map(|(end, _)| *end).filter(|end| end.is_finite())
    }
}

fn label_of<'a>(labels: &'a str, name: &str) -> Option<&'a str> {
    labels.split(',').find_map(|pair| {
        let (key, value) = pair.split_once('=')?;
        (key == name).then(|| value.trim_matches('"'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"# TYPE guiche_actor_live gauge
guiche_actor_live{kind="room"} 3
guiche_actor_live{kind="desk"} 2
guiche_redis_up 1
wait_bucket{kind="room",le="0.01"} 98
wait_bucket{kind="room",le="0.1"} 100
wait_bucket{kind="room",le="+Inf"} 100
wait_bucket{kind="desk",le="0.01"} 0
wait_bucket{kind="desk",le="+Inf"} 0
"#;

    #[test]
    fn values_are_found_by_name_and_label_and_a_percentile_by_its_bucket() {
        let measured = Measured::read(TEXT);
        let live = measured.by("guiche_actor_live", "kind");
        assert_eq!(
            live.into_iter().collect::<Vec<_>>(),
            [("desk", 2.0), ("room", 3.0)]
        );
        assert_eq!(measured.p99("wait", "kind", "room"), Some(0.1));
        assert_eq!(measured.p99("wait", "kind", "desk"), None);
        assert!(measured.by("guiche_nothing", "kind").is_empty());
    }

    #[test]
    fn what_was_measured_since_a_look_has_a_percentile_of_its_own() {
        let later = TEXT.replace(r#"le="0.01"} 98"#, r#"le="0.01"} 118"#);
        let later = later.replace(r#"le="0.1"} 100"#, r#"le="0.1"} 120"#);
        let later = later.replace(r#"le="+Inf"} 100"#, r#"le="+Inf"} 120"#);
        let rooms = |text: &str| Measured::read(text).buckets("wait", "kind").remove("room");
        let (before, after) = (rooms(TEXT).unwrap(), rooms(&later).unwrap());
        assert_eq!(after.since(&before).p99(), Some(0.01));
        assert_eq!(before.since(&before).p99(), None);
    }
}
