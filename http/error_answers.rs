//! The one table from a refusal's code to its status and text.

use actix_web::http::StatusCode;
use guiche_storage::model::ErrorCode;

/// Status and text of every code: the one place where they meet.
#[expect(clippy::too_many_lines, reason = "one line a code")]
pub(crate) fn answer(code: ErrorCode) -> (StatusCode, &'static str) {
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
