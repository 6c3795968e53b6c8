//! Brazil's national holidays, for companies to take over. Those that depend on Easter are computed.

use chrono::{Days, NaiveDate};

/// A day that a company may take over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NationalHoliday {
    /// When.
    pub date: NaiveDate,
    /// What it is called.
    pub name: &'static str,
    /// On this day and month every year.
    pub yearly: bool,
}

/// Day, month and name of those with a fixed date (laws 662/1949, 6.802/1980, 10.607/2002, 14.759/2023).
const FIXED: [(u32, u32, &str); 9] = [
    (1, 1, "Confraternização Universal"),
    (21, 4, "Tiradentes"),
    (1, 5, "Dia do Trabalho"),
    (7, 9, "Independência do Brasil"),
    (12, 10, "Nossa Senhora Aparecida"),
    (2, 11, "Finados"),
    (15, 11, "Proclamação da República"),
    (20, 11, "Consciência Negra"),
    (25, 12, "Natal"),
];

/// Days from Easter and name of the others; but for Good Friday they are optional, and kept nearly everywhere.
const FROM_EASTER: [(i64, &str); 4] = [
    (-48, "Carnaval (segunda-feira)"),
    (-47, "Carnaval"),
    (-2, "Sexta-feira Santa"),
    (60, "Corpus Christi"),
];

/// The days of a year, in order.
pub fn national(year: i32) -> Vec<NationalHoliday> {
    let fixed = FIXED.into_iter().filter_map(|(day, month, name)| {
        Some(NationalHoliday {
            date: NaiveDate::from_ymd_opt(year, month, day)?,
            name,
            yearly: true,
        })
    });
    let easter = easter(year);
    let moving = FROM_EASTER.into_iter().filter_map(|(days, name)| {
        let distance = Days::new(days.unsigned_abs());
        let date = if days < 0 {
            easter?.checked_sub_days(distance)?
        } else {
            easter?.checked_add_days(distance)?
        };
        Some(NationalHoliday {
            date,
            name,
            yearly: false,
        })
    });
    let mut days: Vec<NationalHoliday> = fixed.chain(moving).collect();
    days.sort_unstable();
    days
}

/// Easter Sunday of the Gregorian calendar (the anonymous rule of 1876).
fn easter(year: i32) -> Option<NaiveDate> {
    let century = year / 100;
    let golden = year % 19;
    let correction = (century - century / 4 - (8 * century + 13) / 25 + 19 * golden + 15) % 30;
    let epact = correction
        - (correction / 28)
            * (1 - (correction / 28) * (29 / (correction + 1)) * ((21 - golden) / 11));
    let weekday = (year + year / 4 + epact + 2 - century + century / 4) % 7;
    let from_march = epact - weekday;
    let month = 3 + (from_march + 40) / 44;
    let day = from_march + 28 - 31 * (month / 4);
    NaiveDate::from_ymd_opt(year, u32::try_from(month).ok()?, u32::try_from(day).ok()?)
}

#[cfg(test)]
mod tests {
    use chrono::Datelike as _;

    use super::*;

    #[test]
    fn easter_falls_where_the_church_says() {
        for date in [
            "1961-04-02",
            "2000-04-23",
            "2008-03-23",
            "2019-04-21",
            "2024-03-31",
            "2025-04-20",
            "2026-04-05",
            "2027-03-28",
            "2028-04-16",
            "2038-04-25",
            "2049-04-18",
            "2076-04-19",
            "1954-04-18",
            "1981-04-19",
            "2100-03-28",
            "2200-04-06",
        ] {
            let day: NaiveDate = date.parse().unwrap();
            assert_eq!(easter(day.year()), Some(day));
        }
    }

    #[test]
    fn a_year_has_its_holidays_in_order() {
        let days = national(2027);
        let found: Vec<String> = days
            .iter()
            .map(|day| format!("{} {} {}", day.date.format("%d/%m"), day.name, day.yearly))
            .collect();
        assert_eq!(
            found,
            [
                "01/01 Confraternização Universal true",
                "08/02 Carnaval (segunda-feira) false",
                "09/02 Carnaval false",
                "26/03 Sexta-feira Santa false",
                "21/04 Tiradentes true",
                "01/05 Dia do Trabalho true",
                "27/05 Corpus Christi false",
                "07/09 Independência do Brasil true",
                "12/10 Nossa Senhora Aparecida true",
                "02/11 Finados true",
                "15/11 Proclamação da República true",
                "20/11 Consciência Negra true",
                "25/12 Natal true",
            ]
        );
    }
}
