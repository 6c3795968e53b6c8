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
