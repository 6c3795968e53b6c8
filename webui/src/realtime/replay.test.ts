import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { Replay } from './replay';

function start() {
  let now = 0;
  const client = new QueryClient();
  const replay = new Replay<string>(() => now);
  const apply = vi.fn<(items: readonly string[], queryHash: string) => void>();
  const stop = replay.watch(client, apply);
  return { client, replay, apply, stop, pass: (ms: number) => (now += ms) };
}

// spec: S069 S113
describe('events that arrive while an answer is on its way', () => {
  it('are applied once more after the answer', async () => {
    const { client, replay, apply, pass } = start();
    replay.note(['before']);
    pass(1);
    await client.fetchQuery({
      queryKey: ['tickets'],
      queryFn: async () => {
        replay.note(['meanwhile']);
        return 'old';
      },
    });
    expect(apply.mock.calls).toEqual([[['meanwhile'], '["tickets"]']]);
  });

  it('are not applied again by what they change, nor when nothing was loaded', async () => {
    const { client, replay, apply } = start();
    replay.note(['alone']);
    client.setQueryData(['tickets'], 'changed');
    expect(apply).not.toHaveBeenCalled();
  });

  it('are forgotten after a failure and when nobody listens', async () => {
    const { client, replay, apply, stop, pass } = start();
    const queryFn = () => Promise.reject(new Error('no'));
    await expect(client.fetchQuery({ queryKey: ['tickets'], queryFn, retry: false })).rejects.toThrow('no');
    pass(60_000);
    replay.note(['late']);
    stop();
    await client.fetchQuery({
      queryKey: ['whatsapp'],
      queryFn: async () => {
        replay.note(['unheard']);
        return 'x';
      },
    });
    expect(apply).not.toHaveBeenCalled();
  });
});
