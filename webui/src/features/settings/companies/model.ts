import type { CompanyChange, CompanyDetails, Recurrence } from '@/api/types';
import { dayKey, daysUntil } from '@/lib/dates';
import { readTyped } from '@/lib/typedDates';

export const RECURRENCES: readonly Recurrence[] = ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'];
const MONTHS: Record<Recurrence, number> = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 };

export const STANDINGS = ['overdue', 'due', 'soon', 'trial', 'inactive'] as const;
export type StandingFilter = (typeof STANDINGS)[number];

/** A061: red at 4 days overdue, orange from 4 days ahead to 3 overdue, yellow when 5 days remain. */
export type DueColour = 'red' | 'orange' | 'yellow' | null;

export function dueColour(dueDate: string | null | undefined, now: Date): DueColour {
  const left = daysUntil(dueDate, now);
  if (left === null || left > 5) return null;
  if (left === 5) return 'yellow';
  return left < -3 ? 'red' : 'orange';
}

export const isReadOnly = ({ status, dueDate }: Pick<CompanyDetails, 'status' | 'dueDate'>, now: Date) =>
  !status || dueColour(dueDate, now) === 'red';

/** The day from which a company may only look (A061). */
export function lockedFrom(dueDate: string): Date {
  const [year = 0, month = 1, day = 1] = dayKey(dueDate).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + 4, 12));
}

export const isOnTrial = ({ trialExpiration }: Pick<CompanyDetails, 'trialExpiration'>, now: Date) =>
  trialExpiration != null && new Date(trialExpiration) > now;

/** Years and months until a day that is far away; null within two months, where days are counted. */
export function farUntil(dueDate: string | null | undefined, now: Date): { years: number; months: number } | null {
  const left = daysUntil(dueDate, now);
  if (left === null || left <= 60 || !dueDate) return null;
  const [today, due] = [dayKey(now), dayKey(dueDate)].map((key) => key.split('-').map(Number));
  const [year = 0, month = 0, day = 0] = today ?? [];
  const [dueYear = 0, dueMonth = 0, dueDay = 0] = due ?? [];
  const months = (dueYear - year) * 12 + dueMonth - month - (dueDay < day ? 1 : 0);
  return { years: Math.floor(months / 12), months: months % 12 };
}

/** A due date is a day: noon UTC is on it from Alaska to New Zealand. */
export const dueOfDay = (day: string): string => `${day}T12:00:00Z`;

/** A062: the day of the next due date, at the end of a shorter month at the latest; from today without one. */
export function nextDue(dueDate: string | null | undefined, recurrence: Recurrence, now: Date): string {
  const [year = 0, month = 1, day = 1] = dayKey(dueDate ?? now)
    .split('-')
    .map(Number);
  const months = month - 1 + MONTHS[recurrence];
  const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, months, Math.min(day, lastDay))).toISOString().slice(0, 10);
}

/** What the dialog edits; dates as days, empty for none. */
export interface CompanyForm {
  name: string;
  email: string;
  phone: string;
  planId: string;
  isActive: boolean;
  hasCampaigns: boolean;
  due: string;
  recurrence: Recurrence;
  trial: string;
  document: string;
  billingName: string;
  address: string;
  address2: string;
  city: string;
  state: string;
  zipcode: string;
  country: string;
  adminName: string;
  adminEmail: string;
  password: string;
}

const dayOf = (text: string | null | undefined) => (text ? dayKey(text) : '');

export function toForm(company: CompanyDetails | null, now: Date): CompanyForm {
  return {
    name: company?.name ?? '',
    email: company?.email ?? '',
    phone: company?.phone ?? '',
    planId: company ? String(company.planId) : '',
    isActive: company?.status ?? true,
    hasCampaigns: company?.campaignsEnabled ?? true,
    due: company ? dayOf(company.dueDate) : nextDue(null, 'MENSAL', now),
    recurrence: company?.recurrence ?? 'MENSAL',
    trial: dayOf(company?.trialExpiration),
    document: company?.document ?? '',
    billingName: company?.billingName ?? '',
    address: company?.address ?? '',
    address2: company?.address2 ?? '',
    city: company?.city ?? '',
    state: company?.state ?? '',
    zipcode: company?.zipcode ?? '',
    country: company?.country ?? '',
    adminName: '',
    adminEmail: '',
    password: '',
  };
}

/** A080: what is no day is none; the field has said so before. */
function dueOrNone(text: string): string | null {
  const day = readTyped(text, 'date');
  return day ? dueOfDay(day) : null;
}

/** The body of the call. A date whose day did not change keeps its hour. */
export function toBody(form: CompanyForm, company: CompanyDetails | null): CompanyChange {
  const { planId, isActive, hasCampaigns, due, trial, adminName, adminEmail, password, ...rest } = form;
  const body: CompanyChange = {
    ...rest,
    name: form.name.trim(),
    planId: Number(planId),
    status: isActive,
    campaignsEnabled: hasCampaigns,
  };
  if (!company || due !== dayOf(company.dueDate)) body.dueDate = dueOrNone(due);
  if (!company || trial !== dayOf(company.trialExpiration)) body.trialExpiration = dueOrNone(trial);
  if (company) return body;
  if (adminName.trim() !== '') body.adminName = adminName.trim();
  if (adminEmail.trim() !== '') body.adminEmail = adminEmail.trim();
  if (password !== '') body.password = password;
  return body;
}
