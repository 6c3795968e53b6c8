import { afterEach, describe, expect, it } from 'vitest';
import { isShortcut, isTyping, matches, SHORTCUTS } from './shortcuts';

function press(element: Element, init: KeyboardEventInit): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { bubbles: true, ...init });
  element.dispatchEvent(event);
  return event;
}

afterEach(() => document.body.replaceChildren());

describe('commands', () => {
  it('are found by the beginnings of their words, without case and accents', () => {
    expect(matches('Respostas rápidas', 'rap')).toBe(true);
    expect(matches('Respostas rápidas', 'RÁ res')).toBe(true);
    expect(matches('Respostas rápidas', 'postas')).toBe(false);
    expect(matches('Tags', '')).toBe(true);
  });

  it('leave the keys of a text alone', () => {
    expect(isTyping(document.createElement('textarea'))).toBe(true);
    expect(isTyping(document.createElement('button'))).toBe(false);
    expect(isTyping(null)).toBe(false);
  });
});

describe('keys that work anywhere', () => {
  const alt = { altKey: true, code: 'KeyA', key: 'a' };

  it('work in a text too, by the place of the key', () => {
    const text = document.body.appendChild(document.createElement('textarea'));
    expect(isShortcut('accept', press(text, alt))).toBe(true);
    expect(isShortcut('accept', press(text, { ...alt, key: 'å' }))).toBe(true);
    expect(isShortcut('resolve', press(text, alt))).toBe(false);
    expect(isShortcut('accept', press(text, { code: 'KeyA', key: 'a' }))).toBe(false);
  });

  it('are not what AltGr writes', () => {
    expect(isShortcut('accept', press(document.body, { ...alt, ctrlKey: true }))).toBe(false);
    expect(isShortcut('accept', press(document.body, { ...alt, shiftKey: true }))).toBe(false);
  });

  it('do nothing behind a dialog or a menu', () => {
    document.body.innerHTML = '<div role="dialog"><input /></div>';
    const inside = document.querySelector('input');
    expect(inside && isShortcut('accept', press(inside, alt))).toBe(false);
  });

  it('do different things, and are all in the sheet', () => {
    const keys = SHORTCUTS.map((shortcut) => shortcut.keys.join());
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(expect.arrayContaining(['Alt,A', 'Alt,R', 'Alt,T', 'Alt,M', 'Alt,↑', 'Alt,↓']));
  });
});
