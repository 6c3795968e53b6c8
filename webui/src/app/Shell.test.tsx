import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { renderSignedIn } from '@/dev/signedIn';
import { setDrawerOpen } from '@/state/drawer';
import Shell from './Shell';

// A socket and what is fetched late are not what stands on the page.
vi.mock('./Realtime', () => ({ Realtime: () => null }));
vi.mock('./pages', () => ({ pageAt: () => null, preloadPages: () => undefined }));

/** How wide the window is, for the queries of the page. */
let width = 0;
beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width <= Number(/max-width: ([\d.]+)px/.exec(query)?.[1] ?? -1),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.spyOn(api, 'get').mockReturnValue(new Promise(() => undefined) as never);
  // jsdom shows no dialogs
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
afterEach(() => {
  act(() => setDrawerOpen(false));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(pixels: number) {
  width = pixels;
  renderSignedIn(<Shell />);
}
const toggle = () => fireEvent.click(screen.getByRole('button', { name: 'Abrir ou fechar o menu' }));
const side = () => document.querySelector('aside');

// spec: S018 S136
it('has beside the page of 600 px a menu of 240 px, which is folded and unfolded', () => {
  act(() => setDrawerOpen(true));
  show(600);
  expect(getComputedStyle(side() as HTMLElement).width).toBe('240px');
  expect(side()?.textContent).toContain('Atendimentos');
  toggle();
  expect(side()?.hasAttribute('data-rail')).toBe(true);
  expect(side()?.textContent).not.toContain('Atendimentos');
  expect(screen.queryByRole('dialog')).toBeNull();
});

// spec: S018 S136
it('has under 600 px a menu that lies over the page until something is chosen', () => {
  show(599);
  expect(side()).toBeNull();
  expect(screen.queryByRole('link', { name: 'Contatos' })).toBeNull();
  toggle();
  expect(screen.getByRole('dialog', { name: 'Menu principal' })).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Contatos' }));
  expect(screen.queryByRole('link', { name: 'Contatos' })).toBeNull();
});
