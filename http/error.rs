//! Every refusal of the API: the one table from code to status and text, and the body that clients get.
//!
//! Handlers answer `Result<_, ApiError>`. `?` works on storage errors, actor errors and codes; a code alone is
//! `Err(ErrorCode::NoTicketFound.into())`. The request id is filled in by `frame`, which also logs the cause, once.

use std::{collections::BTreeMap, error::Error, fmt};

use actix_web::{
    HttpResponse, ResponseError,
    http::{StatusCode, header},
};
use chrono::{DateTime, Utc};
use guiche_actors::{ActorError, mail::MailNotSent, rules::numbers};
use guiche_storage::{
    StorageError,
    model::{ErrorCode, ticket::Ticket},
};
use serde_json::{Map, Value, json};

use crate::error_body;

/// Seconds after which a busy server may be asked again.
const BUSY_RETRY_AFTER_SECS: u64 = 1;

/// A refusal on its way to the client.
#[derive(Debug)]
pub struct ApiError(Box<Inner>);

#[derive(Debug)]
struct Inner {
    code: ErrorCode,
    details: BTreeMap<String, Vec<String>>,
    /// Fields beside or instead of the usual ones.
    fields: Map<String, Value>,
    retry_after_secs: Option<u64>,
    /// The methods that the address has.
    allow: Option<String>,
    cause: Option<Box<dyn Error + Send + Sync>>,
}

impl ApiError {
    /// A refusal by code alone.
    pub fn new(code: ErrorCode) -> Self {
        Self(Box::new(Inner {
            code,
            details: BTreeMap::new(),
            fields: Map::new(),
            retry_after_secs: (code == ErrorCode::Busy).then_some(BUSY_RETRY_AFTER_SECS),
            allow: None,
            cause: None,
        }))
    }

    /// `ERR_VALIDATION` about one field.
    pub fn field(field: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::new(ErrorCode::Validation).and_field(field, problem)
    }

    /// The same with one more problem under `details`.
    #[must_use]
    pub fn and_field(mut self, field: impl Into<String>, problem: impl Into<String>) -> Self {
        self.0
            .details
            .entry(field.into())
            .or_default()
            .push(problem.into());
        self
    }

    /// The same with one more field of the body.
    #[must_use]
    pub fn and_body(mut self, field: &str, value: impl Into<Value>) -> Self {
        self.0.fields.insert(field.to_owned(), value.into());
        self
    }

    /// A failure that is ours: 500, the cause goes to the log and not to the client.
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::new(ErrorCode::Internal).because(cause)
    }

    /// The same with a cause for the log.
    #[must_use]
    pub fn because(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.0.cause = Some(cause.into());
        self
    }

    /// 429: ask again after so many seconds.
    pub fn too_many_requests(retry_after_secs: u64) -> Self {
        let mut error = Self::new(ErrorCode::TooManyRequests);
        error.0.retry_after_secs = Some(retry_after_secs.max(1));
        error
    }

    /// 405: the address has these methods only, such as `GET, PUT`.
    pub fn method_not_allowed(allow: impl Into<String>) -> Self {
        let mut error = Self::new(ErrorCode::MethodNotAllowed);
        error.0.allow = Some(allow.into());
        error
    }

    /// 403: the company's subscription ended on `due_date` (S071).
    pub fn company_expired(due_date: DateTime<Utc>) -> Self {
        let mut error = Self::new(ErrorCode::CompanyExpired);
        let day = due_date.format("%d/%m/%Y");
        let text = format!(
            "Opss! Sua assinatura venceu em {day}. Entre em contato com o suporte para mais informações!"
        );
        error.0.fields.insert("message".into(), text.into());
        error.0.fields.insert("dueDate".into(), json!(due_date));
        error
    }

    /// 409: another ticket of the contact is open; the body serves every reading of rule B4.
    pub fn other_open_ticket(ticket: &Ticket) -> Self {
        let mut error = Self::new(ErrorCode::OtherOpenTicket);
        if let Ok(fields) = error_body::conflict(ticket) {
            error.0.fields = fields;
        }
        error
    }

    /// Its code.
    pub fn code(&self) -> ErrorCode {
        self.0.code
    }

    /// Why, for the log.
    pub fn cause(&self) -> Option<&(dyn Error + Send + Sync)> {
        self.0.cause.as_deref()
    }

    /// The answer, naming the request so that a person can ask about it.
    pub fn response(&self, request_id: &str) -> HttpResponse {
        self.response_to(request_id, false)
    }

    /// The same for one who may see numbers or not: a ticket in the way is told as JSON text.
    pub(crate) fn response_to(&self, request_id: &str, hides_numbers: bool) -> HttpResponse {
        let inner = &*self.0;
        let (status, text) = answer(inner.code);
        let mut body = Map::new();
        body.insert("error".into(), inner.code.as_str().into());
        body.insert("message".into(), text.into());
        body.insert("requestId".into(), request_id.into());
        if !inner.details.is_empty() {
            body.insert("details".into(), json!(inner.details));
        }
        body.extend(inner.fields.clone());
        for field in body.values_mut().filter(|_| hides_numbers) {
            if let Value::String(text) = field
                && let Ok(Some(hidden)) = numbers::hide_all(text)
            {
                *text = hidden;
            }
        }
        let mut response = HttpResponse::build(status);
        if let Some(seconds) = inner.retry_after_secs {
            response.insert_header((header::RETRY_AFTER, seconds));
        }
        if let Some(methods) = &inner.allow {
            response.insert_header((header::ALLOW, methods.as_str()));
        }
        response.json(body)
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.code.fmt(f)
    }
}

