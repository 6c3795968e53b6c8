import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '@/dev/signedIn';
import { LanesFilter } from './LanesFilter';
import { tagLane } from './model';

const lane = (id: number, name: string, category = '') =>
  tagLane({ id, name, color: '#111111', priority: id, category });
const LANES = [lane(1, 'Novo'), lane(2, 'Orçamento', 'Vendas'), lane(3, 'Pago', 'Vendas')];

// spec: A024
it('lets several categories be chosen, each once, and taken back', async () => {
  const onChange = vi.fn();
  renderSignedIn(<LanesFilter lanes={LANES} chosen={['Novo']} onChange={onChange} />);
  fireEvent.click(screen.getByRole('button', { name: 'Categorias: 1 categoria' }));
  const items = await screen.findAllByRole('menuitemcheckbox');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Novo', 'Vendas']);
  expect(items.map((item) => item.getAttribute('aria-checked'))).toEqual(['true', 'false']);
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Vendas' }));
  expect(onChange).toHaveBeenLastCalledWith(['Novo', 'Vendas']);
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Novo' }));
  expect(onChange).toHaveBeenLastCalledWith([]);
});
