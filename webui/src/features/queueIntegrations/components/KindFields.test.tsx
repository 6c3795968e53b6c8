import { screen, within } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import type { IntegrationKind } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import { toForm, type IntegrationForm } from '../model';
import { IntegrationDialog } from './IntegrationDialog';
import { KindFields } from './KindFields';

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
