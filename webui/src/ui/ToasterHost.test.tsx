import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import ToasterHost from './ToasterHost';

const shown = vi.hoisted(() => vi.fn<(props: object) => null>(() => null));
vi.mock('sonner', () => ({ Toaster: shown, toast: {} }));

// spec: A135
// Notices close by themselves.
it('closes notices after 3 seconds', () => {
  render(<ToasterHost />);
  expect(shown.mock.lastCall?.[0]).toMatchObject({ duration: 3000 });
});
