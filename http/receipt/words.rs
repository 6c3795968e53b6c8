//! The words of a receipt.

use guiche_actors::rules::due_notice::Language;

/// The words of a language.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) file: &'static str,
    pub(super) title: &'static str,
    pub(super) value: &'static str,
    pub(super) company: &'static str,
    pub(super) billed: &'static str,
    pub(super) document: &'static str,
    pub(super) address: &'static str,
    pub(super) what: &'static str,
    pub(super) subscription: &'static str,
    pub(super) difference: &'static str,
    pub(super) due: &'static str,
    pub(super) paid: &'static str,
    pub(super) way: &'static str,
    pub(super) by_hand: &'static str,
    pub(super) by_credit: &'static str,
    pub(super) credit: &'static str,
    pub(super) rest: &'static str,
    pub(super) payment: &'static str,
    pub(super) receiver: &'static str,
    pub(super) issued: &'static str,
}

const PT: Words = Words {
    file: "recibo",
    title: "Recibo de pagamento da fatura",
    value: "Valor pago",
    company: "Empresa",
    billed: "Nome na cobrança",
    document: "CNPJ ou CPF",
    address: "Endereço",
    what: "Referente a",
    subscription: "Assinatura, plano",
    difference: "Diferença para o plano",
    due: "Vencimento",
    paid: "Pago em",
    way: "Forma de pagamento",
    by_hand: "Confirmado por quem administra o serviço",
    by_credit: "Crédito da empresa",
    credit: "Crédito usado",
    rest: "Pago além do crédito",
    payment: "Identificação do Pix",
    receiver: "Recebedor",
    issued: "Emitido em",
};

const EN: Words = Words {
    file: "receipt",
    title: "Receipt of the payment of invoice",
    value: "Amount paid",
    company: "Company",
    billed: "Name on the bill",
    document: "CNPJ or CPF",
    address: "Address",
    what: "For",
    subscription: "Subscription, plan",
    difference: "Difference to the plan",
    due: "Due date",
    paid: "Paid on",
    way: "Way of payment",
    by_hand: "Confirmed by whoever runs the service",
    by_credit: "The company's credit",
    credit: "Credit used",
    rest: "Paid beside the credit",
    payment: "Number of the Pix",
    receiver: "Receiver",
    issued: "Issued on",
};

const ES: Words = Words {
    file: "recibo",
    title: "Recibo de pago de la factura",
    value: "Importe pagado",
    company: "Empresa",
    billed: "Nombre en la factura",
    document: "CNPJ o CPF",
    address: "Dirección",
    what: "Por",
    subscription: "Suscripción, plan",
    difference: "Diferencia para el plan",
    due: "Vencimiento",
    paid: "Pagado el",
    way: "Forma de pago",
    by_hand: "Confirmado por quien administra el servicio",
    by_credit: "Crédito de la empresa",
    credit: "Crédito usado",
    rest: "Pagado además del crédito",
    payment: "Identificación del Pix",
    receiver: "Receptor",
    issued: "Emitido el",
};

impl Words {
    /// Those of a language.
    pub(super) fn of(language: Language) -> &'static Self {
        match language {
            Language::Pt => &PT,
            Language::En => &EN,
            Language::Es => &ES,
        }
    }
}
