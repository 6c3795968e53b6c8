import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import type { SessionUser } from '../api/types';
import { signIn } from '../state/session';

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
    queues: [{ id: 10, name: 'Vendas', color: '#189b76' }],
    company: { id: 1, name: 'Aurora', dueDate: null, status: true, campaignsEnabled: false, plan: null, settings: [] },
    ...more,
  };
}

/** Renders a part of the signed-in pages with an empty cache of its own. */
export function renderSignedIn(children: ReactNode, { user = makeUser(), path = '/tickets' } = {}) {
  signIn({ token: 'test', user });
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  const view = render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
    </QueryClientProvider>,
  );
  return { client, ...view };
}
