import { expect, it } from 'vitest';
import { clock, webAddress } from './businessFacts';

it('reads minutes of the day as times', () => {
  expect([0, 485, 1439, 1440].map(clock)).toEqual(['00:00', '08:05', '23:59', '24:00']);
  expect([null, undefined, -1, 1441].map(clock)).toEqual(['', '', '', '']);
});

it('links to pages of the web and to nothing else', () => {
  expect(webAddress('padaria.example/hoje')).toBe('https://padaria.example/hoje');
  expect(webAddress('http://padaria.example')).toBe('http://padaria.example/');
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.example', 'em breve', '', 'localhost']) {
    expect(webAddress(text)).toBeNull();
  }
});
