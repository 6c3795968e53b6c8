import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { showEnds } from '@/dev/inSight';
import AnnouncementsPage from '@/features/announcements/AnnouncementsPage';
import FilesPage from '@/features/files/FilesPage';
import PromptsPage from '@/features/prompts/PromptsPage';
import QueueIntegrationsPage from '@/features/queueIntegrations/QueueIntegrationsPage';
import QuickMessagesPage from '@/features/quickMessages/QuickMessagesPage';
import { errorText } from '@/i18n';
import { toast } from '@/ui/toast';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  showEnds();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

interface Case {
  path: string;
  Page: ComponentType;
  /** Where a page of the answer has its rows. */
  rows: string;
  record: (id: number) => object;
  /** What stands beside the rows. */
  beside?: object;
  /** What anything else that the page asks for answers. */
  other?: object;
  name: (id: number) => string;
  words: { search: string; make: string; deleted: string };
}

const announcements: Case = {
  path: '/announcements',
  Page: AnnouncementsPage,
  rows: 'records',
  record: (id) => ({ id, title: `Aviso ${id}`, text: 'Às 22h', priority: 1, status: true, companyId: null }),
  name: (id) => `Aviso ${id}`,
  words: {
    search: 'Buscar informativos',
    make: 'Novo informativo',
    deleted: 'Informativo excluído com sucesso!',
  },
};
const files: Case = {
  path: '/files',
  Page: FilesPage,
  rows: 'files',
  record: (id) => ({ id, name: `Catálogo ${id}`, message: 'Segue', options: [] }),
  name: (id) => `Catálogo ${id}`,
  words: {
    search: 'Buscar listas',
    make: 'Nova lista',
    deleted: 'Lista de arquivos excluída com sucesso!',
  },
};
const quickMessages: Case = {
  path: '/quick-messages',
  Page: QuickMessagesPage,
  rows: 'records',
  record: (id) => ({ id, shortcode: `prazo${id}`, message: 'Dois dias', geral: false, status: true }),
  name: (id) => `prazo${id}`,
  words: {
    search: 'Buscar respostas',
    make: 'Nova resposta',
    deleted: 'Resposta rápida excluída com sucesso!',
  },
};

const prompts: Case = {
  path: '/prompt',
  Page: PromptsPage,
  rows: 'prompts',
  record: (id) => ({ id, name: `Vendas IA ${id}`, queueId: 3, queue: { id: 3, name: 'Vendas', color: '#189b76' } }),
  name: (id) => `Vendas IA ${id}`,
  words: {
    search: 'Buscar prompts',
    make: 'Novo prompt',
    deleted: 'Prompt excluído',
  },
};
const integrations: Case = {
  path: '/queueIntegration',
  Page: QueueIntegrationsPage,
  rows: 'queueIntegrations',
  beside: { uses: [] },
  other: { calls: [], hasMore: false, nextCursor: null },
  record: (id) => ({ id, type: 'webhook', name: `Fluxo ${id}`, urlN8N: 'https://fluxo.example/entrada' }),
  name: (id) => `Fluxo ${id}`,
  words: {
    search: 'Buscar integrações',
    make: 'Nova integração',
    deleted: 'Integração excluída',
  },
};
const all = [announcements, files, quickMessages, prompts, integrations];

/** Two pages of one row each. */
async function show({ path, Page, rows, record, name, beside, other = [] }: Case) {
  const get = vi.spyOn(api, 'get').mockImplementation(((asked: string, { query }: { query?: Asked } = {}) => {
    if (asked !== path) return Promise.resolve(other);
    const page = query?.pageNumber ?? 1;
    return Promise.resolve({ [rows]: [record(page)], ...beside, count: 2, hasMore: page === 1 });
  }) as never);
  renderSignedIn(<Page />, { user: makeUser({ profile: 'admin', super: true }), path });
  await screen.findByText(new RegExp(`${name(2)}$`));
  return () => get.mock.calls.filter(([asked]) => asked === path).map(([, more]) => (more as { query: Asked }).query);
}

interface Asked {
  searchParam?: string;
  pageNumber?: number;
}

// spec: A019 A025 A027 A028 A101 A109 A114 A116 A117 A118
it.each(all)('$path comes page by page, and is searched', async (each) => {
  const asked = await show(each);
  expect(asked()).toEqual([
    { searchParam: '', pageNumber: 1 },
    { searchParam: '', pageNumber: 2 },
  ]);
  fireEvent.change(screen.getByRole('searchbox', { name: each.words.search }), { target: { value: ' 22 ' } });
  await waitFor(() => expect(asked()).toContainEqual({ searchParam: '22', pageNumber: 1 }));
});

// spec: A019 A025 A027 A028 A101 A109 A114 A116 A117 A118
it.each(all)('$path is where one is made, changed and deleted', async (each) => {
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({ message: '' } as never);
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  await show(each);
  const name = each.name(2);
  fireEvent.click(screen.getByRole('button', { name: each.words.make }));
  const close = async () => fireEvent.click(within(await screen.findByRole('dialog')).getByText('Cancelar'));
  await close();
  fireEvent.click(screen.getByRole('button', { name: `Editar ${name}` }));
  expect(within(await screen.findByRole('dialog')).getByDisplayValue(name)).toBeTruthy();
  await close();
  fireEvent.click(screen.getByRole('button', { name: `Excluir ${name}` }));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText(new RegExp(`${name}\\?`))).toBeTruthy();
  expect(remove).not.toHaveBeenCalled();
  fireEvent.click(question.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(remove.mock.calls).toEqual([[`${each.path}/{id}`, { path: { id: 2 } }]]));
  await waitFor(() => expect(said).toHaveBeenCalledWith(each.words.deleted));
});

// spec: A122
it.each(all)('$path says so when something cannot be deleted', async (each) => {
  vi.spyOn(api, 'delete').mockRejectedValue(new ApiError('ERR_INTERNAL', 500, ''));
  const [told, said] = [vi.spyOn(toast, 'error').mockReturnValue(), vi.spyOn(toast, 'success')];
  await show(each);
  fireEvent.click(screen.getByRole('button', { name: `Excluir ${each.name(2)}` }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(told.mock.calls).toEqual([[errorText('ERR_INTERNAL')]]));
  expect(said).not.toHaveBeenCalled();
});
