import type { AuditRecord, AuditSubject } from '@/api/types';

export const SUBJECTS: readonly AuditSubject[] = [
  'announcement',
  'campaign',
  'campaignSettings',
  'closingReason',
  'company',
  'connection',
  'contact',
  'contactList',
  'doNotContact',
  'fileList',
  'help',
  'holiday',
  'hours',
  'impersonation',
  'invitation',
  'invoice',
  'messageTemplate',
  'plan',
  'prompt',
  'article',
  'queue',
  'queueIntegration',
  'queueOption',
  'quickMessage',
  'request',
  'setting',
  'tag',
  'user',
  'webhook',
  'apiKey',
];
export const ACTIONS = ['create', 'update', 'delete', 'call'] as const;

/** A subject or action of a later server keeps its own word. */
export const subjectOf = ({ entity }: AuditRecord) => SUBJECTS.find((each) => each === entity) ?? null;
export const actionOf = ({ action }: AuditRecord) => ACTIONS.find((each) => each === action) ?? null;

/** A value in words: text as it is, the rest as JSON; nothing for what is not there. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
