import type { MessageTemplate, TemplateChoice, TemplateValues } from '@/api/types';

/** The parts of a template that have variables. */
type SlotPart = 'header' | 'body' | 'buttons';

/** A variable of a template, and where its value stands. */
export interface Slot {
  part: SlotPart;
  /** Its place among the values of the part. */
  index: number;
  /** The variable's name, or what stands on the button. */
  name: string;
}

/** What of a part of a template its reading needs; one that is being written has no more. */
export interface TemplatePart {
  type: string;
  format?: string | null;
  text?: string | null;
  buttons?: readonly TemplatePartButton[];
}

interface TemplatePartButton {
  type: string;
  text: string;
  url?: string | null;
  phone_number?: string | null;
}

interface Written {
  components: readonly TemplatePart[];
}

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;
const SENDABLE_BUTTONS = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER'];

export const MAX_VALUE = 1024;
export const NO_VALUES: TemplateValues = { header: [], body: [], buttons: [], place: null };

/** The variables of a text, each once, in the order in which they stand in it. */
export const variablesOf = (text: string | null | undefined): string[] => [
  ...new Set(Array.from((text ?? '').matchAll(VARIABLE), ([, name]) => name ?? '')),
];

/** What the browser offers for the file above the text of each kind of template. */
const ACCEPTED = {
  IMAGE: '.jpg,.jpeg,.png',
  VIDEO: '.mp4,.3gp',
  DOCUMENT: '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt',
} as const;
export type FileKind = keyof typeof ACCEPTED;
/** What Meta looks at as the sample of a new template. */
export const SAMPLES = '.jpg,.jpeg,.png,.mp4,.pdf';

const isFileKind = (format: string | null | undefined): format is FileKind =>
  format === 'IMAGE' || format === 'VIDEO' || format === 'DOCUMENT';

/** What the file above the text of a template is; null where none is. */
export function fileKindOf({ components }: Written): FileKind | null {
  const format = components.find(({ type }) => type === 'HEADER')?.format;
  return isFileKind(format) ? format : null;
}

export const acceptedFor = (kind: FileKind) => ACCEPTED[kind];

/** Whether its file is there: one of who sends it, or the template's own. */
export const hasFile = (template: MessageTemplate, own: File | string | null | undefined) =>
  fileKindOf(template) === null || Boolean(own) || template.headerFile !== null;

const isPlace = ({ type, format }: TemplatePart) => type === 'HEADER' && format === 'LOCATION';

/** Whether a place of the map stands above its text, said each time it is sent. */
export const hasPlace = ({ components }: Written) => components.some(isPlace);

function canSend(part: TemplatePart): boolean {
  const { type, format, buttons } = part;
  if (type === 'HEADER') return format === 'TEXT' || isFileKind(format) || isPlace(part);
  if (type === 'BUTTONS') return (buttons ?? []).every((button) => SENDABLE_BUTTONS.includes(button.type));
  return type === 'BODY' || type === 'FOOTER';
}

/** Approved, and without cards or a code that would have to go with it. */
export const isSendable = ({ status, components }: MessageTemplate) =>
  status === 'APPROVED' && components.every(canSend);

function slotsIn({ type, text, buttons }: TemplatePart): Slot[] {
  if (type === 'HEADER' || type === 'BODY') {
    const part = type === 'HEADER' ? 'header' : 'body';
    return variablesOf(text).map((name, index) => ({ part, index, name }));
  }
  if (type !== 'BUTTONS') return [];
  return (buttons ?? [])
    .filter(({ url }) => variablesOf(url).length > 0)
    .map((button, index) => ({ part: 'buttons', index, name: button.text }));
}

/** What has to be filled before a template can be sent. */
export const slotsOf = ({ components }: Written): Slot[] => components.flatMap(slotsIn);

export const valueOf = (values: TemplateValues, { part, index }: Slot) => values[part][index] ?? '';

export function withValue(values: TemplateValues, slots: readonly Slot[], slot: Slot, value: string): TemplateValues {
  const texts = (part: SlotPart) =>
    slots.filter((each) => each.part === part).map((each) => (each === slot ? value : valueOf(values, each)));
  return { ...values, header: texts('header'), body: texts('body'), buttons: texts('buttons') };
}

/** Meta wants the name and the address of a place too. */
const isWholePlace = ({ place }: TemplateValues) => Boolean(place?.name && place.address);

export const isFilled = (template: MessageTemplate, values: TemplateValues) =>
  slotsOf(template).every((slot) => valueOf(values, slot).trim() !== '') &&
  (!hasPlace(template) || isWholePlace(values));

function fill(text: string, values: readonly string[]): string {
  const names = variablesOf(text);
  return text.replace(VARIABLE, (variable, name: string) => {
    const value = values[names.indexOf(name)]?.trim();
    return value ? value.replace(/\s+/g, ' ') : variable;
  });
}

function buttonLines({ buttons }: TemplatePart, values: readonly string[]): string {
  let next = 0;
  const lines = (buttons ?? []).map(({ text, url, phone_number: phone }) => {
    const value = variablesOf(url).length > 0 ? values[next++] : undefined;
    const target = url ? fill(url, value ? [value] : []) : (phone ?? '');
    return `[ ${text} ] ${target}`.trim();
  });
  return lines.join('\n');
}

/** What the customer reads; variables without a value show as they stand. */
export function previewOf({ components }: Written, values: TemplateValues): string {
  const parts = components.map((component) => {
    if (component.type === 'HEADER') return fill(component.text ?? '', values.header);
    if (component.type === 'BODY') return fill(component.text ?? '', values.body);
    if (component.type === 'FOOTER') return component.text ?? '';
    return component.type === 'BUTTONS' ? buttonLines(component, values.buttons) : '';
  });
  return parts.filter((part) => part !== '').join('\n\n');
}

export const findChosen = (templates: readonly MessageTemplate[], choice: TemplateChoice | null) =>
  templates.find(({ id }) => id === choice?.templateId) ?? null;
