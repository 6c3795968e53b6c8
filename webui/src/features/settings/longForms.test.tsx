import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import type { CompanyDetails, Help, PlanDetails } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import { CompanyEditor } from './companies/CompanyEditor';
import { HelpDialog } from './helps/HelpDialog';
import { PlanDialog } from './plans/PlanDialog';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const close = () => undefined;
const plan = { id: 2, name: 'Básico', users: 3, connections: 1, queues: 3, storageGb: 0, value: 99.9 } as PlanDetails;
const company = {
  id: 3,
  name: 'Padaria',
  email: 'a@b.example',
  planId: 2,
  status: true,
  recurrence: 'MENSAL',
  usage: { users: 1, connections: 0, queues: 0, storageBytes: 0 },
} as CompanyDetails;
const help = { id: 4, title: 'Primeiros passos', video: 'dQw4w9WgXcQ', description: '' } as Help;

// spec: A124
it.each([
  [
    'company',
    <CompanyEditor key="company" company={company} plans={[plan]} onClose={close} />,
    'Verifique se já existe uma empresa com o mesmo nome ou se os campos foram preenchidos corretamente.',
  ],
  [
    'plan',
    <PlanDialog key="plan" plan={plan} onClose={close} />,
    'Verifique se já existe um plano com o mesmo nome ou se os campos foram preenchidos corretamente.',
  ],
  [
    'help',
    <HelpDialog key="help" help={help} onClose={close} />,
    'Verifique se os campos foram preenchidos corretamente.',
  ],
])('says what to check when a %s cannot be saved', async (_, dialog, words) => {
  vi.spyOn(api, 'put').mockRejectedValue(new ApiError('ERR_VALIDATION', 400, ''));
  renderSignedIn(dialog);
  fireEvent.click(await screen.findByRole('button', { name: 'Salvar' }));
  const alert = await screen.findByRole('alert', {}, { timeout: 9000 });
  expect(alert.textContent).toContain(words);
});

// spec: A135
// Forms of companies, plans and helps are submitted after 500 ms.
it.each([
  ['a company', <CompanyEditor key="company" company={company} plans={[plan]} onClose={close} />],
  ['a plan', <PlanDialog key="plan" plan={plan} onClose={close} />],
  ['a help', <HelpDialog key="help" help={help} onClose={close} />],
])('the form of %s is submitted after 500 ms', async (_, dialog) => {
  const put = vi.spyOn(api, 'put').mockResolvedValue({} as never);
  renderSignedIn(dialog);
  const save = await screen.findByRole('button', { name: 'Salvar' });
  vi.useFakeTimers();
  fireEvent.click(save);
  await wait(499);
  expect(put).not.toHaveBeenCalled();
  await wait(1);
  expect(put).toHaveBeenCalledTimes(1);
});
