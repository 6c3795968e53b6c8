import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { ApiError } from '@/api/error';
import { pageKeys } from '@/api/pageKeys';
import type { PixCharge, Subscription } from '@/api/types';
import { makeInvoice } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { toast } from '@/ui/toast';
import { CheckoutDialog } from './CheckoutDialog';

afterEach(() => {
  vi.restoreAllMocks();
  setZone(null);
});

const invoice = makeInvoice({ id: 7 });

const plan = { id: 1, name: 'Profissional', users: 10, connections: 3, queues: 4, value: 349, storageGb: 0 };

const standing = {
  plan,
  recurrence: 'MENSAL',
  value: 349,
  dueDate: '2026-12-30T12:00:00Z',
  nextDueDate: '2027-01-30T12:00:00Z',
  billing: {
    billingName: null,
    document: null,
    address: null,
    address2: null,
    city: null,
    state: null,
    zipcode: null,
    country: null,
  },
  credit: 0,
  openInvoice: invoice,
  chosenPlan: null,
  canPay: true,
  needsDocument: false,
  receiver: 'Guichê',
} as unknown as Subscription;

const code = '00020101021226460014br.gov.bcb.pix6304ABCD';
const charge: PixCharge = {
  txid: '0123456789abcdef0123456789abcdef',
  status: 'ATIVA',
  invoiceId: 7,
  // not what the invoice says: the bank's word is shown
  valor: { original: '348.90' },
  calendario: { criacao: '2026-11-25T15:00:00Z', expiracao: 3600 },
  qrcode: { qrcode: code, imagemQrcode: '' },
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
};

const FIELDS = {
  'Nome completo': 'Ana Souza',
  Endereço: 'Rua das Acácias, 120',
  Cidade: 'São Paulo',
  CEP: '01310-100',
};

async function show(more: Partial<Subscription> = {}) {
  setZone('America/Sao_Paulo');
  const answers: Record<string, unknown> = {
    '/subscription': { ...standing, ...more },
    '/subscription/plans': { plans: [{ plan, value: 349, excess: [] }], closed: null },
    '/invoices/{id}': invoice,
  };
  vi.spyOn(api, 'get').mockImplementation((path: string) => Promise.resolve(answers[path]) as never);
  const post = vi.spyOn(api, 'post').mockResolvedValue(charge as never);
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  const { client } = renderSignedIn(<CheckoutDialog invoice={invoice} onClose={vi.fn()} />, {
    user: makeUser({ profile: 'admin' }),
    path: '/financeiro',
  });
  await screen.findByLabelText('Nome completo');
  const dialog = within(screen.getByRole('dialog'));
  return { client, dialog, post, said, answers };
}

type Dialog = Awaited<ReturnType<typeof show>>['dialog'];

function fill(dialog: Dialog) {
  for (const [label, value] of Object.entries(FIELDS)) {
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  }
  fireEvent.change(dialog.getByLabelText('País'), { target: { value: 'BR' } });
}

const next = (dialog: Dialog) => fireEvent.click(dialog.getByText('Próximo'));

async function make(dialog: Dialog) {
  fill(dialog);
  next(dialog);
  await dialog.findByText('Seu plano');
  next(dialog);
  fireEvent.click(await dialog.findByText(/^Gerar Pix de R\$\s349,00$/));
}

const stepOf = (dialog: Dialog) =>
  dialog.getByLabelText('Passos do pagamento').querySelector('[aria-current=step]')?.textContent;

// spec: A015 A063
it('goes from data over plan to review, and asks for nothing before', async () => {
  const { dialog, post } = await show();
  const steps = within(dialog.getByLabelText('Passos do pagamento')).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual(['1Dados', '2Personalizar', '3Revisar']);
  expect(stepOf(dialog)).toBe('1Dados');
  fill(dialog);
  next(dialog);
  expect(await dialog.findByText('Seu plano')).toBeTruthy();
  expect(stepOf(dialog)).toBe('2Personalizar');
  next(dialog);
  expect(await dialog.findByText('Rua das Acácias, 120 · São Paulo · 01310-100 · Brasil')).toBeTruthy();
  expect(stepOf(dialog)).toBe('3Revisar');
  expect(post).not.toHaveBeenCalled();
});

