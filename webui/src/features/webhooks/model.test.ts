import { safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import type { WebhookDelivery } from '@/api/types';
import { lasted } from '@/lib/lasted';
import { pretty, toForm, toneOf, toPayload, webhookSchema, type WebhookForm } from './model';

const form = { ...toForm(null), name: 'ERP', url: 'https://erp.example/guiche' };
const wrong = (value: object) =>
  (safeParse(webhookSchema, value).issues ?? []).map(({ path, message }) => [path?.[0]?.key, message]);

describe('webhook form', () => {
  it('says what is missing', () => {
    expect(wrong(form)).toEqual([]);
    expect(wrong({ ...form, name: ' ' })[0]).toEqual(['name', 'common.required']);
    expect(wrong({ ...form, name: 'x' })[0]).toEqual(['name', 'webhooks.short']);
    expect(wrong({ ...form, url: 'erp.example' })[0]).toEqual(['url', 'webhooks.urlWrong']);
    expect(wrong({ ...form, events: [] })[0]).toEqual(['events', 'webhooks.eventsMissing']);
  });

  it('sends what was chosen in the order of the choice', () => {
    const chosen: WebhookForm = { ...form, events: ['ticket.closed', 'message.received'] };
    expect(toPayload(chosen).events).toEqual(['message.received', 'ticket.closed']);
  });
});

describe('deliveries', () => {
  const delivery = (more: Partial<WebhookDelivery>) =>
    ({ state: 'waiting', lastStatus: null, lastError: null, ...more }) as WebhookDelivery;

  it('have a colour for how they ended', () => {
    expect(toneOf(delivery({}))).toBe('neutral');
    expect(toneOf(delivery({ lastStatus: 503 }))).toBe('warning');
    expect(toneOf(delivery({ state: 'failed', lastStatus: 503 }))).toBe('danger');
    expect(toneOf(delivery({ state: 'delivered', lastStatus: 200 }))).toBe('success');
  });

  it('show their body in lines, and anything else as it is', () => {
    expect(pretty('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(pretty('not found')).toBe('not found');
    expect([lasted(182), lasted(10_000)]).toEqual(['182 ms', '10 s']);
  });
});
