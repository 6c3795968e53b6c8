import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { preloadNear } from './preloadNear';

const tags = { preload: vi.fn() };
let stop: () => void;

beforeEach(() => {
  document.body.innerHTML =
    '<a href="/tags"><b>Tags</b></a><a href="/contacts">Contatos</a><a href="https://ajuda.example/tags">Ajuda</a>';
  stop = preloadNear((path) => (path === '/tags' ? tags : undefined));
});
afterEach(() => {
  stop();
  tags.preload.mockClear();
});

const near = (kind: string, selector: string) =>
  document.querySelector(selector)!.dispatchEvent(new Event(kind, { bubbles: true }));

it('asks for the page of a link under the pointer, once', () => {
  near('pointerover', '[href="/tags"] b');
  near('pointerover', '[href="/tags"]');
  near('focusin', '[href="/tags"]');
  expect(tags.preload).toHaveBeenCalledOnce();
});

it('asks for the page of a link that the keyboard comes to', () => {
  near('focusin', '[href="/tags"]');
  expect(tags.preload).toHaveBeenCalledOnce();
});

it('leaves what leads elsewhere, and stops when told to', () => {
  near('pointerover', '[href="/contacts"]');
  near('pointerover', '[href^="https"]');
  stop();
  near('pointerover', '[href="/tags"]');
  expect(tags.preload).not.toHaveBeenCalled();
});
