import { describe, expect, it } from 'vitest';
import type { Campaign, CampaignCounts } from '@/api/types';
import {
  areOfficial,
  bodyOf,
  campaignSchema,
  checksOf,
  configOf,
  copyName,
  durationOf,
  filled,
  isEditable,
  isMissed,
  numberStanding,
  progressOf,
  remainingOf,
  standingOf,
  templateOf,
  tilesOf,
  toCopy,
  toForm,
  withTemplate,
  withVariable,
} from './model';
import * as v from 'valibot';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const counts = (part: Partial<CampaignCounts> = {}): CampaignCounts => ({
  total: 0,
  valid: 0,
  pending: 0,
  confirmRequested: 0,
  confirmed: 0,
  queued: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  answered: 0,
  failed: 0,
  optedOut: 0,
  skipped: 0,
  unknown: 0,
  ...part,
});

describe('a campaign', () => {
  // spec: A066
  it('is written while it is inactive, cancelled, or scheduled for later than in an hour', () => {
    expect(isEditable({ status: 'INATIVA', scheduledAt: null }, NOW)).toBe(true);
    expect(isEditable({ status: 'CANCELADA', scheduledAt: at(-5) }, NOW)).toBe(true);
    expect(isEditable({ status: 'PROGRAMADA', scheduledAt: at(61) }, NOW)).toBe(true);
    expect(isEditable({ status: 'PROGRAMADA', scheduledAt: at(60) }, NOW)).toBe(false);
    expect(isEditable({ status: 'EM_ANDAMENTO', scheduledAt: null }, NOW)).toBe(false);
    expect(isEditable({ status: 'FINALIZADA', scheduledAt: null }, NOW)).toBe(false);
  });

  it('is written again once its time was missed by a day', () => {
    for (const [minutes, missed] of [
      [0, false],
      [-1439, false],
      [-1440, true],
    ] as const) {
      const planned = { status: 'PROGRAMADA', scheduledAt: at(minutes) } as const;
      expect(isMissed(planned, NOW)).toBe(missed);
      expect(isEditable(planned, NOW)).toBe(missed);
    }
    expect(isMissed({ status: 'PROGRAMADA', scheduledAt: null }, NOW)).toBe(false);
    expect(isMissed({ status: 'CANCELADA', scheduledAt: at(-5000) }, NOW)).toBe(false);
  });

  // spec: A068
  it('has come as far as messages were delivered, of those with a valid number', () => {
    expect(progressOf(counts())).toBeNull();
    expect(progressOf(counts({ total: 9, valid: 8, delivered: 1, read: 3, sent: 2 }))).toBe(50);
    expect(remainingOf(counts({ pending: 3, confirmRequested: 2, confirmed: 1, queued: 1, sent: 9 }))).toBe(7);
  });

  it('is paused by a person or by itself only while it runs', () => {
    const one = (part: object) => standingOf({ pausedAt: null, pausedReason: null, ...part } as Campaign);
    expect(one({ status: 'EM_ANDAMENTO' })).toBe('EM_ANDAMENTO');
    expect(one({ status: 'EM_ANDAMENTO', pausedAt: at(0), pausedReason: 'person' })).toBe('PAUSADA');
    expect(one({ status: 'EM_ANDAMENTO', pausedAt: at(0), pausedReason: 'failures' })).toBe('PAUSA_AUTOMATICA');
    expect(one({ status: 'CANCELADA', pausedAt: at(0), pausedReason: 'person' })).toBe('CANCELADA');
  });

  it('has tiles for what there always is, and for what there is now', () => {
    expect(tilesOf(counts())).toEqual(['pending', 'sent', 'delivered', 'read', 'failed', 'optedOut']);
    expect(tilesOf(counts({ unknown: 1, confirmRequested: 2 }))).toContain('confirmRequested');
  });
});

