//! The wire codes of all refusals. `http/error.rs` gives each its status; the web UI gives each its text.

macro_rules! codes {
    ($($name:ident = $text:literal),+ $(,)?) => {
        /// A refusal as the client sees it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the code's text says it")]
        pub enum ErrorCode { $($name),+ }

        impl ErrorCode {
            /// Every code, in the order of this file.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$name),+];

            /// The text on the wire.
            pub fn as_str(self) -> &'static str {
                match self { $(ErrorCode::$name => $text),+ }
            }
        }
    };
}

codes! {
    Internal = "ERR_INTERNAL",
    Validation = "ERR_VALIDATION",
    NotFound = "ERR_NOT_FOUND",
    MethodNotAllowed = "ERR_METHOD_NOT_ALLOWED",
    Busy = "ERR_BUSY",
    TooManyRequests = "ERR_TOO_MANY_REQUESTS",
    PayloadTooLarge = "ERR_PAYLOAD_TOO_LARGE",
    SessionExpired = "ERR_SESSION_EXPIRED",
    InvalidCredentials = "ERR_INVALID_CREDENTIALS",
    TokenInvalid = "ERR_TOKEN_INVALID",
    ApiToken = "ERR_API_TOKEN",
    CurrentPassword = "ERR_CURRENT_PASSWORD",
    NoPermission = "ERR_NO_PERMISSION",
    NoSuper = "ERR_NO_SUPER",
    CompanyExpired = "ERR_COMPANY_EXPIRED",
    CompanyInactive = "ERR_COMPANY_INACTIVE",
    PlanFeature = "ERR_PLAN_FEATURE",
    PlanLimitUsers = "ERR_PLAN_LIMIT_USERS",
    PlanLimitConnections = "ERR_PLAN_LIMIT_CONNECTIONS",
    PlanLimitQueues = "ERR_PLAN_LIMIT_QUEUES",
    PlanLimitStorage = "ERR_PLAN_LIMIT_STORAGE",
    NoCompanyFound = "ERR_NO_COMPANY_FOUND",
    NoPlanFound = "ERR_NO_PLAN_FOUND",
    PlanInUse = "ERR_PLAN_IN_USE",
    PlanNameAlreadyExists = "ERR_PLAN_NAME_ALREADY_EXISTS",
    OwnCompany = "ERR_OWN_COMPANY",
    NoHelpFound = "ERR_NO_HELP_FOUND",
    NoImpersonationFound = "ERR_NO_IMPERSONATION_FOUND",
    NoInvitationFound = "ERR_NO_INVITATION_FOUND",
    InvitationsFull = "ERR_INVITATIONS_FULL",
    CompanyNameAlreadyExists = "ERR_COMPANY_NAME_ALREADY_EXISTS",
    ResetCode = "ERR_RESET_CODE",
    MailNotSent = "ERR_MAIL_NOT_SENT",
    NoUserFound = "ERR_NO_USER_FOUND",
    NoQueueFound = "ERR_NO_QUEUE_FOUND",
    NoTagFound = "ERR_NO_TAG_FOUND",
    TagNameTaken = "ERR_TAG_NAME_TAKEN",
    NoNoteFound = "ERR_NO_NOTE_FOUND",
    NoQuickMessageFound = "ERR_NO_QUICK_MESSAGE_FOUND",
    NoSavedFilterFound = "ERR_NO_SAVED_FILTER_FOUND",
    SavedFiltersFull = "ERR_SAVED_FILTERS_FULL",
    NoSettingFound = "ERR_NO_SETTING_FOUND",
    NoOtherWhatsapp = "ERR_NO_OTHER_WHATSAPP",
    NoDefWappFound = "ERR_NO_DEF_WAPP_FOUND",
    NoWappFound = "ERR_NO_WAPP_FOUND",
    WappNotInitialized = "ERR_WAPP_NOT_INITIALIZED",
    WappNameTaken = "ERR_WAPP_NAME_TAKEN",
    WappInUse = "ERR_WAPP_IN_USE",
    WappTokenTaken = "ERR_WAPP_TOKEN_TAKEN",
    WappProviderUnknown = "ERR_WAPP_PROVIDER_UNKNOWN",
    WappGreetingRequired = "ERR_WAPP_GREETING_REQUIRED",
    WappAccountDisabled = "ERR_WAPP_ACCOUNT_DISABLED",
    WappPartnerRemoved = "ERR_WAPP_PARTNER_REMOVED",
    WappAppUninstalled = "ERR_WAPP_APP_UNINSTALLED",
    WappTokenRefused = "ERR_WAPP_TOKEN_REFUSED",
    WappCheckContact = "ERR_WAPP_CHECK_CONTACT",
    WappInvalidContact = "ERR_WAPP_INVALID_CONTACT",
    WappDownloadMedia = "ERR_WAPP_DOWNLOAD_MEDIA",
    WebhookSignature = "ERR_WEBHOOK_SIGNATURE",
    SendingWappMsg = "ERR_SENDING_WAPP_MSG",
    DeleteWappMsg = "ERR_DELETE_WAPP_MSG",
    CreatingMessage = "ERR_CREATING_MESSAGE",
    FetchWappMsg = "ERR_FETCH_WAPP_MSG",
    NoMessageFound = "ERR_NO_MESSAGE_FOUND",
    EditUnsupported = "ERR_EDIT_UNSUPPORTED",
    EditTooLate = "ERR_EDIT_TOO_LATE",
    EditNotTaken = "ERR_EDIT_NOT_TAKEN",
    IdempotencyKey = "ERR_IDEMPOTENCY_KEY",
    MessageState = "ERR_MESSAGE_STATE",
    WindowClosed = "ERR_WINDOW_CLOSED",
    NoTemplateFound = "ERR_NO_TEMPLATE_FOUND",
    TemplatesUnsupported = "ERR_TEMPLATES_UNSUPPORTED",
    TemplateNotApproved = "ERR_TEMPLATE_NOT_APPROVED",
    TemplateVariables = "ERR_TEMPLATE_VARIABLES",
    TemplateKind = "ERR_TEMPLATE_KIND",
    TemplateTaken = "ERR_TEMPLATE_TAKEN",
    TemplateRefused = "ERR_TEMPLATE_REFUSED",
    MetaUnreachable = "ERR_META_UNREACHABLE",
    MediaUnsupported = "ERR_MEDIA_UNSUPPORTED",
    OtherOpenTicket = "ERR_OTHER_OPEN_TICKET",
    CreatingTicket = "ERR_CREATING_TICKET",
    NoTicketFound = "ERR_NO_TICKET_FOUND",
    TicketPending = "ERR_TICKET_PENDING",
    TicketClosed = "ERR_TICKET_CLOSED",
    NoClosingReasonFound = "ERR_NO_CLOSING_REASON_FOUND",
    ClosingReasonTaken = "ERR_CLOSING_REASON_TAKEN",
    ClosingReasonsFull = "ERR_CLOSING_REASONS_FULL",
    ClosingReasonRequired = "ERR_CLOSING_REASON_REQUIRED",
    TicketState = "ERR_TICKET_STATE",
    UserCreationDisabled = "ERR_USER_CREATION_DISABLED",
    LastAdmin = "ERR_LAST_ADMIN",
    EmailAlreadyExists = "ERR_EMAIL_ALREADY_EXISTS",
    DuplicatedContact = "ERR_DUPLICATED_CONTACT",
    ContactInUse = "ERR_CONTACT_IN_USE",
    NoContactFound = "ERR_NO_CONTACT_FOUND",
    ContactBlocked = "ERR_CONTACT_BLOCKED",
    ContactsBothOpen = "ERR_CONTACTS_BOTH_OPEN",
    NumberHidden = "ERR_NUMBER_HIDDEN",
    ImportUnreadable = "ERR_IMPORT_UNREADABLE",
    ImportColumns = "ERR_IMPORT_COLUMNS",
    ImportRows = "ERR_IMPORT_ROWS",
    NoScheduleFound = "ERR_NO_SCHEDULE_FOUND",
    ScheduleSent = "ERR_SCHEDULE_SENT",
    ScheduleTooLate = "ERR_SCHEDULE_TOO_LATE",
    NoChatFound = "ERR_NO_CHAT_FOUND",
    NoAnnouncementFound = "ERR_NO_ANNOUNCEMENT_FOUND",
    NoFileListFound = "ERR_NO_FILE_LIST_FOUND",
    NoFileOptionFound = "ERR_NO_FILE_OPTION_FOUND",
    NoQueueOptionFound = "ERR_NO_QUEUE_OPTION_FOUND",
    QueueOptionLoop = "ERR_QUEUE_OPTION_LOOP",
    QueueOptionsFull = "ERR_QUEUE_OPTIONS_FULL",
    NoHolidayFound = "ERR_NO_HOLIDAY_FOUND",
    HolidayTaken = "ERR_HOLIDAY_TAKEN",
    HolidaysFull = "ERR_HOLIDAYS_FULL",
    QueueNameAlreadyExists = "ERR_QUEUE_NAME_ALREADY_EXISTS",
    QueueColorAlreadyExists = "ERR_QUEUE_COLOR_ALREADY_EXISTS",
}

impl std::fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
