import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import TodoPage from './TodoPage';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const box = () => screen.getByRole<HTMLInputElement>('textbox');
const write = (text: string) => fireEvent.change(box(), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

// Without the mend what was begun for one task was gone as soon as another was opened.
it('keeps what was begun for a task while another is changed', () => {
  const at = (second: number) => new Date(2026, 0, 1, 9, 0, second).toISOString();
  const tasks = ['ligar', 'pagar'].map((text, index) => ({ text, createdAt: at(index), updatedAt: at(index) }));
  localStorage.setItem('todo:1', JSON.stringify(tasks));
  renderSignedIn(<TodoPage />);
  write('comprar');
  press('Editar ligar');
  expect(box().value).toBe('ligar');
  write('ligar à noite');
  press('Editar pagar');
  expect(box().value).toBe('pagar');
  press('Editar ligar');
  expect(box().value).toBe('ligar à noite');
  press('Cancelar');
  expect(box().value).toBe('comprar');
});

// spec: A020 A052
it('keeps a task, when it was made and when it was changed in this browser alone', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T12:00:00Z') });
  const calls = (['get', 'post', 'put', 'delete'] as const).map((method) => vi.spyOn(api, method));
  const stored = () => JSON.parse(localStorage.getItem('todo:2') ?? 'null') as unknown;
  const made = { text: 'ligar', createdAt: '2026-01-01T12:00:00.000Z', updatedAt: '2026-01-01T12:00:00.000Z' };
  const user = makeUser({ id: 2 });
  const { unmount } = renderSignedIn(<TodoPage />, { user });
  write(' ligar ');
  press('Adicionar');
  expect(stored()).toEqual([made]);
  vi.setSystemTime(new Date('2026-01-02T12:30:00Z'));
  press('Editar ligar');
  write('ligar à noite');
  press('Salvar');
  const changed = { ...made, text: 'ligar à noite', updatedAt: '2026-01-02T12:30:00.000Z' };
  expect(stored()).toEqual([changed]);
  unmount();
  renderSignedIn(<TodoPage />, { user });
  const task = within(screen.getByRole('listitem'));
  expect(task.getByText('ligar à noite')).toBeTruthy();
  expect(task.getByText('02/01/2026 09:30')).toBeTruthy();
  press('Excluir ligar à noite');
  expect(stored()).toBeNull();
  for (const call of calls) expect(call).not.toHaveBeenCalled();
});
