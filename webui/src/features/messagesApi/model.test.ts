import { describe, expect, it } from 'vitest';
import { bodyOf, LANGUAGES, newToken, sampleOf, toneOf, type Trial } from './model';

const trial: Trial = {
  url: 'https://guiche.example/api/messages/send',
  number: '5511987654321',
  body: 'Oi, "Bia"! É d\'água \\o/',
  files: [],
  closeTicket: false,
  queue: false,
};

describe('samples', () => {
  it('says only what was asked for', () => {
    expect(bodyOf(trial)).toEqual({ number: trial.number, body: trial.body });
    expect(bodyOf({ ...trial, closeTicket: true, queue: true })).toMatchObject({ closeTicket: true, queue: true });
    expect(bodyOf({ ...trial, number: ' ', body: '' }).number).toMatch(/^\d+$/);
  });

  // spec: A017 A108
  it.each(LANGUAGES)('names address, token and number in %s', (language) => {
    for (const files of [[], ['nota.pdf']]) {
      const text = sampleOf(language, { ...trial, files });
      expect(text).toContain(trial.url);
      expect(text).toContain('GUICHE_TOKEN');
      expect(text).toMatch(/Authorization.{0,8}Bearer /);
      expect(text.includes('medias')).toBe(files.length > 0);
      expect(text).toContain(trial.number);
      expect(text.includes('nota.pdf')).toBe(files.length > 0);
      expect(text.includes('application/json')).toBe(files.length === 0 && language !== 'python');
    }
  });

  // spec: A108
  it.each([
    ['curl', 'curl -X POST'],
    ['javascript', "method: 'POST'"],
    ['python', 'requests.post('],
    ['php', 'CURLOPT_POST => true'],
  ] as const)('posts number and body in %s, with files as well', (language, words) => {
    const plain = { ...trial, body: 'Seu pedido saiu.' };
    for (const files of [[], ['nota.pdf', 'boleto.pdf']]) {
      const text = sampleOf(language, { ...plain, files });
      for (const part of [words, 'number', plain.number, 'body', plain.body, ...files]) expect(text).toContain(part);
    }
  });

  it('quotes for the language', () => {
    expect(sampleOf('curl', trial)).toContain(String.raw`É d'\''água \\o/`);
    expect(sampleOf('php', trial)).toContain(String.raw`'Oi, "Bia"! É d\'água \\o/'`);
    expect(sampleOf('python', { ...trial, closeTicket: true })).toContain('"closeTicket": True');
    expect(sampleOf('javascript', trial)).toContain(String.raw`"Oi, \"Bia\"! É d'água \\o/"`);
  });
});

it('makes tokens that the server takes', () => {
  expect(newToken()).toMatch(/^gch_[\da-f]{48}$/);
  expect(newToken()).not.toBe(newToken());
});

it('tells what may be tried again from what may not', () => {
  expect([200, 409, 429, 401, 422].map(toneOf)).toEqual(['success', 'warning', 'warning', 'danger', 'danger']);
});
