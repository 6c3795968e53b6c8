import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setSocketStatus, type SocketStatus } from '@/state/socketStatus';
import { ConnectionBanner } from './ConnectionBanner';

const said = () => screen.getByRole('status').textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const become = (status: SocketStatus) => act(async () => setSocketStatus(status));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  setSocketStatus('idle');
});

describe('the banner of the connection', () => {
  // Without the mend a connection that never came about, as behind a proxy without WebSockets, was silent for ever.
  it('says after five seconds that the first connection does not come about, and stays while it is tried again', async () => {
    await become('connecting');
    render(<ConnectionBanner />);
    await pass(4900);
    expect(said()).toBe('');
    await pass(200);
    expect(said()).toMatch(/^Sem atualizações ao vivo/);
    await become('connected');
    expect(said()).toBe('');
  });

  it('says that the connection was lost, and not when it is back at once', async () => {
    await become('connected');
    render(<ConnectionBanner />);
    await become('lost');
    await pass(4900);
    await become('connected');
    await pass(5000);
    expect(said()).toBe('');
    await become('lost');
    await pass(5100);
    expect(said()).toMatch(/^Sem conexão/);
  });
});
