import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import type { ContactChange, ExtraInfo } from '@/api/types';
import type { MessageId } from '@/i18n';
import { isHiddenNumber } from './phone';

/** What the form of a contact edits. */
export interface ContactValues {
  name: string;
  number: string;
  email: string;
  extraInfo: ExtraInfo[];
}

/** What is known of the person before the form opens: a contact, or what was typed or sent of somebody new. */
export type KnownContact = { [Field in keyof ContactValues]?: ContactValues[Field] | null } & { isGroup?: boolean };

export const toValues = ({ name, number, email, extraInfo }: KnownContact): ContactValues => ({
  name: name ?? '',
  number: number ?? '',
  email: email ?? '',
  extraInfo: extraInfo?.map((pair) => ({ name: pair.name, value: pair.value })) ?? [],
});

/**
 * The body of the call: digits only, and no pair that says nothing. A group's number is its id and is not sent, nor is
 * one that is hidden from who edits.
 */
export function toPayload(values: ContactValues, isGroup: boolean): ContactChange & { name: string; number?: string } {
  const { name, number, email } = values;
  const extraInfo = values.extraInfo
    .map((pair) => ({ name: pair.name.trim(), value: pair.value.trim() }))
    .filter((pair) => pair.name !== '' || pair.value !== '');
  const payload = { name: name.trim(), email: email.trim(), extraInfo };
  return isGroup || isHiddenNumber(number) ? payload : { ...payload, number: number.replaceAll(/\D/g, '') };
}

/** The texts are the ids of translations. */
const REQUIRED: MessageId = 'common.required';
const SHORT: MessageId = 'contacts.form.short';
const LONG: MessageId = 'contacts.form.long';
const DIGITS: MessageId = 'contacts.form.digits';

const isFilled = (pair: { name: string; value: string }) => pair.name.trim() !== '' || pair.value.trim() === '';

const pair = v.pipe(
  v.object({
    name: v.pipe(v.string(), v.maxLength(100, LONG)),
    value: v.pipe(v.string(), v.maxLength(1000, LONG)),
  }),
  v.forward(v.check(isFilled, REQUIRED), ['name']),
);

/**
 * The digits of a number, however it is written: 8 to 15, as the server has it (E.164). A group's is no phone number and is not changed,
 * nor is a hidden one.
 */
const digits = v.pipe(
  v.string(),
  v.maxLength(50, LONG),
  v.transform((text) => (isHiddenNumber(text) ? text : text.replaceAll(/\D/g, ''))),
  v.minLength(8, SHORT),
  v.check((text) => isHiddenNumber(text) || text.length <= 15, DIGITS),
);

const address = v.pipe(v.string(), v.email());

/** S073: name 2 to 50, number 8 to 50 characters, e-mail valid if given. */
export const contactSchema = (isGroup: boolean) =>
  v.object({
    name: v.pipe(v.string(), v.trim(), v.nonEmpty(REQUIRED), v.minLength(2, SHORT), v.maxLength(50, LONG)),
    number: isGroup ? v.string() : digits,
    email: v.pipe(
      v.string(),
      v.trim(),
      v.check((text) => text === '' || v.is(address, text), 'contacts.form.email' satisfies MessageId),
    ),
    extraInfo: v.array(pair),
  });

export const useContactForm = (known: KnownContact) =>
  useForm<ContactValues>({
    defaultValues: toValues(known),
    resolver: valibotResolver(contactSchema(known.isGroup ?? false)),
  });
