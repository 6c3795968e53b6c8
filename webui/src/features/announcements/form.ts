import * as v from 'valibot';
import type { Announcement } from '@/api/types';
import type { MessageId } from '@/i18n';
import { fromField, toField } from '@/lib/dates';

/** A084: what a picture may be. */
export const PICTURES = '.png,.jpg,.jpeg';
export const isPicture = ({ name }: File) => /\.(png|jpe?g)$/i.test(name);

/** What the dialog edits; times are the company's as a field writes them, and nothing is no bound. */
export interface AnnouncementForm {
  title: string;
  text: string;
  priority: string;
  status: boolean;
  companyId: string;
  visibleFrom: string;
  visibleUntil: string;
}

const timeField = (iso: string | null | undefined) => (iso ? toField(new Date(iso)) : '');

/** A142: of low priority and active, unless somebody says otherwise. */
export const toForm = (record: Announcement | null): AnnouncementForm => ({
  title: record?.title ?? '',
  text: record?.text ?? '',
  priority: String(record?.priority ?? 3),
  status: record?.status ?? true,
  companyId: record?.companyId ? String(record.companyId) : '',
  visibleFrom: timeField(record?.visibleFrom),
  visibleUntil: timeField(record?.visibleUntil),
});

const instant = (field: string) => (field === '' ? null : fromField(field).toISOString());

export const toBody = (form: AnnouncementForm) => ({
  title: form.title,
  text: form.text,
  priority: Number(form.priority),
  status: form.status,
  companyId: form.companyId === '' ? null : Number(form.companyId),
  visibleFrom: instant(form.visibleFrom),
  visibleUntil: instant(form.visibleUntil),
});

const words = (most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('common.required' satisfies MessageId),
    v.maxLength(most, 'announcements.long' satisfies MessageId),
  );

/** A084. The texts are the ids of translations. */
export const announcementSchema = v.pipe(
  v.object({
    title: words(100),
    text: words(4096),
    priority: v.string(),
    status: v.boolean(),
    companyId: v.string(),
    visibleFrom: v.string(),
    visibleUntil: v.string(),
  }),
  v.forward(
    v.check(
      ({ visibleFrom: from, visibleUntil: until }) => from === '' || until === '' || from < until,
      'announcements.order' satisfies MessageId,
    ),
    ['visibleUntil'],
  ),
);
