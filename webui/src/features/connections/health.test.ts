import { describe, expect, it } from 'vitest';
import { healthNotes, warnings, type CloudNumber } from './health';

const OURS = 'https://desk.example/api/webhooks/whatsapp/7';
const nothing: CloudNumber['health'] = {
  quality: null,
  limit: null,
  throughput: null,
  webhook: null,
  refused: null,
  refusedBecause: null,
  checkedAt: null,
  historyAskedOf: null,
  historyProgress: null,
  historyRefused: null,
  templates: [],
};
const told = (more: Partial<CloudNumber['health']>) => ({ health: { ...nothing, ...more }, webhookUrl: OURS });
const texts = (more: Partial<CloudNumber['health']>) =>
  healthNotes(told(more)).map(({ text, values }) => [
    text.replace('connections.health.', ''),
    ...Object.values(values ?? {}),
  ]);

describe('how a number stands with Meta', () => {
  it('says nothing of which nothing was told', () => {
    expect(texts({})).toEqual([]);
    expect(texts({ quality: 'UNKNOWN', limit: 'TIER_NOT_SET' })).toEqual([]);
  });

  it('says quality and limit in words', () => {
    expect(texts({ quality: 'GREEN', limit: 'TIER_1K' })).toEqual([['quality.GREEN'], ['limit', 1000]]);
    expect(texts({ limit: 'TIER_250' })).toEqual([['limit', 250]]);
    expect(texts({ limit: 'TIER_UNLIMITED' })).toEqual([['unlimited']]);
  });

  it('warns of messages that go elsewhere, of refused steps and of templates that do not work', () => {
    const template = { language: 'pt_BR', reason: null, at: '2026-10-01T12:00:00Z' };
    const bad = told({
      quality: 'GREEN',
      webhook: 'https://elsewhere.example/',
      refused: 'register',
      refusedBecause: '133005: PIN',
      templates: [
        { ...template, name: 'pronto', status: 'PAUSED' },
        { ...template, name: 'ola', status: 'APPROVED' },
      ],
    });
    expect(warnings(bad).map(({ text }) => text)).toEqual([
      'connections.health.refused.register',
      'connections.health.webhook',
      'connections.health.template',
    ]);
    expect(warnings(told({ webhook: OURS, quality: 'GREEN' }))).toEqual([]);
    expect(warnings(told({ quality: 'RED' }))).toHaveLength(1);
  });

  it('says how far the past of the Business app is, and why it does not come', () => {
    expect(texts({ historyProgress: 55 })).toEqual([['history.coming', 55]]);
    expect(texts({ historyProgress: 0 })).toEqual([['history.coming', 0]]);
    expect(texts({ historyAskedOf: '106', historyProgress: 100 })).toEqual([]);
    expect(texts({ historyAskedOf: '106' })).toEqual([['history.asked']]);
    expect(texts({ historyRefused: 'declined', historyProgress: 10 })).toEqual([['history.declined']]);
    expect(texts({ historyRefused: '7: Later' })).toEqual([['history.refused', '7: Later']]);
    expect(warnings(told({ historyProgress: 55, quality: 'GREEN' }))).toHaveLength(1);
  });
});