describe('the form', () => {
  // spec: A083
  it('wants a name of 2 to 50 characters', () => {
    const problem = (name: string) => {
      const found = v.safeParse(campaignSchema, { ...toForm(null), name });
      return found.success ? null : found.issues[0].message;
    };
    expect(problem(' ')).toBe('common.required');
    expect(problem('a')).toBe('campaigns.short');
    expect(problem('a'.repeat(51))).toBe('campaigns.long');
    for (const name of ['ab', 'a'.repeat(50)]) expect(problem(name)).toBeNull();
  });

  // spec: A044
  it('gives back every field of a campaign as it was', () => {
    const texts = Object.fromEntries(
      [1, 2, 3, 4, 5].flatMap((number) => [
        [`message${number}`, `Oi ${number}`],
        [`confirmationMessage${number}`, `Posso ${number}?`],
      ]),
    );
    const stored = {
      ...texts,
      name: 'Natal',
      templates: [],
      confirmation: true,
      scheduledAt: at(900),
      whatsappIds: [7],
      contactListId: 3,
      fileListId: 5,
      dailyCap: 40,
      window: { weekdays: [1], start: '08:00', end: '12:00', skipHolidays: false },
    };
    const record = { ...stored, tagListId: null } as unknown as Campaign;
    expect(bodyOf(toForm(record), record)).toEqual(stored);
  });

  it('sends the list or the tag, and a window only where there is one', () => {
    const form = { ...toForm(null), name: ' Natal ', message1: 'Oi', contactListId: '3' };
    expect(bodyOf(form, null)).toMatchObject({ name: 'Natal', message1: 'Oi', contactListId: 3, window: null });
    const tagged = bodyOf({ ...form, tagListId: '4', hasWindow: true }, null);
    expect(tagged).toMatchObject({ tagListId: 4, window: { start: '09:00', weekdays: [1, 2, 3, 4, 5] } });
    expect('contactListId' in tagged).toBe(false);
  });

  it('says what is missing before the start', () => {
    const facts = { list: null, hasTag: false, connections: [], now: NOW };
    const errors = (checks: ReturnType<typeof checksOf>) =>
      checks.filter(({ level }) => level === 'error').map(({ id }) => id);
    expect(errors(checksOf(toForm(null), facts))).toEqual(['texts', 'list', 'connection']);
    const form = { ...toForm(null), message1: 'Oi! Responda SAIR para não receber.' };
    const good = { ...facts, list: { validCount: 2 }, connections: [{ id: 7, status: 'CONNECTED', provider: 'beta' }] };
    expect(checksOf(form, good).every(({ level }) => level === 'ok')).toBe(true);
    for (const word of ['PARE', 'stop', 'Baja']) {
      const said = { ...form, message1: `Oi! ${word} para no recibir más.` };
      expect(checksOf(said, good).every(({ level }) => level === 'ok')).toBe(true);
    }
    expect(errors(checksOf(form, { ...good, list: { validCount: 0 } }))).toEqual(['valid']);
    const warnings = checksOf(
      { ...form, message2: 'Oi' },
      { ...good, connections: [{ id: 7, status: 'DISCONNECTED', provider: 'beta' }] },
    );
    expect(warnings.filter(({ level }) => level === 'warning').map(({ id }) => id)).toEqual(['connected', 'optOut']);
  });

  it('becomes the form of a copy that nobody has scheduled', () => {
    const record = {
      name: 'Natal',
      message1: 'Oi',
      scheduledAt: at(900),
      whatsappIds: [7, 9],
      contactListId: 3,
      tagListId: 4,
    };
    const copy = toCopy(record as Campaign, 'cópia');
    expect(copy).toMatchObject({ name: 'Natal (cópia)', message1: 'Oi', scheduledAt: '', contactListId: '3' });
    expect(bodyOf(copy, null)).toMatchObject({ scheduledAt: null, whatsappIds: [7, 9], contactListId: 3 });
    expect(copyName('a'.repeat(50), 'cópia')).toHaveLength(50);
  });

  it('says how long it takes, in a unit that says something', () => {
    expect(durationOf(0)).toEqual({ unit: 'minutes', count: 1 });
    expect(durationOf(119 * 60_000)).toEqual({ unit: 'minutes', count: 119 });
    expect(durationOf(5 * 3_600_000)).toEqual({ unit: 'hours', count: 5 });
    expect(durationOf(72 * 3_600_000)).toEqual({ unit: 'daysLong', count: 3 });
  });

  it('knows how a number stands for sending in bulk', () => {
    const of = (part: object) =>
      numberStanding({ status: 'CONNECTED', stoppedCampaignId: null, warmUp: null, ...part } as never);
    expect(of({})).toBe('ready');
    expect(of({ warmUp: { week: 1 } })).toBe('warming');
    expect(of({ status: 'DISCONNECTED', warmUp: { week: 1 } })).toBe('down');
    expect(of({ status: 'DISCONNECTED', stoppedCampaignId: 3 })).toBe('stopped');
  });

  it('warns of texts that are nearly the same', () => {
    const facts = {
      list: { validCount: 1 },
      hasTag: false,
      connections: [{ id: 7, status: 'CONNECTED', provider: 'beta' }],
      now: NOW,
    };
    const alike = (message1: string, message2: string) =>
      checksOf({ ...toForm(null), message1, message2 }, facts).find(({ id }) => id === 'alike')?.level;
    expect(alike('Oi {nome}, temos 30% de desconto hoje', '')).toBeUndefined();
    expect(alike('Oi {nome}, temos 30% de desconto hoje', 'Olá {nome}! Temos 30% de DESCONTO hoje')).toBe('warning');
    expect(alike('Oi {nome}, temos 30% de desconto hoje', 'Veja a nova coleção de verão, {nome}')).toBe('ok');
  });

  it('has for each text and official number one template, of the numbers that are chosen', () => {
    const choice = { templateId: 5, values: { header: [], body: ['{nome}'], buttons: [], place: null } };
    const one = withTemplate([], 'message1', 7, choice);
    const two = withTemplate(one, 'message1', 9, { ...choice, templateId: 6 });
    expect(withTemplate(two, 'message1', 7, null)).toEqual([
      { ...choice, templateId: 6, text: 'message1', whatsappId: 9 },
    ]);
    expect(templateOf(two, 'message1', 7)?.templateId).toBe(5);
    expect(templateOf(two, 'message2', 7)).toBeNull();
    const form = { ...toForm(null), name: 'Natal', whatsappIds: [7], templates: two };
    expect(bodyOf(form, null).templates).toEqual(one);
    const cloud = { id: 7, status: 'CONNECTED', provider: 'cloud' };
    const facts = { list: null, hasTag: true, connections: [cloud], now: NOW };
    const level = (templates: typeof two, id: string) =>
      checksOf({ ...form, templates }, facts).find((check) => check.id === id)?.level;
    expect([level(one, 'official'), level(one, 'texts')]).toEqual(['ok', 'ok']);
    expect([level([], 'official'), level([], 'texts')]).toEqual(['warning', 'error']);
    expect([areOfficial([cloud]), areOfficial([cloud, { provider: 'beta' }]), areOfficial([])]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('fills words, and leaves those that nobody knows', () => {
    const person = { name: 'Beatriz', number: '5511', email: 'b@x' };
    const variables = [{ key: 'cupom', value: 'AURORA30' }];
    expect(filled('Oi {nome}, {cupom} {outra} {{nome}}', person, variables)).toBe(
      'Oi Beatriz, AURORA30 {outra} {Beatriz}',
    );
  });
});

describe('the settings', () => {
  // spec: A045 A141
  it('are read from JSON, with what is usual', () => {
    expect(configOf([])).toEqual({ messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60, variables: [] });
    const rows = [
      { key: 'messageInterval', value: '5' },
      { key: 'variables', value: '[{"key":"a","value":"b"}]' },
    ];
    expect(configOf(rows as never)).toMatchObject({ messageInterval: 5, variables: [{ key: 'a', value: 'b' }] });
  });

  // spec: A083
  it('take a key once', () => {
    const one = withVariable([], { key: ' {cupom} ', value: 'A' });
    expect(one).toEqual([{ key: 'cupom', value: 'A' }]);
    expect(withVariable(one, { key: 'cupom', value: 'B' })).toBe(one);
    expect(withVariable(one, { key: ' ', value: 'B' })).toBe(one);
  });
});
