import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Episode } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { EpisodeDivider } from './EpisodeDivider';

beforeEach(() => setZone('America/Sao_Paulo'));
afterEach(() => setZone(null));

const episode = { id: 7, createdAt: '2026-11-20T12:05:00Z', closedAt: '2026-11-21T01:04:00Z' } as Episode;

// spec: S034 S142
it.each([
  ['started', 'Atendimento #7 iniciado em 20/11/2026 às 09:05'],
  ['closed', 'Atendimento #7 encerrado em 20/11/2026 às 22:04'],
] as const)('says of a ticket that is %s: %s', (change, words) => {
  renderSignedIn(<EpisodeDivider episode={episode} change={change} />);
  expect(screen.getByText(words)).toBeTruthy();
});
