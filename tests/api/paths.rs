//! Addresses as the specification writes them.

use super::{
    ADMIN,
    support::{on_both, until},
};

#[tokio::test]
async fn a_path_of_the_api_may_end_in_a_slash() {
    // spec: A099 A105
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        for (with, without) in [
            ("/whatsapp/?session=0", "/whatsapp?session=0"),
            ("/settings/", "/settings"),
            ("/tags/list/", "/tags/list"),
        ] {
            // others change something of it meanwhile
            until(&format!("{with} answers as {without}"), async || {
                admin.get(with).await.ok() == admin.get(without).await.ok()
            })
            .await;
        }
        let nothing = admin.get("/nothing/").await;
        assert_eq!(nothing.refusal(), (404, "ERR_NOT_FOUND"));
        let method = admin.patch("/settings/").await;
        assert_eq!(method.refusal(), (405, "ERR_METHOD_NOT_ALLOWED"));
    })
    .await;
}
