import { fireEvent, screen, within } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { IntegrationKind } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import { toForm, type IntegrationForm } from '../model';
import { IntegrationDialog } from './IntegrationDialog';
import { KindFields } from './KindFields';

afterEach(() => vi.restoreAllMocks());

function Fields({ type }: { type: IntegrationKind }) {
  const form = useForm<IntegrationForm>({ defaultValues: toForm(null) });
  return (
    <FormProvider {...form}>
      <KindFields edited={null} type={type} />
    </FormProvider>
  );
}

// spec: A029 A051 A144
it.each([
  ['webhook', ['Endereço', 'Segredo da assinatura']],
  ['n8n', ['Endereço', 'Segredo da assinatura']],
  ['dialogflow', ['Nome do projeto', 'Idioma', 'Chave da conta de serviço (JSON)']],
  [
    'typebot',
    [
      'Endereço',
      'Identificador público do fluxo',
      'Recomeçar após (minutos)',
      'Pausa antes de cada mensagem (ms)',
      'Palavra que encerra',
      'Palavra que recomeça',
      'Quando o fluxo não entende',
      'Quando o fluxo recomeça',
    ],
  ],
] as const)('asks an integration of %s for %s', (type, labels) => {
  renderSignedIn(<Fields type={type} />);
  expect(screen.getAllByRole('textbox').map((field) => (field as HTMLInputElement).labels?.[0]?.textContent)).toEqual(
    labels,
  );
});

// spec: A029
it('offers the four types and no other', async () => {
  renderSignedIn(<IntegrationDialog record={null} onClose={() => undefined} />);
  const offered = within(await screen.findByLabelText('Tipo')).getAllByRole<HTMLOptionElement>('option');
  expect(offered.map(({ value }) => value).toSorted()).toEqual(['dialogflow', 'n8n', 'typebot', 'webhook']);
});

// spec: A086
it.each([
  ['', 'Obrigatório'],
  ['a', 'nome muito curto'],
  ['a'.repeat(51), 'texto muito longo'],
])('says below the name "%s" that it is wrong: %s', async (name, words) => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({} as never);
  renderSignedIn(<IntegrationDialog record={null} onClose={() => undefined} />);
  const field = await screen.findByLabelText('Nome');
  fireEvent.change(field, { target: { value: name } });
  fireEvent.change(screen.getByLabelText('Endereço'), { target: { value: 'https://n8n.example/1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(post).not.toHaveBeenCalled();
});
