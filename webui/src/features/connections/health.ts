import type { Connection } from '@/api/types';
import type { Tone } from '@/ui/Pill';

/** A number at Meta. */
export type CloudNumber = NonNullable<Connection['cloud']>;

type HistoryNote = `history.${'asked' | 'coming' | 'declined' | 'refused'}`;

/** Something to say of a number at Meta: the id of its text, and what stands in it. */
export interface HealthNote {
  text: `connections.health.${
    | 'quality.GREEN'
    | 'quality.YELLOW'
    | 'quality.RED'
    | 'limit'
    | 'unlimited'
    | 'webhook'
    | 'refused.token'
    | 'refused.number'
    | 'refused.register'
    | 'refused.subscribe'
    | 'template'
    | HistoryNote}`;
  values?: Record<string, string | number>;
  tone: Tone;
}

const QUALITIES: Record<string, Tone> = { GREEN: 'success', YELLOW: 'warning', RED: 'danger' };
const STEPS = ['token', 'number', 'register', 'subscribe'] as const;
const WORKING_TEMPLATES = ['APPROVED', 'REINSTATED', 'PENDING'];

/** How many customers a tier lets be written to first in a day; null for what is no such number. */
function customersOf(tier: string): number | null {
  const [, count, thousands] = /^TIER_(\d+)(K?)$/.exec(tier) ?? [];
  return count ? Number(count) * (thousands ? 1000 : 1) : null;
}

/** How it stands with what the Business app on its phone knows from before. */
function historyNotes(health: CloudNumber['health'] | undefined): HealthNote[] {
  const { historyAskedOf, historyProgress: progress, historyRefused: because } = health ?? {};
  if (because === 'declined') return [{ text: 'connections.health.history.declined', tone: 'neutral' }];
  if (because) return [{ text: 'connections.health.history.refused', values: { because }, tone: 'warning' }];
  if (typeof progress !== 'number') {
    return historyAskedOf ? [{ text: 'connections.health.history.asked', tone: 'neutral' }] : [];
  }
  if (progress >= 100) return [];
  return [{ text: 'connections.health.history.coming', values: { progress }, tone: 'neutral' }];
}

/** What is told of a number, worst first. */
export function healthNotes({ health, webhookUrl }: Pick<CloudNumber, 'health' | 'webhookUrl'>): HealthNote[] {
  const notes: HealthNote[] = [];
  const step = STEPS.find((each) => each === health?.refused);
  if (step) {
    const because = health?.refusedBecause ?? '';
    notes.push({ text: `connections.health.refused.${step}`, values: { because }, tone: 'danger' });
  }
  if (health?.webhook && health.webhook !== webhookUrl) {
    notes.push({ text: 'connections.health.webhook', values: { address: health.webhook }, tone: 'danger' });
  }
  for (const { name, status } of health?.templates ?? []) {
    if (!WORKING_TEMPLATES.includes(status)) {
      notes.push({ text: 'connections.health.template', values: { name, status }, tone: 'warning' });
    }
  }
  notes.push(...historyNotes(health));
  const quality = health?.quality;
  if (quality === 'GREEN' || quality === 'YELLOW' || quality === 'RED') {
    notes.push({ text: `connections.health.quality.${quality}`, tone: QUALITIES[quality] ?? 'neutral' });
  }
  if (health?.limit === 'TIER_UNLIMITED') notes.push({ text: 'connections.health.unlimited', tone: 'neutral' });
  const count = health?.limit ? customersOf(health.limit) : null;
  if (count !== null) notes.push({ text: 'connections.health.limit', values: { count }, tone: 'neutral' });
  return notes;
}

/** What the list shows: what somebody has to look after, and what of the past is on its way. */
export const warnings = (cloud: Pick<CloudNumber, 'health' | 'webhookUrl'>) =>
  healthNotes(cloud).filter(
    ({ tone, text }) => tone === 'danger' || tone === 'warning' || text.startsWith('connections.health.history.'),
  );
