import { act, fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeContact } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { ContactPicker } from './ContactPicker';

const asked: (string | null)[] = [];
const server = setupServer(
  http.get('*/api/contacts', ({ request }) => {
    asked.push(new URL(request.url).searchParams.get('searchParam'));
    return HttpResponse.json({ contacts: [makeContact()], count: 1, hasMore: false });
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());
afterAll(() => server.close());

// spec: S077
it('searches contacts from the third character on', async () => {
  renderSignedIn(<ContactPicker preset={undefined} onPick={vi.fn()} onNew={vi.fn()} />);
  const box = screen.getByRole('combobox');
  fireEvent.change(box, { target: { value: 'Be' } });
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(asked).toEqual([]);
  fireEvent.change(box, { target: { value: 'Bea' } });
  expect(await screen.findByRole('option', { name: /Beatriz/ })).toBeTruthy();
  expect(asked).toEqual(['Bea']);
});
