//! How long a campaign takes, before anybody saves it and while it waits; and copies of campaigns.

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::model::{Clock as _, SystemClock};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{
    ADMIN, VIDA,
    campaigns::{list_of, make, numbers, path},
    connection,
    support::on_both,
};

const PDF: &[u8] = b"%PDF-1.4\n%%EOF\n";

fn time(value: &Value) -> DateTime<Utc> {
    value.as_str().expect("a time").parse().expect("a time")
}

#[tokio::test]
async fn a_forecast_goes_by_the_day_of_the_number_and_by_the_hours_of_the_campaign() {
    on_both(async |desk| {
        let (admin, vida) = (desk.session(ADMIN).await, desk.session(VIDA).await);
        let line = connection(&admin, "Matriz").await;
        let list = list_of(desk, admin.company(), &numbers(3));
        // at noon of the company, ten days ahead: nothing that runs now counts
        let day = SystemClock.now().date_naive() + TimeDelta::days(10);
        let noon = day.and_hms_opt(15, 0, 0).expect("a time").and_utc();
        let mut wish = json!({
            "whatsappIds": [line], "contactListId": list, "scheduledAt": noon, "dailyCap": 1,
        });
        let told = admin.post("/campaigns/forecast", &wish).await.ok();
        assert_eq!(
            (&told["people"], &told["days"], &told["perDay"]),
            (&json!(3), &json!(3), &json!(1))
        );
        assert_eq!(time(&told["startsAt"]), noon);
        assert_eq!(time(&told["endsAt"]), noon + TimeDelta::hours(36), "at the second midnight");

        wish["window"] = json!({
            "weekdays": [0, 1, 2, 3, 4, 5, 6], "start": "13:00", "end": "18:00", "skipHolidays": false,
        });
        let told = admin.post("/campaigns/forecast", &wish).await.ok();
        assert_eq!(time(&told["startsAt"]), noon + TimeDelta::hours(1));
        assert_eq!(time(&told["endsAt"]), noon + TimeDelta::hours(49));

        // the same for one that is saved
        let mut saved = wish.clone();
        saved["name"] = json!("Natal");
        let made = admin.post("/campaigns", &saved).await.ok();
        let again = admin.get(&path(&made, "/forecast")).await.ok();
        assert_eq!(again, told);
        let foreign = vida.get(&path(&made, "/forecast")).await;
        assert_eq!(foreign.refusal(), (404, "ERR_NO_CAMPAIGN_FOUND"));
        admin.delete(&path(&made, "")).await.ok();

        let nobody = admin.post("/campaigns/forecast", &json!({})).await.ok();
        let nothing = json!({ "people": 0, "startsAt": null, "endsAt": null, "days": 0, "perDay": 0 });
        assert_eq!(nobody, nothing);
        for (field, code) in [
            ("contactListId", "ERR_NO_CONTACT_LIST_FOUND"),
            ("tagListId", "ERR_NO_TAG_FOUND"),
        ] {
            let body = json!({ field: 999_999_999 });
            let refused = admin.post("/campaigns/forecast", &body).await;
            assert_eq!(refused.refusal(), (404, code));
        }
        let foreign = vida.post("/campaigns/forecast", &wish).await;
        assert_eq!(foreign.refusal(), (404, "ERR_NO_CONTACT_LIST_FOUND"));
    })
    .await;
}

#[tokio::test]
async fn a_copy_takes_the_file_along_and_keeps_it() {
    on_both(async |desk| {
        let (admin, vida) = (desk.session(ADMIN).await, desk.session(VIDA).await);
        let line = connection(&admin, "Matriz").await;
        let list = list_of(desk, admin.company(), &numbers(1));
        let made = make(&admin, line, list, json!({})).await;
        let form = Form::new().part("file", Part::bytes(PDF).file_name("preços.pdf"));
        admin.upload(&path(&made, "/media-upload"), form).await.ok();
        let wish = json!({ "name": "Natal (cópia)", "mediaOfCampaignId": made["id"] });
        let foreign = vida.post("/campaigns", &wish).await;
        assert_eq!(foreign.refusal(), (404, "ERR_NO_CAMPAIGN_FOUND"));
        let copy = admin.post("/campaigns", &wish).await.ok();
        assert_eq!(
            (&copy["mediaName"], &copy["status"], &copy["scheduledAt"]),
            (&json!("preços.pdf"), &json!("INATIVA"), &Value::Null)
        );
        admin.delete(&path(&made, "")).await.ok();
        let link = copy["mediaUrl"].as_str().expect("a link");
        assert_eq!(admin.file(link).await.status().as_u16(), 200);
        let bare = admin.delete(&path(&copy, "/media-upload")).await.ok();
        assert_eq!(bare["mediaName"], Value::Null);
        admin.delete(&path(&copy, "")).await.ok();
    })
    .await;
}
