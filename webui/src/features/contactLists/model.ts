import * as v from 'valibot';
import type { ContactListItem } from '@/api/types';
import type { MessageId } from '@/i18n';

export interface ListForm {
  name: string;
  /** Contacts come into a new list with whom everything of these holds that is not empty. */
  tagId: string;
  searchParam: string;
  dateStart: string;
  dateEnd: string;
}

export interface ItemForm {
  name: string;
  number: string;
  email: string;
}

const REQUIRED: MessageId = 'common.required';
const SHORT: MessageId = 'contactLists.short';
const LONG: MessageId = 'contactLists.long';

const name = v.pipe(v.string(), v.trim(), v.nonEmpty(REQUIRED), v.minLength(2, SHORT), v.maxLength(50, LONG));
const address = v.pipe(v.string(), v.email());

/** What people write around the digits of a number. */
const isNumber = (text: string) => text === '' || /^[\d +\-().]*$/.test(text);
const digitsOf = (text: string) => text.replaceAll(/\D/g, '').length;
const hasDigits = (text: string) => text === '' || (digitsOf(text) >= 8 && digitsOf(text) <= 15);

/** A081. The texts are the ids of translations. */
export const listSchema = v.object({
  name,
  tagId: v.string(),
  searchParam: v.string(),
  dateStart: v.string(),
  dateEnd: v.string(),
});

/** What is sent of a new list: a filter only where there is one. */
export function newListBody({ name: wanted, tagId, searchParam, dateStart, dateEnd }: ListForm) {
  const text = searchParam.trim();
  return {
    name: wanted,
    ...(tagId === '' ? {} : { tagId: Number(tagId) }),
    ...(text === '' ? {} : { searchParam: text }),
    ...(dateStart === '' ? {} : { dateStart }),
    ...(dateEnd === '' ? {} : { dateEnd }),
  };
}

/** A081: name 2 to 50, number 8 to 50 if given, e-mail valid if given. */
export const itemSchema = v.object({
  name,
  number: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || text.length >= 8, SHORT),
    v.maxLength(50, LONG),
    v.check(isNumber, 'contactLists.invalidNumber' satisfies MessageId),
    v.check(
      (text) => !isNumber(text) || text.length < 8 || hasDigits(text),
      'contactLists.invalidNumber' satisfies MessageId,
    ),
  ),
  email: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || v.is(address, text), 'contactLists.invalidEmail' satisfies MessageId),
  ),
});

export const toItemForm = (item: ContactListItem | null): ItemForm => ({
  name: item?.name ?? '',
  number: item?.number ?? '',
  email: item?.email ?? '',
});

export type Validity = 'valid' | 'invalid' | 'waiting' | 'unanswered' | 'noNumber';

/** How somebody's number stands with WhatsApp. */
export function validityOf({ number, isWhatsappValid, checkedAt }: ContactListItem): Validity {
  if (isWhatsappValid !== null) return isWhatsappValid ? 'valid' : 'invalid';
  if (number === '') return 'noNumber';
  return checkedAt === null ? 'waiting' : 'unanswered';
}

/** A spreadsheet keeps a number written so as a text, with all its digits. */
export const SAMPLE = [
  ['nome', 'numero', 'email'],
  ['Ana Souza', '+55 11 98888-7777', 'ana@exemplo.com'],
  ['Carlos Lima', '+55 21 97777-6666', ''],
]
  .map((row) => `${row.join(';')}\r\n`)
  .join('');
