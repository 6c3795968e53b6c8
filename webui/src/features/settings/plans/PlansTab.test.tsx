import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import { renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import PlansTab from './PlansTab';

const features = {
  useSchedules: true,
  useInternalChat: false,
  useCampaigns: true,
  useKanban: false,
  useExternalApi: true,
  useIntegrations: false,
  useOpenAi: true,
};
const small = { id: 2, name: 'Básico', users: 3, connections: 1, queues: 4, storageGb: 0, value: 99.9, ...features };
const opposite = Object.fromEntries(Object.entries(features).map(([name, has]) => [name, !has]));
const large = { id: 5, name: 'Ouro', users: 30, connections: 10, queues: 20, storageGb: 50, value: 1299, ...opposite };

beforeEach(() => {
  vi.spyOn(api, 'get').mockImplementation(
    (path: string) =>
      Promise.resolve(
        path === '/plans/all'
          ? [
              { ...small, companies: 2 },
              { ...large, companies: 3 },
            ]
          : [],
      ) as never,
  );
});
afterEach(() => vi.restoreAllMocks());

/** The rows of the table: what a row is about, and what each plan has of it. */
const rows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent));

// spec: A012 A037 A103
it('shows what each plan costs, how much of everything it has, and which of the seven features', async () => {
  renderSignedIn(<PlansTab />);
  await screen.findByRole('columnheader', { name: /Básico/ });
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
  expect(heads).toEqual(['BásicoR$ 99,90 por mês2 empresas', 'OuroR$ 1.299,00 por mês3 empresas']);
  const [yes, no] = ['Sim', '—Não'];
  expect(rows()).toEqual([
    ['Limites'],
    ['Usuários', '3', '30'],
    ['Conexões', '1', '10'],
    ['Filas', '4', '20'],
    ['Arquivos (GB, 0 = sem limite)', 'sem limite', '50'],
    ['Recursos'],
    ['Agendamentos', yes, no],
    ['Chat interno', no, yes],
    ['Campanhas', yes, no],
    ['Quadro (CRM)', no, yes],
    ['API de mensagens', yes, no],
    ['Integrações', no, yes],
    ['Inteligência artificial', yes, no],
  ]);
});

// spec: A012 A037 A103
it('writes a known plan back as it was, but for what was changed', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue({} as never);
  renderSignedIn(<PlansTab />);
  fireEvent.click(await screen.findByRole('button', { name: 'Editar Básico' }));
  await screen.findByRole('dialog');
  fireEvent.change(screen.getByLabelText('Arquivos (GB, 0 = sem limite)'), { target: { value: '7' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(put).toHaveBeenCalled());
  const { id, ...body } = { ...small, storageGb: 7 };
  expect(put.mock.calls).toEqual([['/plans/{id}', { path: { id }, body }]]);
});

// spec: A003 A012 A103
it('opens an empty form for a new plan', async () => {
  renderSignedIn(<PlansTab />);
  fireEvent.click(await screen.findByText('Novo plano'));
  await screen.findByRole('dialog', { name: 'Novo plano' });
  expect(screen.getByLabelText<HTMLInputElement>('Nome', { exact: true }).value).toBe('');
});

// spec: A103 A125 A131
it.each([
  ['goes', /^Operação realizada com sucesso!$/, true],
  ['stays', /^Não foi possível realizar a operação\. .*em uso/, false],
] as const)('deletes a plan, and says how that ended: it %s', async (_, words, isDone) => {
  const told = vi.spyOn(toast, isDone ? 'success' : 'error').mockReturnValue();
  const failure = new ApiError('ERR_PLAN_IN_USE', 409, '');
  const remove = vi
    .spyOn(api, 'delete')
    .mockImplementation(() => (isDone ? Promise.resolve(null as never) : Promise.reject(failure)));
  renderSignedIn(<PlansTab />);
  fireEvent.click(await screen.findByRole('button', { name: 'Excluir Ouro' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(told.mock.calls).toEqual([[expect.stringMatching(words)]]));
  expect(remove.mock.calls).toEqual([['/plans/{id}', { path: { id: 5 } }]]);
});
