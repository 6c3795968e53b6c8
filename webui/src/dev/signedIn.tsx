import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { makeMutationCache } from '@/api/queryClient';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import type { Plan, SessionUser } from '@/api/types';
import { signIn } from '@/state/session';

const PLAN: Plan = {
  id: 1,
  name: 'Completo',
  users: 10,
  connections: 10,
  queues: 10,
  storageGb: 0,
  value: 0,
  useCampaigns: true,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: true,
  useKanban: true,
  useOpenAi: true,
  useIntegrations: true,
};

/** A signed-in user for tests; only what matters is named. */
export function makeUser(more: Partial<SessionUser> = {}): SessionUser {
  return {
    id: 1,
    name: 'Marina',
    email: 'marina@aurora.example',
    profile: 'user',
    super: false,
    companyId: 1,
    allTicket: 'desabled',
    whatsappId: null,
    queues: [{ id: 10, name: 'Vendas', color: '#189b76', UserQueue: { queueId: 10 } }],
    company: {
      id: 1,
      name: 'Aurora',
      email: null,
      phone: null,
      dueDate: null,
      createdAt: '2026-01-01T00:00:00Z',
      status: true,
      campaignsEnabled: false,
      trialExpiration: null,
      plan: PLAN,
      settings: [],
    },
    ...more,
  };
}

/** Renders a part of the signed-in pages with an empty cache of its own. */
export function renderSignedIn(children: ReactNode, { user = makeUser(), path = '/tickets' } = {}) {
  signIn({ token: 'test', user });
  const client = new QueryClient({
    mutationCache: makeMutationCache(),
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  const view = render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
    </QueryClientProvider>,
  );
  return { client, ...view };
}
