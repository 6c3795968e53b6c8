import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderSignedIn } from '@/dev/signedIn';
import { DateFilter } from './DateFilter';
import { readView } from './filters';

// spec: S095 S142
it.each([
  ['', 'Qualquer dia'],
  ['created=2026-11-20', '20/11/2026'],
  ['updated=2026-12-01', '01/12/2026'],
])('shows the day that the address names: "%s"', (address, text) => {
  const view = readView(new URLSearchParams(address), false);
  renderSignedIn(<DateFilter view={view} onChange={() => undefined} />);
  expect(screen.getByRole('button').textContent).toBe(text);
});