// spec: A015 A063 A131 A140
it('shows the Pix with the value of the charge, and says what was done', async () => {
  const { dialog, said } = await show();
  await make(dialog);
  const qr = await screen.findByLabelText('QR Code do Pix');
  expect(getComputedStyle(qr).width).toBe('256px');
  expect(screen.getByText(/^R\$\s348,90$/)).toBeTruthy();
  expect(screen.getByLabelText('Pix Copia e Cola')).toHaveProperty('value', code);
  expect(said).toHaveBeenCalledExactlyOnceWith(
    'Assinatura realizada com sucesso!, aguardando a realização do pagamento',
  );
});

// Failed while a press was heard until the first one was drawn.
it('asks for one Pix for two presses before anything is drawn', async () => {
  const { dialog, post } = await show();
  fill(dialog);
  next(dialog);
  await dialog.findByText('Seu plano');
  next(dialog);
  const button = await dialog.findByText(/^Gerar Pix/);
  await act(async () => {
    button.click();
    button.click();
  });
  await screen.findByLabelText('QR Code do Pix');
  expect(post).toHaveBeenCalledOnce();
});

// spec: A015
it('offers two countries alone', async () => {
  const { dialog } = await show();
  const options = within(dialog.getByLabelText('País')).getAllByRole<HTMLOptionElement>('option');
  const offered = options.filter(({ value }) => value !== '').map(({ value, textContent }) => [value, textContent]);
  expect(offered).toEqual([
    ['BR', 'Brasil'],
    ['usa', 'Estados Unidos'],
  ]);
});

// spec: A040 A106
it('sends who is billed and which invoice', async () => {
  const { dialog, post } = await show();
  fireEvent.change(dialog.getByLabelText('Estado'), { target: { value: 'SP' } });
  await make(dialog);
  await waitFor(() => expect(post).toHaveBeenCalledTimes(1));
  expect(post).toHaveBeenCalledWith('/subscription', {
    body: {
      invoiceId: 7,
      firstName: 'Ana Souza',
      address2: 'Rua das Acácias, 120',
      city: 'São Paulo',
      state: 'SP',
      zipcode: '01310-100',
      country: 'BR',
      document: '',
    },
  });
});

// spec: A079
it('says at each field of the first step what is missing, and stays there', async () => {
  const { dialog } = await show();
  next(dialog);
  const words: Record<string, string> = {
    'Nome completo': 'O nome completo é obrigatório',
    Endereço: 'O Endereço é obrigatório',
    Cidade: 'Cidade é obrigatória',
    CEP: 'CEP é obrigatório',
    País: 'País é obrigatório',
  };
  await dialog.findByText('País é obrigatório');
  for (const [label, text] of Object.entries(words)) {
    const field = dialog.getByLabelText(label);
    const described = (field.getAttribute('aria-describedby') ?? '').split(' ');
    const told = described.map((id) => document.getElementById(id)?.textContent);
    expect(told, label).toContain(text);
  }
  expect(dialog.queryByText(/CPF/), 'the bank does not ask for it').toBeNull();
  expect(stepOf(dialog)).toBe('1Dados');
  fill(dialog);
  next(dialog);
  expect(await dialog.findByText('Seu plano'), 'a state is not needed').toBeTruthy();
});

// spec: A015 A079
it('asks for a document where the bank does, and goes on with a right one alone', async () => {
  const { dialog, post } = await show({ needsDocument: true });
  fill(dialog);
  next(dialog);
  expect(await dialog.findByText('CPF ou CNPJ é obrigatório')).toBeTruthy();
  const field = dialog.getByLabelText(/^CPF ou CNPJ/);
  fireEvent.change(field, { target: { value: '11.222.333/0001-82' } });
  expect(await dialog.findByText('CPF ou CNPJ inválido')).toBeTruthy();
  next(dialog);
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(stepOf(dialog)).toBe('1Dados');
  fireEvent.change(field, { target: { value: '11.222.333/0001-81' } });
  await make(dialog);
  await waitFor(() => expect(post).toHaveBeenCalledTimes(1));
  expect(post.mock.calls[0]?.[1]).toMatchObject({ body: { document: '11.222.333/0001-81' } });
});

