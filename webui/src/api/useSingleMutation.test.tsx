import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderSignedIn } from '@/dev/signedIn';
import { useSingleMutation } from './useSingleMutation';

it('runs once for two clicks before the button is drawn again, and once more afterwards', async () => {
  const calls: (() => void)[] = [];
  function Saving() {
    const save = useSingleMutation({ mutationFn: () => new Promise<void>((resolve) => void calls.push(resolve)) });
    return <button onClick={() => save.mutate()}>save</button>;
  }
  renderSignedIn(<Saving />);
  const click = () => act(async () => screen.getByText('save').click());
  await act(async () => {
    screen.getByText('save').click();
    screen.getByText('save').click();
  });
  await click();
  expect(calls).toHaveLength(1);
  await act(async () => calls[0]?.());
  await click();
  expect(calls).toHaveLength(2);
});
