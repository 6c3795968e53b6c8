import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Operation, OperationSeries } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import { ActorsPanel } from './components/ActorsPanel';
import { AttentionPanel } from './components/AttentionPanel';
import { NodeCards } from './components/NodeCards';

const OWN = '01a21ce4-d5fd-7356-a595-03e436968ea1';
const AT = '2026-11-24T10:14:00Z';

function operation(part: Partial<Operation>): Operation {
  return {
    node: OWN,
    startedAt: '2026-11-24T10:00:00Z',
    version: '0.1.0',
    database: 'postgres',
    at: AT,
    process: { cpu: 0.34, cores: 2, memory: 1024 ** 3 * 1.5, memoryLimit: 1024 ** 3 * 4, delayMs: 25 },
    attention: [],
    nodes: [],
    actors: [],
    connections: [],
    jobs: [],
    slowStatements: [],
    ...part,
  };
}

const actor = (kind: string, live: number, p99Ms: number | null) => ({
  kind,
  live,
  p99Ms,
  messages: 0,
  mailboxFull: 0,
  restarts: 0,
  restartsDay: 0,
});

it('says what the node that answers uses, and nothing of the others that is not known', () => {
  const nodes = [
    { name: OWN, alive: true, connections: 3 },
    { name: 'sp-2', alive: true, connections: 19 },
  ];
  renderSignedIn(<NodeCards operation={operation({ nodes })} />);
  const [own, other] = screen.getAllByRole('listitem');
  expect(own?.textContent).toContain('01a21ce4no ar há 14 minCPU34%Memória1,5 GBAtraso25 ms');
  expect(own?.textContent).toContain('3 conexões');
  expect(other?.textContent).toContain('sp-2CPU—Memória—Atraso—');
});

it('says what asks for attention, and leads to it where there is a page', () => {
  const nothing = { companyId: null, since: null, count: null, delayMs: null };
  const attention: Operation['attention'] = [
    { ...nothing, code: 'connectionDown', name: 'Loja Centro', companyId: 987_654, since: '2026-11-24T10:00:00Z' },
    { ...nothing, code: 'jobFailed', name: 'charges', count: 1 },
    { ...nothing, code: 'threadDelay', name: 'actors-2', delayMs: 25 },
  ];
  renderSignedIn(<AttentionPanel operation={operation({ attention })} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Loja Centro fora do ar há 14 minVer',
    'Cobranças falhou 1 vez',
    'Thread actors-2 com 25 ms de atraso',
  ]);
  const link = screen.getByRole('link', { name: 'Ver: Loja Centro fora do ar há 14 min' });
  expect(link.getAttribute('href')).toBe('/settings?tab=companies');
});

it('puts actors in the order of a head, and opens in a row what its kind did', () => {
  const actors = [actor('room', 2, null), actor('desk', 10, 0.5)];
  const series: OperationSeries = {
    every: 5,
    times: ['2026-11-24T10:00:00Z', AT],
    cpu: [],
    memory: [],
    delayMs: [],
    kinds: [{ kind: 'desk', live: [10, 10], handled: [4, 2], p99Ms: [0.5, null] }],
  };
  renderSignedIn(<ActorsPanel samples={{ former: null, latest: operation({ actors }) }} series={series} />);
  const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(names()).toEqual(['Room por empresa', 'Desk por empresa']);
  const live = screen.getByRole('columnheader', { name: 'Vivos' });
  fireEvent.click(within(live).getByRole('button'));
  expect(live.getAttribute('aria-sort')).toBe('descending');
  expect(names()).toEqual(['Desk por empresa', 'Room por empresa']);

  const opener = screen.getByRole('button', { name: 'Desk por empresa' });
  fireEvent.click(opener);
  expect(opener.getAttribute('aria-expanded')).toBe('true');
  screen.getByRole('img', { name: 'Tratadas/s: agora 2, máximo 4' });
  screen.getByRole('img', { name: 'p99: agora 0,5 ms, máximo 0,5 ms' });
  fireEvent.click(screen.getByRole('button', { name: 'Room por empresa' }));
  screen.getByText('Ainda não há valores deste período.');
});
