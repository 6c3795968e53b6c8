import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import { PlanDialog } from './PlanDialog';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const FEATURES = {
  useCampaigns: 'Campanhas',
  useSchedules: 'Agendamentos',
  useInternalChat: 'Chat interno',
  useExternalApi: 'API de mensagens',
  useKanban: 'Quadro (CRM)',
  useOpenAi: 'Inteligência artificial',
  useIntegrations: 'Integrações',
};

// spec: A012 A037 A131
it.each(Object.entries(FEATURES))('switches %s by "%s" alone', async (flag, name) => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({} as never);
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  renderSignedIn(<PlanDialog plan={null} onClose={vi.fn()} />);
  await screen.findByRole('dialog');
  const fields = { Nome: 'Essencial', Usuários: '5', Conexões: '2', Filas: '3', 'Valor por mês (R$)': '99,90' };
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(screen.getByLabelText(label, { exact: true }), { target: { value } });
  expect(screen.getAllByRole('switch')).toHaveLength(7);
  fireEvent.click(screen.getByRole('switch', { name }));
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await act(() => vi.advanceTimersByTimeAsync(500));
  const flags = Object.fromEntries(Object.keys(FEATURES).map((each) => [each, each === flag]));
  const body = { name: 'Essencial', users: 5, connections: 2, queues: 3, value: 99.9, ...flags };
  expect(post.mock.calls).toMatchObject([['/plans', { body }]]);
  expect(said.mock.calls).toEqual([['Operação realizada com sucesso!']]);
});
