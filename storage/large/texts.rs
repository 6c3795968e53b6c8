//! Made-up words, the same for the same number: names, messages and times of a large company.

use uuid::Uuid;

const FIRST_NAMES: [&str; 24] = [
    "Ana", "Beatriz", "Bruno", "Camila", "Carlos", "Célia", "Davi", "Débora", "Eduardo",
    "Fernanda", "Gabriel", "Helena", "Igor", "João", "Júlia", "Larissa", "Lucas", "Márcia",
    "Natália", "Otávio", "Paula", "Renato", "Sônia", "Vítor",
];
const LAST_NAMES: [&str; 20] = [
    "Almeida", "Araújo", "Barbosa", "Cardoso", "Carvalho", "Castro", "Costa", "Dias", "Ferreira",
    "Gomes", "Lima", "Lopes", "Martins", "Nogueira", "Oliveira", "Pereira", "Ribeiro", "Rocha",
    "Santos", "Souza",
];
const WORDS: [&str; 48] = [
    "bom",
    "dia",
    "pedido",
    "entrega",
    "quando",
    "chega",
    "obrigado",
    "preciso",
    "boleto",
    "cartão",
    "nota",
    "fiscal",
    "troca",
    "tamanho",
    "produto",
    "loja",
    "endereço",
    "rua",
    "número",
    "hoje",
    "amanhã",
    "semana",
    "prazo",
    "frete",
    "desconto",
    "valor",
    "pagamento",
    "pix",
    "comprovante",
    "cadastro",
    "atendimento",
    "senhora",
    "aguardo",
    "retorno",
    "certo",
    "também",
    "ainda",
    "chegou",
    "defeito",
    "garantia",
    "estoque",
    "cor",
    "azul",
    "preto",
    "caixa",
    "agendar",
    "horário",
    "não",
];

/// A sequence of numbers that looks random and is the same in every run (splitmix64).
#[derive(Debug, Clone)]
pub(super) struct Dice(u64);

impl Dice {
    /// Starts at a number.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 up to and without `end`.
    pub fn below(&mut self, end: i64) -> i64 {
        let end = u64::try_from(end).unwrap_or(1).max(1);
        i64::try_from(self.next() % end).unwrap_or(0)
    }

    /// One of them.
    pub fn one<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        let place = self.below(i64::try_from(of.len()).unwrap_or(1));
        of.get(usize::try_from(place).unwrap_or(0)).copied()
    }

    /// A name nobody else has.
    pub fn uuid(&mut self) -> Uuid {
        let number = u128::from(self.next()) << 64 | u128::from(self.next());
        uuid::Builder::from_random_bytes(number.to_be_bytes()).into_uuid()
    }

    /// A person.
    pub fn name(&mut self) -> String {
        let first = self.one(&FIRST_NAMES).unwrap_or_default();
        let last = self.one(&LAST_NAMES).unwrap_or_default();
        format!("{first} {last}")
    }

    /// A message of some words, every tenth with the number of an order.
    pub fn sentence(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..4 + self.below(10) {
            text.push_str(self.one(&WORDS).unwrap_or_default());
            text.push(' ');
        }
        if self.below(10) == 0 {
            let order = 10_000 + self.below(90_000);
            text.push_str("pedido ");
            text.push_str(&order.to_string());
        }
        text.truncate(text.trim_end().len());
        text
    }
}
