//! When somebody has to look at a campaign again.

use chrono::{DateTime, Utc};
use guiche_storage::{
    campaigns::running::{NEWS_EVERY, Standing},
    model::campaign::{CampaignStatus, PausedReason},
};

use super::TOO_LATE;

/// When a campaign has something to do next, as far as is known now; `None`: only when somebody changes it.
pub fn next_look(standing: &Standing, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let told_at = standing.told_at;
    let news = standing
        .untold
        .then(|| told_at.map_or(now, |told| now.max(told + NEWS_EVERY)));
    [news, next_work(standing, now)].into_iter().flatten().min()
}

fn next_work(standing: &Standing, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    if standing.taking_back {
        return Some(now);
    }
    match standing.status {
        // one that lacks something, for a day; what is planned for later is found when its time comes
        CampaignStatus::Programada => {
            let at = standing.scheduled_at?;
            (at <= now && now < at + TOO_LATE).then_some(now)
        }
        CampaignStatus::EmAndamento => {
            if standing.paused_reason.is_some_and(PausedReason::is_kept) {
                None
            } else if standing.is_copied {
                [standing.next_at, standing.answer_at]
                    .into_iter()
                    .flatten()
                    .min()
            } else {
                Some(now)
            }
        }
        CampaignStatus::Inativa | CampaignStatus::Cancelada | CampaignStatus::Finalizada => None,
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }

    fn in_seconds(seconds: i64) -> DateTime<Utc> {
        now() + TimeDelta::seconds(seconds)
    }

    fn running() -> Standing {
        Standing {
            status: CampaignStatus::EmAndamento,
            scheduled_at: None,
            paused_reason: None,
            next_at: Some(in_seconds(20)),
            answer_at: None,
            is_copied: true,
            taking_back: false,
            untold: false,
            told_at: None,
        }
    }

    #[test]
    fn one_that_runs_is_looked_at_for_whatever_comes_first() {
        let look = |standing: &Standing| next_look(standing, now());
        let mut one = running();
        assert_eq!(look(&one), Some(in_seconds(20)));
        one.answer_at = Some(in_seconds(7));
        assert_eq!(look(&one), Some(in_seconds(7)));
        (one.untold, one.told_at) = (true, Some(now()));
        assert_eq!(look(&one), Some(in_seconds(1)));
        one.told_at = Some(in_seconds(-30));
        assert_eq!(look(&one), Some(in_seconds(0)));
        one = running();
        one.is_copied = false;
        assert_eq!(look(&one), Some(in_seconds(0)));
    }

    #[test]
    fn one_that_waits_for_a_person_is_looked_at_by_nobody() {
        let mut one = running();
        for reason in [PausedReason::Person, PausedReason::Failures] {
            one.paused_reason = Some(reason);
            assert_eq!(next_look(&one, now()), None);
        }
        one.paused_reason = Some(PausedReason::Window);
        assert_eq!(next_look(&one, now()), Some(in_seconds(20)));
        one.paused_reason = None;
        for status in [
            CampaignStatus::Inativa,
            CampaignStatus::Cancelada,
            CampaignStatus::Finalizada,
        ] {
            one.status = status;
            assert_eq!(next_look(&one, now()), None);
        }
        one.taking_back = true;
        assert_eq!(next_look(&one, now()), Some(in_seconds(0)));
    }

    #[test]
    fn one_that_is_planned_is_looked_at_from_its_time_on_for_a_day() {
        let mut one = running();
        one.status = CampaignStatus::Programada;
        for (at, look) in [
            (60, None),
            (0, Some(in_seconds(0))),
            (-60, Some(in_seconds(0))),
            (-24 * 3600, None),
        ] {
            one.scheduled_at = Some(in_seconds(at));
            assert_eq!(next_look(&one, now()), look, "{at}");
        }
    }
}