impl Error for ApiError {}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        answer(self.0.code).0
    }

    fn error_response(&self) -> HttpResponse {
        self.response("")
    }
}

impl From<ErrorCode> for ApiError {
    fn from(code: ErrorCode) -> Self {
        Self::new(code)
    }
}

impl From<StorageError> for ApiError {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Refused(code) => Self::new(code),
            StorageError::Unavailable(_) => Self::new(ErrorCode::Busy).because(error),
            StorageError::Taken(_)
            | StorageError::Database(_)
            | StorageError::Migration(_)
            | StorageError::Unreadable(_)
            | StorageError::File(_)
            | StorageError::Redis(_) => Self::internal(error),
        }
    }
}

impl From<ActorError> for ApiError {
    fn from(error: ActorError) -> Self {
        match error {
            ActorError::Refused(code) => Self::new(code),
            ActorError::OtherOpenTicket(ticket) => Self::other_open_ticket(&ticket),
            ActorError::Busy => Self::new(ErrorCode::Busy),
            ActorError::Storage(error) => error.into(),
        }
    }
}

impl From<MailNotSent> for ApiError {
    fn from(cause: MailNotSent) -> Self {
        Self::new(ErrorCode::MailNotSent).because(cause)
    }
}

impl From<actix::MailboxError> for ApiError {
    fn from(error: actix::MailboxError) -> Self {
        ActorError::from(error).into()
    }
}

impl From<actix_web::error::BlockingError> for ApiError {
    fn from(error: actix_web::error::BlockingError) -> Self {
        Self::new(ErrorCode::Busy).because(error)
    }
}

impl From<garde::Report> for ApiError {
    fn from(report: garde::Report) -> Self {
        report.iter().fold(
            Self::new(ErrorCode::Validation),
            |error, (path, problem)| {
                error.and_field(wire_name(&path.to_string()), problem.message())
            },
        )
    }
}

/// `extra_info[0].name` as clients know it: `extraInfo[0].name`.
fn wire_name(path: &str) -> String {
    let mut words = path.split('_');
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}

