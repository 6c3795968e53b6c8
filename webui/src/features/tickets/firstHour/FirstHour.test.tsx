import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { makeProgress } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import FirstHour from './FirstHour';

vi.mock('@/api', () => ({
  api: { get: () => new Promise(() => undefined), post: () => new Promise(() => undefined) },
}));

function Page() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      <main id="main" tabIndex={-1}>
        {isThere && <FirstHour progress={makeProgress()} />}
      </main>
      <button onClick={() => setThere(false)}>fim</button>
    </>
  );
}

it('leaves the keyboard to the page when it goes with what was pressed', () => {
  renderSignedIn(<Page />);
  const end = () => act(() => screen.getByText('fim').click());
  screen.getByRole('button', { name: 'Pular por agora' }).focus();
  end();
  expect(document.activeElement?.id).toBe('main');
});

it('takes the keyboard from nobody', () => {
  renderSignedIn(<Page />);
  const button = screen.getByText('fim');
  button.focus();
  act(() => button.click());
  expect(document.activeElement).toBe(button);
});
