import type { NewButton, NewTemplate, TemplateValues } from '@/api/types';
import type { MessageId } from '@/i18n';
import { NO_VALUES, variablesOf, type TemplatePart } from '@/lib/templates';
import type { Tone } from '@/ui/Pill';

const TONES: Record<string, Tone> = {
  APPROVED: 'success',
  PENDING: 'info',
  REJECTED: 'danger',
  PAUSED: 'warning',
  DISABLED: 'danger',
};

export const toneOf = (status: string): Tone => TONES[status] ?? 'neutral';

const STATUSES = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'] as const;
const CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;

/** The text of Meta's word, or the general one for words that are new. */
export const statusId = (status: string): MessageId =>
  `templates.status.${STATUSES.find((each) => each === status) ?? 'other'}`;

export function categoryId(category: string): MessageId | null {
  const known = CATEGORIES.find((each) => each === category);
  return known ? `templates.category.${known}` : null;
}

export const LANGUAGES = ['pt_BR', 'en_US', 'es', 'pt_PT', 'es_AR', 'es_MX'] as const;
export const NEW_CATEGORIES = ['UTILITY', 'MARKETING'] as const;
export const BUTTON_KINDS = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER'] as const;
export const MAX_BUTTONS = 10;

/** What an admin writes; buttons carry what any kind needs. */
export interface TemplateForm {
  name: string;
  language: string;
  category: (typeof NEW_CATEGORIES)[number];
  header: string;
  /** Its header is a place, said each time it is sent. */
  place: boolean;
  body: string;
  footer: string;
  buttons: ButtonForm[];
  examples: TemplateValues;
}

export interface ButtonForm {
  /** Tells rows apart; the server never sees it. */
  key: number;
  kind: (typeof BUTTON_KINDS)[number];
  text: string;
  target: string;
}

export const EMPTY_FORM: TemplateForm = {
  name: '',
  language: 'pt_BR',
  category: 'UTILITY',
  header: '',
  place: false,
  body: '',
  footer: '',
  buttons: [],
  examples: NO_VALUES,
};

/** What a form would be as a template, for its preview and its variables. */
export function componentsOf(form: TemplateForm): TemplatePart[] {
  const text = (type: string, written: string) =>
    written.trim() === '' ? [] : [{ type, text: written.trim(), ...(type === 'HEADER' && { format: 'TEXT' }) }];
  const buttons = form.buttons.map(({ kind, text: label, target }) => ({
    type: kind,
    text: label,
    ...(kind === 'URL' && { url: target }),
    ...(kind === 'PHONE_NUMBER' && { phone_number: target }),
  }));
  return [
    ...(form.place ? [{ type: 'HEADER', format: 'LOCATION' }] : text('HEADER', form.header)),
    ...text('BODY', form.body),
    ...text('FOOTER', form.footer),
    ...(buttons.length > 0 ? [{ type: 'BUTTONS', buttons }] : []),
  ];
}

export type Problems = Partial<Record<'name' | 'header' | 'body' | 'footer' | `button${number}`, MessageId>>;

const isCounted = (names: readonly string[]) =>
  names.toSorted((one, other) => Number(one) - Number(other)).every((name, place) => name === String(place + 1));

function buttonProblem({ kind, text, target }: ButtonForm): MessageId | null {
  if (text.trim() === '' || (kind !== 'QUICK_REPLY' && target.trim() === '')) return 'templates.buttonMissing';
  if (kind !== 'URL') return null;
  const names = variablesOf(target);
  const isAtEnd = names.length === 0 || (names.length === 1 && target.trim().endsWith('{{1}}'));
  return /^https?:\/\/\S+$/.test(target.trim()) && isAtEnd ? null : 'templates.buttonUrlWrong';
}

/** What Meta would refuse, said before it is asked. */
export function problemsOf(form: TemplateForm): Problems {
  const problems: Problems = {};
  if (!/^[a-z0-9_]{1,512}$/.test(form.name.trim())) problems.name = 'templates.nameWrong';
  const header = variablesOf(form.header);
  if (header.length > 1) problems.header = 'templates.headerCount';
  else if (!isCounted(header)) problems.header = 'templates.countWrong';
  if (form.body.trim() === '') problems.body = 'templates.bodyMissing';
  else if (!isCounted(variablesOf(form.body))) problems.body = 'templates.countWrong';
  if (variablesOf(form.footer).length > 0) problems.footer = 'templates.footerCount';
  for (const button of form.buttons) {
    const problem = buttonProblem(button);
    if (problem) problems[`button${button.key}`] = problem;
  }
  return problems;
}

function toButton({ kind, text, target }: ButtonForm): NewButton {
  return {
    type: kind,
    text: text.trim(),
    ...(kind === 'URL' && { url: target.trim() }),
    ...(kind === 'PHONE_NUMBER' && { phoneNumber: target.trim() }),
  };
}

export const toNewTemplate = (form: TemplateForm): NewTemplate => ({
  name: form.name.trim(),
  language: form.language,
  category: form.category,
  header: form.header.trim() || null,
  place: form.place,
  body: form.body.trim(),
  footer: form.footer.trim() || null,
  buttons: form.buttons.map(toButton),
  examples: form.examples,
});