/// Status and text of every code: the one place where they meet.
#[expect(clippy::too_many_lines, reason = "one line a code")]
fn answer(code: ErrorCode) -> (StatusCode, &'static str) {
    use ErrorCode as C;
    use StatusCode as S;
    match code {
        C::Internal => (S::INTERNAL_SERVER_ERROR, "Erro interno do servidor."),
        C::Validation => (S::BAD_REQUEST, "Há dados inválidos. Confira os campos."),
        C::NotFound => (S::NOT_FOUND, "Não encontrado."),
        C::MethodNotAllowed => (
            S::METHOD_NOT_ALLOWED,
            "Método não permitido neste endereço.",
        ),
        C::Busy => (
            S::SERVICE_UNAVAILABLE,
            "O servidor está ocupado. Tente de novo em instantes.",
        ),
        C::TooManyRequests => (
            S::TOO_MANY_REQUESTS,
            "Muitas tentativas. Aguarde um pouco e tente de novo.",
        ),
        C::PayloadTooLarge => (S::PAYLOAD_TOO_LARGE, "O conteúdo enviado é grande demais."),
        C::SessionExpired => (S::UNAUTHORIZED, "Sessão expirada. Entre de novo."),
        C::InvalidCredentials => (S::UNAUTHORIZED, "E-mail ou senha inválidos. Tente de novo."),
        C::TokenInvalid => (S::FORBIDDEN, "Token inválido ou expirado."),
        C::ApiToken => (S::UNAUTHORIZED, "Acesso não permitido"),
        C::CurrentPassword => (S::BAD_REQUEST, "A senha atual não confere."),
        C::NoPermission => (S::FORBIDDEN, "Você não tem permissão para isto."),
        C::NoSuper => (
            S::FORBIDDEN,
            "Só um super usuário pode agir em outra empresa.",
        ),
        C::CompanyExpired => (S::FORBIDDEN, "A assinatura da empresa venceu."),
        C::CompanyInactive => (
            S::FORBIDDEN,
            "A empresa está desativada. Fale com o suporte.",
        ),
        C::PlanFeature => (S::FORBIDDEN, "O plano da empresa não inclui este recurso."),
        C::PlanLimitUsers => (
            S::BAD_REQUEST,
            "O limite de usuários do plano foi atingido.",
        ),
        C::PlanLimitConnections => (
            S::BAD_REQUEST,
            "O limite de conexões do plano foi atingido.",
        ),
        C::PlanLimitQueues => (S::BAD_REQUEST, "O limite de filas do plano foi atingido."),
        C::PlanLimitStorage => (
            S::BAD_REQUEST,
            "Os arquivos da empresa enchem o espaço do plano. Apague arquivos ou mude de plano.",
        ),
        C::NoCompanyFound => (S::NOT_FOUND, "Empresa não encontrada."),
        C::NoPlanFound => (S::NOT_FOUND, "Plano não encontrado."),
        C::PlanInUse => (
            S::CONFLICT,
            "O plano está em uso por uma empresa. Mude o plano dela antes.",
        ),
        C::PlanNameAlreadyExists => (S::BAD_REQUEST, "Já existe um plano com este nome."),
        C::OwnCompany => (S::CONFLICT, "Isto não se faz com a própria empresa."),
        C::NoInvoiceFound => (S::NOT_FOUND, "Fatura não encontrada."),
        C::InvoiceNotOpen => (S::CONFLICT, "A fatura já foi paga ou cancelada."),
        C::BillingUnavailable => (S::SERVICE_UNAVAILABLE, "O Pix não está configurado."),
        C::BankUnreachable => (S::SERVICE_UNAVAILABLE, "O banco não respondeu."),
        C::NoHelpFound => (S::NOT_FOUND, "Vídeo de ajuda não encontrado."),
        C::NoInvitationFound => (
            S::NOT_FOUND,
            "Este convite já foi usado, foi cancelado ou venceu.",
        ),
        C::InvitationsFull => (
            S::CONFLICT,
            "Há 50 convites esperando. Cancele algum antes.",
        ),
        C::NoImpersonationFound => (
            S::NOT_FOUND,
            "Este acesso de suporte não existe ou já terminou.",
        ),
        C::CompanyNameAlreadyExists => (S::BAD_REQUEST, "Já existe uma empresa com este nome."),
        C::ResetCode => (
            S::NOT_FOUND,
            "O código não confere ou venceu. Peça um novo.",
        ),
        C::MailNotSent => (
            S::SERVICE_UNAVAILABLE,
            "O e-mail não pôde ser enviado. Tente de novo mais tarde.",
        ),
        C::NoUserFound => (S::NOT_FOUND, "Usuário não encontrado."),
        C::NoQueueFound => (S::NOT_FOUND, "Fila não encontrada."),
        C::NoTagFound => (S::NOT_FOUND, "Tag não encontrada."),
        C::TagNameTaken => (S::BAD_REQUEST, "Já existe uma tag com este nome."),
        C::NoNoteFound => (S::NOT_FOUND, "Observação não encontrada."),
        C::NoQuickMessageFound => (S::NOT_FOUND, "Resposta rápida não encontrada."),
        C::NoSavedFilterFound => (S::NOT_FOUND, "Filtro salvo não encontrado."),
        C::SavedFiltersFull => (S::CONFLICT, "Você já tem 20 filtros salvos. Apague um."),
        C::NoSettingFound => (S::NOT_FOUND, "Configuração não encontrada."),
        C::NoOtherWhatsapp => (S::BAD_REQUEST, "Deve haver pelo menos uma conexão padrão."),
        C::NoDefWappFound => (S::BAD_REQUEST, "Nenhuma conexão padrão encontrada."),
        C::NoWappFound => (S::NOT_FOUND, "Conexão não encontrada."),
        C::WappNotInitialized => (S::CONFLICT, "Esta conexão não está pronta."),
        C::WappNameTaken => (S::BAD_REQUEST, "Já existe uma conexão com este nome."),
        C::WappInUse => (
            S::BAD_REQUEST,
            "Este número já está em uso por outra conexão.",
        ),
        C::WappTokenTaken => (S::BAD_REQUEST, "Este token já é de outra conexão."),
        C::WappProviderUnknown => (S::BAD_REQUEST, "Tipo de conexão desconhecido."),
        C::WappGreetingRequired => (
            S::BAD_REQUEST,
            "A mensagem de saudação é obrigatória quando há mais de uma fila.",
        ),
        C::WappAccountDisabled => (S::CONFLICT, "A Meta desativou esta conta do WhatsApp."),
        C::WappPartnerRemoved => (
            S::CONFLICT,
            "Esta conta do WhatsApp foi retirada do parceiro.",
        ),
        C::WappAppUninstalled => (
            S::CONFLICT,
            "O aplicativo foi removido desta conta do WhatsApp.",
        ),
        C::WappTokenRefused => (S::CONFLICT, "A Meta recusou o token de acesso."),
        C::WappCheckContact => (S::BAD_REQUEST, "Não foi possível verificar o contato."),
        C::WappInvalidContact => (S::BAD_REQUEST, "Este não é um número de WhatsApp válido."),
        C::WappDownloadMedia => (S::BAD_REQUEST, "Não foi possível baixar a mídia."),
        C::WebhookSignature => (S::UNAUTHORIZED, "Assinatura inválida."),
        C::SendingWappMsg => (S::BAD_REQUEST, "Erro ao enviar a mensagem do WhatsApp."),
        C::DeleteWappMsg => (S::BAD_REQUEST, "Não foi possível apagar a mensagem."),
        C::CreatingMessage => (S::BAD_REQUEST, "Erro ao criar a mensagem."),
        C::FetchWappMsg => (S::BAD_REQUEST, "Erro ao buscar a mensagem."),
        C::NoMessageFound => (S::NOT_FOUND, "Mensagem não encontrada."),
        C::EditUnsupported => (
            S::BAD_REQUEST,
            "Esta conexão não permite editar mensagens enviadas.",
        ),
        C::EditTooLate => (
            S::BAD_REQUEST,
            "O WhatsApp só permite editar nos primeiros 15 minutos.",
        ),
        C::EditNotTaken => (
            S::CONFLICT,
            "A edição não foi aceita: o cliente vê o texto anterior.",
        ),
        C::IdempotencyKey => (
            S::UNPROCESSABLE_ENTITY,
            "Esta chave já foi usada para outra mensagem.",
        ),
        C::MessageState => (S::CONFLICT, "A mensagem já mudou de situação."),
        C::WindowClosed => (
            S::BAD_REQUEST,
            "A janela de 24 horas está fechada: só modelos podem ser enviados.",
        ),
        C::NoTemplateFound => (S::NOT_FOUND, "Modelo não encontrado."),
        C::TemplatesUnsupported => (S::BAD_REQUEST, "Esta conexão não usa modelos de mensagem."),
        C::TemplateNotApproved => (
            S::BAD_REQUEST,
            "Este modelo não está aprovado pela Meta e não pode ser enviado.",
        ),
        C::TemplateVariables => (S::BAD_REQUEST, "Preencha todas as variáveis do modelo."),
        C::TemplateKind => (
            S::BAD_REQUEST,
            "Este tipo de modelo ainda não pode ser enviado por aqui.",
        ),
        C::TemplateTaken => (
            S::CONFLICT,
            "Já existe um modelo com este nome neste idioma.",
        ),
        C::TemplateRefused => (S::BAD_REQUEST, "A Meta recusou o modelo."),
        C::MetaUnreachable => (
            S::SERVICE_UNAVAILABLE,
            "A Meta não respondeu. Tente de novo em instantes.",
        ),
        C::MediaUnsupported => (S::BAD_REQUEST, "Este tipo de arquivo não é aceito."),
        C::OtherOpenTicket => (S::CONFLICT, "Já existe um ticket aberto para este contato."),
        C::CreatingTicket => (S::BAD_REQUEST, "Erro ao criar o ticket."),
        C::NoTicketFound => (S::NOT_FOUND, "Ticket não encontrado."),
        C::TicketPending => (S::BAD_REQUEST, "Aceite o ticket antes de responder."),
        C::TicketClosed => (S::BAD_REQUEST, "O ticket está resolvido."),
        C::NoQueueOptionFound => (S::NOT_FOUND, "Opção não encontrada."),
        C::QueueOptionLoop => (
            S::BAD_REQUEST,
            "Uma opção não pode ficar dentro de si mesma.",
        ),
        C::QueueOptionsFull => (
            S::CONFLICT,
            "O menu chegou ao limite de opções ou de níveis.",
        ),
        C::NoHolidayFound => (S::NOT_FOUND, "Feriado não encontrado."),
        C::HolidayTaken => (S::CONFLICT, "Já existe um feriado nesta data."),
        C::HolidaysFull => (S::CONFLICT, "A empresa já tem 500 feriados."),
        C::NoClosingReasonFound => (S::NOT_FOUND, "Motivo não encontrado."),
        C::ClosingReasonTaken => (S::CONFLICT, "Já existe um motivo com este nome."),
        C::ClosingReasonsFull => (S::CONFLICT, "A empresa já tem 50 motivos."),
        C::ClosingReasonRequired => (S::BAD_REQUEST, "Escolha o motivo para resolver o ticket."),
        C::TicketState => (S::CONFLICT, "O ticket já mudou de situação."),
        C::UserCreationDisabled => (S::FORBIDDEN, "A criação de usuários está desativada."),
        C::LastAdmin => (
            S::CONFLICT,
            "A empresa precisa de pelo menos um administrador.",
        ),
        C::EmailAlreadyExists => (S::BAD_REQUEST, "Já existe um usuário com este e-mail."),
        C::DuplicatedContact => (S::BAD_REQUEST, "Já existe um contato com este número."),
        C::NoContactFound => (S::NOT_FOUND, "Contato não encontrado."),
        C::ContactBlocked => (S::BAD_REQUEST, "O contato está bloqueado."),
        C::ContactsBothOpen => (
            S::CONFLICT,
            "Os dois contatos têm tickets abertos. Resolva um deles antes de unir.",
        ),
        C::ImportUnreadable => (
            S::BAD_REQUEST,
            "O arquivo não pôde ser lido. Envie uma planilha .xlsx, .xls ou .csv.",
        ),
        C::ImportColumns => (
            S::BAD_REQUEST,
            "A primeira linha precisa das colunas nome e numero.",
        ),
        C::ImportRows => (
            S::BAD_REQUEST,
            "O arquivo tem linhas demais: o máximo é 5.000.",
        ),
        C::NumberHidden => (
            S::FORBIDDEN,
            "O número está oculto para você e não pode ser alterado.",
        ),
        C::ContactInUse => (S::CONFLICT, "O contato tem tickets e não pode ser apagado."),
        C::NoScheduleFound => (S::NOT_FOUND, "Agendamento não encontrado."),
        C::ScheduleSent => (
            S::BAD_REQUEST,
            "A mensagem já saiu e não pode mais ser alterada.",
        ),
        C::ScheduleTooLate => (S::BAD_REQUEST, "A hora do envio passou há mais de um dia."),
        C::NoCampaignFound => (S::NOT_FOUND, "Campanha não encontrada."),
        C::CampaignState => (
            S::BAD_REQUEST,
            "A campanha não permite isso na situação em que está.",
        ),
        C::CampaignIncomplete => (
            S::BAD_REQUEST,
            "Falta algo para iniciar a campanha: texto, conexão ou lista com contatos válidos.",
        ),
        C::CampaignRunning => (
            S::BAD_REQUEST,
            "Uma campanha em andamento usa isto. Cancele a campanha primeiro.",
        ),
        C::NoDoNotContactFound => (S::NOT_FOUND, "Número não encontrado na lista."),
        C::DoNotContact => (
            S::BAD_REQUEST,
            "Este número pediu para não receber mensagens.",
        ),
        C::NoContactListFound => (S::NOT_FOUND, "Lista de contatos não encontrada."),
        C::NoChatFound => (S::NOT_FOUND, "Conversa interna não encontrada."),
        C::ContactListInUse => (
            S::CONFLICT,
            "Uma campanha programada ou em andamento usa esta lista.",
        ),
        C::NoContactListItemFound => (S::NOT_FOUND, "Contato da lista não encontrado."),
        C::DuplicatedListItem => (S::CONFLICT, "Este número já está na lista."),
        C::NoFileListFound => (S::NOT_FOUND, "Lista de arquivos não encontrada."),
        C::NoFileOptionFound => (S::NOT_FOUND, "Arquivo da lista não encontrado."),
        C::NoAnnouncementFound => (S::NOT_FOUND, "Informativo não encontrado."),
        C::QueueNameAlreadyExists => (S::BAD_REQUEST, "Já existe uma fila com este nome."),
        C::QueueColorAlreadyExists => (S::BAD_REQUEST, "Esta cor já está em uso. Escolha outra."),
    }
}

#[cfg(test)]
#[path = "error_tests.rs"]
mod tests;
