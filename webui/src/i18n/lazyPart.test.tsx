import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { lazyLayer } from '@/ui/lazyLayer';
import { lazyExtra, lazyPart } from './lazyPart';

interface Props {
  isOpen?: boolean;
  onClose?: () => void;
}

const Question: ComponentType<Props> = () => <p>Resolver?</p>;

/** A part whose code does not arrive as long as there is no network. */
function startOffline() {
  let isOffline = true;
  const load = vi.fn(async () => {
    if (isOffline) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: Question };
  });
  return { load, plug: () => (isOffline = false) };
}

const show = (part: ReactNode) =>
  render(
    <>
      <textarea defaultValue="Já respondo" />
      <Suspense fallback={<p>Carregando</p>}>{part}</Suspense>
    </>,
  );

const retry = async () => fireEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }));

// With `React.lazy` each of these throws at the page, whose text is gone, and every later try throws again.
describe('a part that does not arrive', () => {
  it('says so in its place, leaves what is around it, and is tried again there', async () => {
    const { load, plug } = startOffline();
    const Part = lazyPart<Props>(load);
    show(<Part />);
    expect(await screen.findByText('Não foi possível carregar')).toBeTruthy();
    expect(screen.getByDisplayValue('Já respondo')).toBeTruthy();

    await retry();
    await waitFor(() => expect(load.mock.calls.length).toBeGreaterThan(1));
    plug();
    await retry();
    expect(await screen.findByText('Resolver?')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('comes by itself when the network is back, wherever it is wanted', async () => {
    const { load, plug } = startOffline();
    const Part = lazyPart<Props>(load);
    const Extra = lazyExtra<Props>(load);
    const { container } = show(
      <>
        <Part />
        <Part />
      </>,
    );
    show(<Extra />);
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText('Carregando')).toBeNull());
    expect(container.textContent).not.toContain('Resolver?');
    plug();
    await waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(screen.getAllByText('Resolver?')).toHaveLength(3);
    });
  });

  it('does not open over the page later, when it was to be a layer, but can be given up or asked for again', async () => {
    const { load, plug } = startOffline();
    const Layer = lazyLayer<Props>(load);
    const onClose = vi.fn();
    const { rerender } = render(<p />);
    const open = (isOpen: boolean) =>
      rerender(
        <Suspense fallback={null}>
          <Layer isOpen={isOpen} onClose={onClose} />
        </Suspense>,
      );
    open(true);
    fireEvent.click(await screen.findByRole('button', { name: 'Fechar' }));
    expect(onClose).toHaveBeenCalledOnce();
    plug();
    window.dispatchEvent(new Event('online'));
    expect(load).toHaveBeenCalledOnce();
    open(false);
    expect(screen.queryByRole('alert')).toBeNull();
    open(true);
    expect(await screen.findByText('Resolver?')).toBeTruthy();
  });

  it('asked for before it is wanted, fails without a word', async () => {
    const { load, plug } = startOffline();
    const Part = lazyPart<Props>(load);
    Part.preload();
    plug();
    show(<Part />);
    expect(await screen.findByText('Resolver?')).toBeTruthy();
  });
});

it('is there at once where it was asked for before, and stays the same when it is shown anew', async () => {
  const load = vi.fn(async () => ({ default: Question }));
  const Part = lazyPart<Props>(load);
  Part.preload();
  await act(async () => undefined);
  const { rerender } = show(<Part />);
  const text = screen.getByText('Resolver?');
  expect(screen.queryByText('Carregando')).toBeNull();
  rerender(
    <>
      <textarea defaultValue="Já respondo" />
      <Suspense fallback={<p>Carregando</p>}>
        <Part />
      </Suspense>
    </>,
  );
  expect(screen.getByText('Resolver?')).toBe(text);
  expect(load).toHaveBeenCalledTimes(1);
});
