import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '@/dev/signedIn';
import { ConnectionStep } from './ConnectionStep';

const asked = vi.hoisted(() => [] as string[]);
vi.mock('./calls', async (original) => ({
  ...(await original<typeof import('./calls')>()),
  useIsDemo: () => true,
  useSimulatedPhone: () => ({
    isPending: false,
    mutate: (wish: { name: string }, then: { onSuccess: () => void }) => {
      asked.push(wish.name);
      then.onSuccess();
    },
  }),
}));

it('makes one simulated number for two presses, also when the first has been answered', () => {
  const done = vi.fn();
  renderSignedIn(<ConnectionStep onDone={done} />);
  const button = screen.getByRole('button', { name: /simulad/i });
  act(() => button.click());
  expect(done).toHaveBeenCalledOnce();
  act(() => button.click());
  expect(asked).toEqual(['Telefone simulado']);
});
