const BRL = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** A140: prices are in BRL in every language. */
export const money = (value: number) => BRL.format(value);
