import * as v from 'valibot';
import type { MessageId } from '@/i18n';

/** What an admin writes about the month; nothing for no limit and no price. */
export interface LimitForm {
  cap: string;
  price: string;
}

const CAP = /^\d{0,13}$/;
const PRICE = /^(\d{1,6}([.,]\d{1,4})?)?$/;
const wrong = 'prompts.numberWrong' satisfies MessageId;

/** Thousands are written with or without points: a token is whole. */
export const capOf = (typed: string) => typed.replaceAll(/[\s.]/g, '');

export const limitSchema = v.object({
  cap: v.pipe(
    v.string(),
    v.check((typed) => CAP.test(capOf(typed)) && (capOf(typed) === '' || Number(capOf(typed)) > 0), wrong),
  ),
  price: v.pipe(
    v.string(),
    v.check((typed) => PRICE.test(typed.trim()), wrong),
  ),
});

export const toSettings = ({ cap, price }: LimitForm) => [
  { key: 'aiMonthlyCap', value: capOf(cap) },
  { key: 'aiPricePerMillion', value: price.trim().replace(',', '.') },
];

/** How much of the limit is used up, from 0 to 1; null without one. */
export const usedShare = (tokens: number, cap: number | null) => (cap === null ? null : Math.min(tokens / cap, 1));
