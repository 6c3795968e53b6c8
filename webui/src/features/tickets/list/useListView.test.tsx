import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { useListView } from './useListView';

function Probe() {
  const { view, change } = useListView();
  const handleClick = () => {
    change({ status: 'closed' });
    change({ text: 'pedido' });
  };
  return (
    <>
      <button onClick={handleClick}>Escolher e escrever</button>
      <button onClick={() => change({ text: 'troca' })}>Escrever</button>
      <output>{`${view.status} ${view.text}`}</output>
    </>
  );
}

it('keeps a filter that was chosen right before the first letter, and what follows', () => {
  renderSignedIn(<Probe />, { user: makeUser(), path: '/tickets?tab=search' });
  fireEvent.click(screen.getByRole('button', { name: 'Escolher e escrever' }));
  expect(screen.getByRole('status').textContent).toBe('closed pedido');
  fireEvent.click(screen.getByRole('button', { name: 'Escrever' }));
  expect(screen.getByRole('status').textContent).toBe('closed troca');
});
