import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeTemplate, makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { loadFeatures } from '@/i18n';
import { setSigned } from '@/state/signature';
import { Composer } from './Composer';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
beforeEach(() => loadFeatures('templates', 'dialog'));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => ({ endsAt: new Date(Date.now() + hours * HOUR_MS - 30_000).toISOString() });

function show(hours: number) {
  const onSend = vi.fn();
  setSigned(false);
  renderSignedIn(
    <Composer
      ticket={makeTicket({ window: inHours(hours) })}
      quoted={null}
      files={[]}
      onQuoteClear={vi.fn()}
      onFilesAdd={vi.fn()}
      onFilesTake={vi.fn()}
      onSend={onSend}
    />,
  );
  const box = () => screen.getByRole<HTMLTextAreaElement>('textbox');
  const write = (text: string) => {
    fireEvent.change(box(), { target: { value: text } });
    fireEvent.keyDown(box(), { key: 'Enter' });
  };
  return { onSend, box, write };
}

describe('the window of 24 hours', () => {
  it('is counted down while it is open, and text leaves', async () => {
    const { onSend, write } = show(3.2);
    expect((await screen.findByRole('timer')).textContent).toBe('Janela aberta por mais 3 h 12 min');
    write('oi');
    expect(onSend).toHaveBeenCalledOnce();
  });

  it('keeps what is written when it is closed, and lets whispers pass', async () => {
    const { onSend, box, write } = show(-1);
    await screen.findByText(/A janela de 24 horas está fechada/);
    write('oi');
    expect(onSend).not.toHaveBeenCalled();
    expect(box().value).toBe('oi');
    fireEvent.click(screen.getByRole('button', { name: 'Sussurro' }));
    fireEvent.keyDown(box(), { key: 'Enter' });
    expect(onSend.mock.lastCall?.[0]).toMatchObject([{ isPrivate: true }]);
  });

  it('offers templates that can be sent, and sends one when all variables are filled', async () => {
    server.use(
      http.get('*/api/whatsapp/1/templates', () =>
        HttpResponse.json([
          makeTemplate(),
          makeTemplate({ id: 8, name: 'com_cartoes', components: [{ type: 'CAROUSEL' }] }),
          makeTemplate({ id: 9, name: 'pausado', status: 'PAUSED' }),
        ]),
      ),
    );
    const { onSend } = show(-1);
    fireEvent.click(await screen.findByRole('button', { name: 'Enviar modelo' }));
    const choice = await screen.findByRole('combobox', { name: 'Modelo' });
    expect([...choice.querySelectorAll('option')].map((option) => option.textContent)).toEqual([
      'Escolha um modelo',
      'pedido_pronto · pt_BR',
    ]);
    fireEvent.change(choice, { target: { value: '7' } });
    const send = () => fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    send();
    await screen.findByText('Preencha todas as variáveis.');
    expect(onSend).not.toHaveBeenCalled();
    fireEvent.change(screen.getByRole('textbox', { name: /variável 1/ }), { target: { value: 'Ana' } });
    await screen.findByText('Olá Ana, seu pedido saiu.');
    send();
    await waitFor(() => expect(onSend).toHaveBeenCalledOnce());
    expect(onSend.mock.lastCall?.[0]).toEqual([
      {
        body: 'Olá Ana, seu pedido saiu.',
        file: null,
        isPrivate: false,
        template: { templateId: 7, values: { header: [], body: ['Ana'], buttons: [], place: null } },
      },
    ]);
  });

  it('asks for the place that a template shows, with its name and address', async () => {
    const components = [
      { type: 'HEADER', format: 'LOCATION' },
      { type: 'BODY', text: 'Passe na loja!' },
    ];
    server.use(
      http.get('*/api/whatsapp/1/templates', () =>
        HttpResponse.json([makeTemplate({ id: 8, name: 'com_lugar', components })]),
      ),
    );
    const { onSend } = show(-1);
    fireEvent.click(await screen.findByRole('button', { name: 'Enviar modelo' }));
    fireEvent.change(await screen.findByRole('combobox', { name: 'Modelo' }), { target: { value: '8' } });
    const field = (name: string) => screen.getByRole('textbox', { name });
    const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
    await screen.findByRole('group', { name: 'Lugar do cabeçalho' });
    const send = () => fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    write('Coordenadas ou link do mapa', 'na esquina');
    send();
    await screen.findByText('Nenhum ponto do mapa aqui.');
    write('Coordenadas ou link do mapa', '-23.5614, -46.6559');
    write('Nome do lugar', 'Loja Centro');
    send();
    await screen.findByText('Preencha o nome e o endereço do lugar.');
    expect(onSend).not.toHaveBeenCalled();
    write('Endereço', 'Avenida Paulista, 1578');
    await screen.findByText(/📍 Loja Centro/);
    send();
    await waitFor(() => expect(onSend).toHaveBeenCalledOnce());
    const place = { latitude: -23.5614, longitude: -46.6559, name: 'Loja Centro', address: 'Avenida Paulista, 1578' };
    expect(onSend.mock.lastCall?.[0]).toMatchObject([
      { body: 'Passe na loja!', template: { templateId: 8, values: { place } } },
    ]);
  });

  it('asks for the file that a template shows, and sends it along', async () => {
    const components = [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Chegou!' },
    ];
    server.use(
      http.get('*/api/whatsapp/1/templates', () =>
        HttpResponse.json([makeTemplate({ id: 8, name: 'com_foto', components })]),
      ),
    );
    const { onSend } = show(-1);
    fireEvent.click(await screen.findByRole('button', { name: 'Enviar modelo' }));
    fireEvent.change(await screen.findByRole('combobox', { name: 'Modelo' }), { target: { value: '8' } });
    const send = () => fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    send();
    await screen.findByText('Escolha o arquivo que vai acima do texto.');
    expect(onSend).not.toHaveBeenCalled();
    const file = new File(['x'], 'foto.png', { type: 'image/png' });
    fireEvent.change(screen.getAllByLabelText('Anexar arquivo').at(-1) as Element, { target: { files: [file] } });
    await screen.findByText('foto.png');
    send();
    await waitFor(() => expect(onSend).toHaveBeenCalledOnce());
    expect(onSend.mock.lastCall?.[0]).toMatchObject([{ body: 'Chegou!', file, template: { templateId: 8 } }]);
  });
});
