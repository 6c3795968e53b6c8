import { useMutation } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { Campaign, Connection, Queue, Schedule } from '@/api/types';
import { makeContact, makeMessage, makeTicket } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { CampaignDialog } from '@/features/campaigns/components/CampaignDialog';
import { TestNumber } from '@/features/campaigns/components/TestNumber';
import { ReasonDialog } from '@/features/closingReasons/components/ReasonDialog';
import { PairingDialog } from '@/features/connections/components/PairingDialog';
import MergeDialog from '@/features/contacts/components/MergeDialog';
import { DeleteQueueDialog } from '@/features/queues/components/DeleteQueueDialog';
import { QueueDialog } from '@/features/queues/components/QueueDialog';
import { MenuEditor } from '@/features/queues/menu/MenuEditor';
import { TrialBox } from '@/features/queueIntegrations/components/TrialBox';
import { ScheduleDialog } from '@/features/schedules/components/ScheduleDialog';
import SecurityDialog from '@/features/security/SecurityDialog';
import { AddPhone } from '@/features/simulator/components/AddPhone';
import { TagDialog } from '@/features/tags/components/TagDialog';
import CloseDialog from '@/features/tickets/conversation/CloseDialog';
import TagEditor from '@/features/tickets/conversation/TagEditor';
import TransferForm from '@/features/tickets/conversation/TransferForm';
import { BulkDialog } from '@/features/tickets/list/BulkDialog';
import { readView } from '@/features/tickets/list/filters';
import SavedFilters from '@/features/tickets/list/SavedFilters';
import EditDialog from '@/features/tickets/message/EditDialog';
import ForwardDialog from '@/features/tickets/message/ForwardDialog';
import { NewContactForm } from '@/features/tickets/newTicket/NewContactForm';
import { NewTicketForm } from '@/features/tickets/newTicket/NewTicketForm';

const noop = () => undefined;
const sales = { id: 3, name: 'Vendas', color: '#189b76', schedules: [], assignMax: 5 } as unknown as Queue;
const other = { id: 4, name: 'Suporte', color: '#2f74d0' } as unknown as Queue;
const ana = makeContact({ id: 8, name: 'Ana', number: '5511977776666' });
const rui = makeContact({ id: 9, name: 'Rui', number: '5511966665555' });
const ticket = makeTicket({ id: 20, tags: [] });
const message = makeMessage({ id: 7, body: 'Segue', mediaType: null, isPrivate: false, isDeleted: false });
const unpaired = { id: 1, name: 'Loja', status: 'TIMEOUT', pairingCode: '' } as unknown as Connection;
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const schedule = {
  id: 1,
  body: 'Até amanhã',
  contactId: 8,
  contact: ana,
  sendAt: tomorrow,
  sentAt: null,
  status: 'PENDENTE',
  userId: 1,
  user: { id: 1, name: 'Marina' },
} as unknown as Schedule;
const campaign = {
  id: 7,
  name: 'Natal',
  status: 'INATIVA',
  message1: 'Olá',
  whatsappIds: [1],
  whatsapps: [],
  contactListId: 4,
  templates: [],
} as unknown as Campaign;

const answers: Record<string, unknown> = {
  '/settings': [],
  '/closing-reasons': [],
  '/contacts': { contacts: [ana, rui], count: 2, hasMore: false },
  '/users/list': [{ id: 4, name: 'Rafael', profile: 'admin', online: true, queues: [] }],
  '/queue': [sales, other],
  '/whatsapp': [{ id: 1, name: 'Loja', status: 'CONNECTED', provider: 'simulator', queues: [] }],
  '/tickets': { tickets: [makeTicket({ id: 21 })], count: 1, hasMore: false, nextCursor: null },
  '/tags/list': [],
  '/saved-filters': [],
  '/campaigns/{id}': campaign,
  '/second-factor': { since: null, recoveryCodes: 0, required: false, passkeys: [], passkeysAt: null },
};

// Nothing that is asked for is answered before the test ends: what is pressed next is pressed while it runs.
const write = vi.fn((_path?: string) => new Promise<never>(noop));
beforeEach(() => {
  write.mockClear();
  const read = (path: string) => (path in answers ? Promise.resolve(answers[path]) : new Promise(noop));
  vi.spyOn(api, 'get').mockImplementation(read as never);
  for (const method of ['post', 'put', 'patch', 'delete'] as const) {
    vi.spyOn(api, method).mockImplementation(write as never);
  }
  // what speaks to the simulator does so beside the description
  vi.spyOn(globalThis, 'fetch').mockImplementation(((_url: string, { method = 'GET' } = {}) =>
    method === 'GET' ? new Promise(noop) : write()) as never);
});

/** A part whose parent does the work. */
function Asking({ part }: { part: (run: () => void, isBusy: boolean) => ReactElement }) {
  const run = useMutation({ mutationFn: () => write() });
  return part(() => run.mutate(), run.isPending);
}

const type = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const choose = async (option: string | RegExp) => fireEvent.click(await screen.findByRole('option', { name: option }));

interface Dialog {
  part: ReactElement;
  /** What the description calls it; nothing where the parent asks, or the simulator. */
  asks?: string;
  button: string | RegExp;
  fill?: () => Promise<unknown>;
}

