import { fireEvent, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { FormProvider, useForm } from 'react-hook-form';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Connection } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import { toForm, type CampaignForm } from '../model';
import { TextTabs } from './TextTabs';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const template = {
  id: 7,
  whatsappId: 3,
  name: 'convite',
  language: 'pt_BR',
  category: 'MARKETING',
  status: 'APPROVED',
  rejectedReason: null,
  refreshedAt: '2026-11-25T12:00:00Z',
  components: [{ type: 'BODY', text: 'Olá {{1}}, temos novidades.' }],
};

let written: CampaignForm | null = null;

function Tabs({
  official,
  kind = 'message',
}: {
  official: readonly Connection[];
  kind?: 'message' | 'confirmationMessage';
}) {
  const form = useForm<CampaignForm>({ defaultValues: toForm(null) });
  written = form.watch();
  return (
    <FormProvider {...form}>
      <TextTabs kind={kind} words={['nome']} isLocked={false} official={official} onShown={vi.fn()} />
    </FormProvider>
  );
}

// spec: A141
it.each([
  ['message', /^Mensagem \d+$/],
  ['confirmationMessage', /^Confirmação \d+$/],
] as const)('has five texts of the kind %s, and no templates where no number sends them', (kind, words) => {
  renderSignedIn(<Tabs official={[]} kind={kind} />);
  expect(screen.getAllByText(words, { selector: 'button' })).toHaveLength(5);
  expect(screen.queryByLabelText(/fora da janela/)).toBeNull();
});

it('gives each official number a template in the place of a text', async () => {
  server.use(http.get('*/api/whatsapp/3/templates', () => HttpResponse.json([template])));
  renderSignedIn(<Tabs official={[{ id: 3, name: 'Oficial' } as Connection]} />);
  const choice = await screen.findByLabelText('Modelo de Oficial, fora da janela de 24 h');
  fireEvent.change(choice, { target: { value: '7' } });
  fireEvent.change(await screen.findByLabelText('Texto: variável 1'), { target: { value: '{nome}' } });
  expect(await screen.findByText('Olá {nome}, temos novidades.')).toBeTruthy();
  expect(written?.templates).toEqual([
    {
      text: 'message1',
      whatsappId: 3,
      templateId: 7,
      values: { header: [], body: ['{nome}'], buttons: [], place: null },
    },
  ]);
});

it.each([
  ['IMAGE', null, 'Imagem do cabeçalho', 'Anexe à campanha o arquivo que vai acima do texto.'],
  ['VIDEO', 'loja.mp4', 'Vídeo do cabeçalho', 'Vai o arquivo da campanha, se servir, ou loja.mp4.'],
] as const)('says whose file goes above the text of a template with a %s', async (format, headerFile, name, words) => {
  const components = [{ type: 'HEADER', format }, ...template.components];
  server.use(
    http.get('*/api/whatsapp/3/templates', () => HttpResponse.json([{ ...template, headerFile, components }])),
  );
  renderSignedIn(<Tabs official={[{ id: 3, name: 'Oficial' } as Connection]} />);
  const choice = await screen.findByLabelText('Modelo de Oficial, fora da janela de 24 h');
  expect(screen.queryByRole('group', { name })).toBeNull();
  fireEvent.change(choice, { target: { value: '7' } });
  const group = await screen.findByRole('group', { name });
  expect(within(group).getByText(words)).toBeTruthy();
  // a campaign has one file for all of its texts, chosen beside them
  expect(within(group).queryByRole('button')).toBeNull();
  expect(group.querySelector('input')).toBeNull();
});
