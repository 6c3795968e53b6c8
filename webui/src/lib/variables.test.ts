import { afterEach, beforeEach, expect, it } from 'vitest';
import { setZone } from './dates';
import { filled } from './variables';

beforeEach(() => setZone('America/Sao_Paulo'));
afterEach(() => setZone(null));

// spec: S036
// The same example as in `actors/rules/texts.rs`.
it("fills variables as the server does, in the company's time", () => {
  const now = new Date('2026-11-20T14:05:09Z');
  expect(
    filled('{{ms}} {{firstName}} ({{name}}), {{protocol}} {{hora}} {{outra}}', {
      name: 'Beatriz Nogueira',
      ticketId: 42,
      now,
    }),
  ).toBe('Bom dia Beatriz (Beatriz Nogueira), 2026112011050942 11:05:09 {{outra}}');
  expect(filled('{{ms}} {{firstName}}, pronto', { name: '5511988887777', ticketId: 42, now })).toBe('Bom dia, pronto');
});

// spec: S036
it.each([
  ['05:59', 'Boa madrugada'],
  ['06:00', 'Bom dia'],
  ['11:59', 'Bom dia'],
  ['12:00', 'Boa tarde'],
  ['17:59', 'Boa tarde'],
  ['18:00', 'Boa noite'],
  ['23:59', 'Boa noite'],
  ['00:00', 'Boa madrugada'],
])('greets at %s of the company by "%s"', (time, words) => {
  const now = new Date(`2026-11-20T${time}:00-03:00`);
  expect(filled('{{ms}}!', { name: 'Beatriz', ticketId: 42, now })).toBe(`${words}!`);
});