const dialogs: Record<string, Dialog> = {
  CloseDialog: {
    part: <Asking part={(run, isBusy) => <CloseDialog name="Ana" isBusy={isBusy} onConfirm={run} onClose={noop} />} />,
    button: 'Resolver',
  },
  TransferForm: {
    part: (
      <Asking part={(run, isBusy) => <TransferForm holderId={1} isBusy={isBusy} onTransfer={run} onClose={noop} />} />
    ),
    button: 'Transferir',
    fill: async () => {
      await screen.findByRole('option', { name: 'Suporte' });
      await type('Fila', '4');
    },
  },
  BulkDialog: {
    part: (
      <Asking
        part={(run, isBusy) => (
          <BulkDialog
            action="close"
            tickets={new Map([[20, ticket]])}
            answer={null}
            isBusy={isBusy}
            onRun={run}
            onClose={noop}
          />
        )}
      />
    ),
    button: 'Resolver',
  },
  MergeDialog: {
    asks: '/contacts/{id}/merge',
    part: <MergeDialog contact={ana} onClose={noop} />,
    button: 'Unir contatos',
    fill: () => choose(/Rui/),
  },
  DeleteQueueDialog: {
    asks: '/queue/{id}',
    part: <DeleteQueueDialog queue={sales} others={[other]} onClose={noop} />,
    button: 'Excluir',
  },
  QueueDialog: {
    asks: '/queue/{id}',
    part: <QueueDialog queue={sales} taken={new Map()} onClose={noop} />,
    button: 'Salvar',
  },
  MenuEditor: {
    asks: '/queue/{id}/options',
    part: <MenuEditor queue={sales} saved={[]} onClose={noop} />,
    button: 'Salvar menu',
  },
  ScheduleDialog: {
    asks: '/schedules/{id}',
    part: <ScheduleDialog schedule={schedule} onClose={noop} />,
    button: 'Salvar',
  },
  TagDialog: {
    asks: '/tags',
    part: <TagDialog tag={null} mayLane={false} onClose={noop} />,
    button: 'Salvar',
    fill: () => type('Nome', 'Urgente'),
  },
  CampaignDialog: {
    asks: '/campaigns/{id}',
    part: <CampaignDialog record={campaign} onClose={noop} />,
    button: 'Salvar',
  },
  TestNumber: {
    asks: '/campaigns/{id}/test',
    part: <TestNumber id={7} />,
    button: 'Enviar teste',
    fill: () => type(/^Enviar teste/, '5511977776666'),
  },
  ReasonDialog: {
    asks: '/closing-reasons',
    part: <ReasonDialog reason={null} onClose={noop} />,
    button: 'Salvar',
    fill: () => type('Nome', 'Resolvido'),
  },
  EditDialog: {
    asks: '/messages/{id}',
    part: <EditDialog message={message} onSaved={noop} onClose={noop} />,
    button: 'Salvar',
    fill: () => type('Novo texto', 'Segue o prazo'),
  },
  ForwardDialog: {
    asks: '/messages/forward',
    part: <ForwardDialog ticket={ticket} message={message} messages={[message]} onClose={noop} />,
    button: 'Encaminhar',
    fill: async () => {
      const [first] = await screen.findAllByRole('checkbox', { name: /Beatriz/ });
      if (first) fireEvent.click(first);
    },
  },
  NewContactForm: {
    asks: '/contacts',
    part: <NewContactForm draft={{ name: 'Ana', number: '5511977776666' }} onBack={noop} onCreated={noop} />,
    button: 'Continuar',
  },
  NewTicketForm: {
    asks: '/tickets',
    part: <NewTicketForm contact={ana} onBack={noop} onClose={noop} />,
    button: 'Iniciar atendimento',
  },
  PairingDialog: {
    asks: '/whatsappsession/{id}',
    part: <PairingDialog connection={unpaired} isFresh={false} onClose={noop} />,
    button: 'Tentar novamente',
  },
  SecurityDialog: { asks: '/second-factor', part: <SecurityDialog onClose={noop} />, button: 'Ligar o segundo fator' },
  TrialBox: {
    asks: '/queueIntegration/testSession',
    part: <TrialBox bodyOf={(text) => ({ integrationId: 3, text })} />,
    button: 'Testar',
  },
  AddPhone: {
    part: <AddPhone connectionId={1} known={[]} onAdd={noop} onClose={noop} />,
    button: 'Criar cliente',
    fill: async () => {
      await type('Nome', 'Ana');
      await type('Número', '5511977776666');
    },
  },
  SavedFilters: {
    asks: '/saved-filters',
    part: <SavedFilters view={readView(new URLSearchParams(), false)} onChange={noop} />,
    button: 'Salvar',
    fill: () => type(/^Salvar os filtros/, 'Minhas'),
  },
  TagEditor: {
    asks: '/tags',
    part: <TagEditor ticket={ticket} />,
    button: /Criar/,
    fill: async () => fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'Urgente' } }),
  },
};

// Each failed without `useOnce`: `isPending` is drawn in a later turn than the press.
it.each(Object.keys(dialogs))('asks the server once for two presses of %s, before anything is drawn', async (name) => {
  const { part, asks, button, fill } = dialogs[name] as Dialog;
  renderSignedIn(part, { user: makeUser({ profile: 'admin' }) });
  await fill?.();
  const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: button });
  await vi.waitFor(() => expect(confirm.disabled).toBe(false));
  await act(async () => {
    confirm.click();
    confirm.click();
  });
  const calls = () => write.mock.calls.filter(([path]) => path === asks);
  await vi.waitFor(() => expect(calls().length).toBeGreaterThan(0), 3000);
  await act(() => new Promise((resolve) => void setTimeout(resolve)));
  expect(calls()).toHaveLength(1);
});
