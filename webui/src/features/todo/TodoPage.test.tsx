import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderSignedIn } from '@/dev/signedIn';
import TodoPage from './TodoPage';

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
