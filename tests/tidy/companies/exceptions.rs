//! Functions whose statements speak of rows without saying of which company, by why they may.

/// Functions of a file of `storage/`.
type Functions = (&'static str, &'static [&'static str]);

/// Reasons, and the functions that have each.
pub(super) const EXCEPTIONS: &[(&str, &[Functions])] = &[
    (
        "the clock looks what is due at all companies; each row says whose it is, and what is then done names that company",
        &[
            ("audit/mod.rs", &["delete_expired"]),
            ("billing/charges.rs", &["list_to_ask"]),
            ("billing/differences.rs", &["list_lapsed"]),
            ("billing/invoices.rs", &["list_unbilled"]),
            ("billing/notices.rs", &["list_due_soon", "list_due"]),
            ("billing/payments.rs", &["list_to_look"]),
            ("bots/turns.rs", &["list_companies"]),
            ("campaigns/running/looks.rs", &["list_due"]),
            ("companies/erase.rs", &["list_deleted"]),
            ("companies/plan_changes.rs", &["list_due"]),
            ("connections/mod.rs", &["list_free", "list_due"]),
            ("connections/outages.rs", &["list_due"]),
            ("contacts/lists/checks.rs", &["list_companies"]),
            ("delivery/schedules/due.rs", &["list_due"]),
            ("identity/presences.rs", &["list_gone"]),
            ("identity/sign_ins.rs", &["list_revoked"]),
            ("media/owners.rs", &["list_unowned", "list_released"]),
            ("tickets/assignments.rs", &["list_waiting"]),
            ("tickets/idle.rs", &["list_by_numbers", "list_by_companies"]),
            ("tickets/leads.rs", &["list_expired"]),
            ("tickets/ratings.rs", &["list_over"]),
            ("tickets/snooze.rs", &["list_due"]),
            ("webhooks/deliveries.rs", &["list_due"]),
            ("webhooks/giving_up.rs", &["list_full", "claim_notice"]),
            ("webhooks/mod.rs", &["list_companies"]),
        ],
    ),
    (
        "what is old goes by its age alone, whosever it is",
        &[
            ("billing/notices.rs", &["forget_before"]),
            ("bots/calls.rs", &["forget_before"]),
            ("connections/outages.rs", &["forget_before"]),
            ("delivery/events.rs", &["delete_before"]),
            ("delivery/inbox.rs", &["delete_done_before"]),
            ("identity/api_requests.rs", &["forget_before"]),
            ("identity/sign_ins.rs", &["delete_expired"]),
            ("webhooks/deliveries.rs", &["forget_before"]),
        ],
    ),
    (
        "who comes has no company yet: the e-mail, the token or the key that he shows finds whose he is",
        &[
            ("connections/programs.rs", &["find_by_token"]),
            ("identity/api_keys.rs", &["find_holder"]),
            ("identity/invitations.rs", &["get_by_token"]),
            (
                "identity/sign_ins.rs",
                &["rotate", "judge_old", "find_owner"],
            ),
            ("identity/users/mod.rs", &["find_by_email"]),
        ],
    ),
    (
        "a bank or a provider calls, which knows no companies: its own name of the thing finds whose that is, and a signature \
         or a question to it shows that it is true",
        &[
            ("billing/charges.rs", &["find_by_txid", "find_by_ref"]),
            ("billing/payments.rs", &["find"]),
            ("security/seal.rs", &["find_cloud_access_by_id"]),
        ],
    ),
    (
        "the session of a number goes by the number's id, for which it has the lease, and by rows that it has found by that",
        &[
            ("connections/mod.rs", &["list_wanted"]),
            (
                "delivery/inbox.rs",
                &[
                    "list_due",
                    "next_due",
                    "finish",
                    "finish_all",
                    "park",
                    "unpark",
                    "count_attempt",
                    "fail",
                ],
            ),
            ("delivery/outbox/claim.rs", &["claim"]),
            (
                "delivery/outbox/mod.rs",
                &[
                    "take_back",
                    "settle",
                    "sweep",
                    "rest",
                    "sent_since",
                    "expire",
                ],
            ),
        ],
    ),
    (
        "a node that ended lets go of what it had, and a copy that was put back doubts everything that was on its way",
        &[
            ("bots/turns.rs", &["release"]),
            ("delivery/outbox/mod.rs", &["doubt_all"]),
            ("identity/presences.rs", &["end_node"]),
            ("webhooks/deliveries.rs", &["release"]),
        ],
    ),
    (
        "those who run the server see all companies, on its command line or as super users, for whom the handlers ask",
        &[
            ("billing/invoices.rs", &["find_company", "list_all"]),
            ("cluster/operators.rs", &["list_connections"]),
            (
                "companies/details.rs",
                &["list_details", "count_standings", "list_names"],
            ),
            ("companies/mod.rs", &["find_by_name", "list_ids"]),
            (
                "companies/plans.rs",
                &["list", "get", "delete", "list_companies"],
            ),
        ],
    ),
    (
        "announcements are for all companies or for one that is named beside them; super users write them, and whoever reads is \
         shown what is for his company",
        &[(
            "companies/announcements.rs",
            &["list", "get", "update", "set_media", "delete"],
        )],
    ),
    (
        "whether there is anything at all in the database",
        &[
            ("fixtures/demo/mod.rs", &["is_empty"]),
            ("identity/users/mod.rs", &["has_any"]),
        ],
    ),
    (
        "the simulator has the phones of all companies, and is there for who tries the desk on his own machine",
        &[(
            "fixtures/simulator/phones.rs",
            &["list_connections", "find_connection"],
        )],
    ),
    (
        "a super user in somebody's place is a user of another company, and is looked at too",
        &[("identity/callers.rs", &["find"])],
    ),
    (
        "a stay is found by its number for super users too; of others the handler compares the company",
        &[("identity/impersonations.rs", &["get_running"])],
    ),
    (
        "a browser is one person's at a time, and nobody else knows the address under which it is told",
        &[("identity/push_subscriptions.rs", &["save"])],
    ),
    (
        "the numbers of invoices that were read just before, of a company or of all for who runs the server",
        &[("billing/payments.rs", &["of_invoices"])],
    ),
];