// spec: A015
it('says that the bank asks for a document when the server does', async () => {
  const { dialog, post } = await show();
  post.mockRejectedValue(new ApiError('ERR_BILLING_DOCUMENT', 409, ''));
  await make(dialog);
  expect(await dialog.findByText(/CPF ou CNPJ/)).toBeTruthy();
  expect(screen.queryByLabelText('QR Code do Pix')).toBeNull();
});

// spec: A063
it('says that it was paid when that is told, and not before', async () => {
  const { client, dialog, answers } = await show();
  await make(dialog);
  await screen.findByLabelText('QR Code do Pix');
  expect(screen.queryByText(/foi renovada/)).toBeNull();
  answers['/invoices/{id}'] = { ...invoice, status: 'paid' };
  answers['/subscription'] = { ...standing, dueDate: '2027-01-30T12:00:00Z' };
  // what a payment that is told makes stale
  await act(() => client.invalidateQueries({ queryKey: pageKeys.billing }));
  expect(await screen.findByText('Sua licença foi renovada até 30/01/2027!')).toBeTruthy();
});

// spec: A015
it('says that nothing can be paid where no bank is set', async () => {
  vi.spyOn(api, 'get').mockResolvedValue({ ...standing, canPay: false } as never);
  renderSignedIn(<CheckoutDialog invoice={invoice} onClose={vi.fn()} />, { user: makeUser({ profile: 'admin' }) });
  expect(await screen.findByText(/O pagamento por Pix não está configurado/)).toBeTruthy();
  expect(screen.queryByLabelText('Nome completo')).toBeNull();
});

// spec: A015 A040 A063
it('says once more what is paid for, and goes back step by step with what was written', async () => {
  const { dialog } = await show();
  fill(dialog);
  next(dialog);
  await dialog.findByText('Seu plano');
  next(dialog);
  const review = within(await dialog.findByRole('region', { name: 'Revisar' }));
  const beside = (words: string) => review.getByText(words).parentElement?.lastElementChild?.textContent;
  const lines = ['Usuários', 'Conexões', 'Total'].map((words) => beside(words)?.replaceAll('\u00a0', ' '));
  expect(lines).toEqual(['até 10', 'até 3', 'R$ 349,00']);
  for (const step of ['2Personalizar', '1Dados']) {
    fireEvent.click(dialog.getByText('Voltar'));
    expect(stepOf(dialog)).toBe(step);
  }
  expect(dialog.queryByText('Voltar')).toBeNull();
  const written = Object.keys(FIELDS).map((label) => dialog.getByLabelText<HTMLInputElement>(label).value);
  expect(written).toEqual(Object.values(FIELDS));
});

// spec: A015 A063
it('takes the plan that is chosen in the second step, and asks for its invoice', async () => {
  const { dialog, answers } = await show();
  const gold = { ...plan, id: 2, name: 'Ouro' };
  answers['/subscription/plans'] = { plans: [plan, gold].map((each) => ({ plan: each, value: 349, excess: [] })) };
  const chosenPlan = { plan: gold, invoice: makeInvoice({ id: 9, value: 500, toPay: 500 }) };
  answers['/subscription'] = { ...standing, chosenPlan };
  const put = vi.spyOn(api, 'put').mockResolvedValue(answers['/subscription'] as never);
  fill(dialog);
  next(dialog);
  fireEvent.click(await dialog.findByRole('radio', { name: /^Ouro/ }));
  next(dialog);
  expect(await dialog.findByText(/^Gerar Pix de R\$\s500,00$/)).toBeTruthy();
  expect(put.mock.calls).toEqual([['/subscription/plan', { body: { planId: 2 } }]]);
});
