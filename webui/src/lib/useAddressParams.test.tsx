import { fireEvent, render, screen } from '@testing-library/react';
import { Link, MemoryRouter, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { useAddressParams } from './useAddressParams';

function Change({ id, name, value }: { id: string; name: string; value: string }) {
  const [, change] = useAddressParams();
  return <button id={id} onClick={() => change((next) => (next.set(name, value), next))} />;
}

function Page() {
  const { search } = useLocation();
  const press = (...ids: string[]) => ids.forEach((id) => document.getElementById(id)?.click());
  return (
    <>
      <Change id="a" name="status" value="closed" />
      <Change id="b" name="q" value="pedido" />
      <button onClick={() => press('a', 'b')}>Os dois de uma vez</button>
      <button onClick={() => press('b')}>Um</button>
      <Link to="/?q=outro">Outro</Link>
      <output>{search}</output>
    </>
  );
}

const shown = () => screen.getByRole('status').textContent;

it('changes what was asked for last, also from two places in one moment', () => {
  render(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Os dois de uma vez' }));
  expect(shown()).toBe('?status=closed&q=pedido');
  // a link leads elsewhere: nothing of before comes back
  fireEvent.click(screen.getByRole('link', { name: 'Outro' }));
  expect(shown()).toBe('?q=outro');
  fireEvent.click(screen.getByRole('button', { name: 'Um' }));
  expect(shown()).toBe('?q=pedido');
});
