import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useListSearch, type List } from './list';
import { ListPage } from './ListPage';

const list: List<{ id: number; name: string }> = {
  rows: [{ id: 1, name: 'Retirada' }],
  error: null,
  isStale: false,
  hasMore: false,
  isMoreFailed: false,
  onRetry: vi.fn(),
  onMore: vi.fn(),
};
const words = { icon: null, empty: 'Nada ainda', emptyText: 'Crie o primeiro', none: 'Nada encontrado' };

function Page({ of = list, onAsk = () => undefined }: { of?: typeof list; onAsk?: (search: string) => void }) {
  const search = useListSearch();
  onAsk(search.search);
  return (
    <ListPage
      title="Promoções"
      count={of.rows ? '1 promoção' : null}
      search={{ ...search, label: 'Buscar promoção' }}
      newButton={<button type="button">Nova</button>}
      list={of}
      words={words}
    >
      {(rows) => rows.map((row) => <p key={row.id}>{row.name}</p>)}
    </ListPage>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  // Nothing comes into sight here.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const search = () => screen.getByRole('searchbox', { name: 'Buscar promoção' });

describe('a list page', () => {
  it('shows its title, how many there are, and the rows', () => {
    render(<Page />);
    expect(screen.getByRole('heading', { name: 'Promoções' })).toBeTruthy();
    expect(screen.getByText('1 promoção')).toBeTruthy();
    expect(screen.getByText('Retirada')).toBeTruthy();
  });

  // spec: A135 S134
  it('asks when the search stood still for half a second', () => {
    const onAsk = vi.fn();
    render(<Page onAsk={onAsk} />);
    fireEvent.change(search(), { target: { value: ' natal ' } });
    act(() => vi.advanceTimersByTime(499));
    expect(onAsk).not.toHaveBeenCalledWith('natal');
    act(() => vi.advanceTimersByTime(1));
    expect(onAsk).toHaveBeenCalledWith('natal');
  });

  it('waits with a skeleton for the first answer', () => {
    render(<Page of={{ ...list, rows: undefined }} />);
    expect(screen.getByRole('status', { name: 'Carregando…' })).toBeTruthy();
    expect(screen.queryByText('Nada ainda')).toBeNull();
  });

  it('offers to make the first one where there is nothing', () => {
    render(<Page of={{ ...list, rows: [] }} />);
    expect(screen.getByText('Nada ainda')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Nova' })).toHaveLength(2);
  });

  it('offers to clear a search that found nothing', () => {
    render(<Page of={{ ...list, rows: [] }} />);
    fireEvent.change(search(), { target: { value: 'natal' } });
    act(() => vi.advanceTimersByTime(500));
    expect(screen.getByText('Nada encontrado')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Limpar a busca' }));
    expect(search()).toHaveProperty('value', '');
  });

  it('can be asked again after a failure', () => {
    const onRetry = vi.fn();
    render(<Page of={{ ...list, rows: undefined, error: new TypeError('no'), onRetry }} />);
    fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('keeps the rows when the next page fails, and asks for that one again', () => {
    const onMore = vi.fn();
    render(<Page of={{ ...list, hasMore: true, isMoreFailed: true, error: new TypeError('no'), onMore }} />);
    expect(screen.getByText('Retirada')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(onMore).toHaveBeenCalledOnce();
  });
});
