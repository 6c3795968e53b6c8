import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { simulatorApi } from '@/api/simulator';
import { renderSignedIn } from '@/dev/signedIn';
import { ConnectionStep } from './ConnectionStep';

vi.mock('./calls', async (original) => ({ ...(await original<typeof import('./calls')>()), useIsDemo: () => true }));

it('makes one simulated number for two presses, also when the first has been answered', async () => {
  const made = vi.spyOn(api, 'post').mockResolvedValue({ id: 1 } as never);
  vi.spyOn(api, 'get').mockResolvedValue({ status: 'qrcode' } as never);
  vi.spyOn(simulatorApi, 'post').mockResolvedValue(undefined as never);
  const done = vi.fn();
  renderSignedIn(<ConnectionStep onDone={done} />);
  const press = () => act(() => screen.getByRole('button', { name: /simulado/i }).click());
  press();
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  press();
  await act(() => Promise.resolve());
  expect(made).toHaveBeenCalledOnce();
});
