import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Ticket } from '@/api/types';
import { makeMessage, makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { setSigned } from '@/state/signature';
import { isWhispered } from '@/state/whispers';
import { color, palettes } from '@/styles/tokens';
import { useAttachments } from './useAttachments';
import { Composer } from './Composer';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function show(ticket: Ticket = makeTicket(), more: Partial<Parameters<typeof Composer>[0]> = {}) {
  const onSend = vi.fn();
  const onQuoteClear = vi.fn();
  setSigned(false);
  const element = (
    <Composer
      ticket={ticket}
      quoted={null}
      files={[]}
      onQuoteClear={onQuoteClear}
      onFilesAdd={vi.fn()}
      onFilesTake={vi.fn()}
      onSend={onSend}
      {...more}
    />
  );
  const view = renderSignedIn(element);
  const box = () => screen.getByRole<HTMLTextAreaElement>('textbox');
  const write = (text: string) => fireEvent.change(box(), { target: { value: text } });
  const enter = (shiftKey = false) => fireEvent.keyDown(box(), { key: 'Enter', shiftKey });
  return { onSend, onQuoteClear, box, write, enter, ...view };
}

describe('composer', () => {
  // spec: S079
  it('sends on Enter, breaks the line on Shift+Enter and ignores blanks', () => {
    const { onSend, box, write, enter } = show();
    write('  ');
    enter();
    expect(onSend).not.toHaveBeenCalled();
    write('oi');
    enter(true);
    expect(onSend).not.toHaveBeenCalled();
    enter();
    expect(onSend).toHaveBeenCalledWith([{ body: 'oi', file: null, isPrivate: false }], null);
    expect(box().value).toBe('');
  });

  // spec: S036
  it('signs and whispers, and remembers the signature', () => {
    const { onSend, write, enter } = show();
    fireEvent.click(screen.getByRole('button', { name: 'Assinar' }));
    expect(localStorage.getItem('signOption')).toBe('true');
    write('oi');
    enter();
    expect(onSend.mock.lastCall?.[0]).toEqual([{ body: '*Marina:*\noi', file: null, isPrivate: false }]);
    fireEvent.click(screen.getByRole('button', { name: 'Sussurro' }));
    write('cliente VIP');
    enter();
    expect(onSend.mock.lastCall?.[0]).toEqual([{ body: 'Sussurro(Marina) cliente VIP', file: null, isPrivate: true }]);
  });

  // Fails while Enter goes through to the text as long as the list is on its way.
  it('takes Enter after a code for the quick message also before the list is there, and never sends the code', async () => {
    Element.prototype.scrollIntoView = vi.fn();
    let answer = () => {};
    const gate = new Promise<void>((resolve) => (answer = resolve));
    const record = {
      id: 1,
      shortcode: 'troca',
      message: 'A troca é grátis em 30 dias.',
      isMedia: false,
      mediaUrl: null,
    };
    server.use(http.get('*/api/quick-messages/list', () => gate.then(() => HttpResponse.json([record]))));
    const { onSend, box, write, enter } = show(makeTicket({ id: 61 }));
    write('/troca');
    enter();
    answer();
    await waitFor(() => expect(box().value).toBe('A troca é grátis em 30 dias.'));
    expect(onSend).not.toHaveBeenCalled();
  });

  it('gives the next key to the text after Sussurro and Assinar', () => {
    const { box } = show();
    for (const name of ['Sussurro', 'Assinar']) {
      const toggle = screen.getByRole('button', { name });
      toggle.focus();
      fireEvent.click(toggle);
      expect(document.activeElement).toBe(box());
    }
  });

  it('whispers once, says so while it does, and keeps the quote for the answer', () => {
    const { onSend, onQuoteClear, write, enter } = show(makeTicket(), { quoted: makeMessage({ id: 7 }) });
    const band = () => screen.getAllByRole('status').map((each) => each.textContent);
    expect(band()).not.toContain('Sussurro ligado: só a equipe lê');
    fireEvent.click(screen.getByRole('button', { name: 'Sussurro' }));
    expect(band()).toContain('Sussurro ligado: só a equipe lê');
    expect(screen.getByRole('button', { name: 'Enviar sussurro' })).toBeTruthy();
    // spec: S036
    // Pink: red first, then blue, hardly any green.
    const field = screen.getByRole('textbox').closest('[data-whisper]') as HTMLElement;
    expect(getComputedStyle(field).background).toBe(color.whisper);
    for (const { whisper } of Object.values(palettes)) {
      const [red = '', green = '', blue = ''] = whisper.slice(1).match(/../g) ?? [];
      expect(red > blue && blue > green, whisper).toBe(true);
    }
    write('cliente VIP');
    enter();
    expect(onSend.mock.lastCall).toEqual([
      [{ body: 'Sussurro(Marina) cliente VIP', file: null, isPrivate: true }],
      null,
    ]);
    expect(onQuoteClear).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Sussurro', pressed: false })).toBeTruthy();
    write('já vejo');
    enter();
    expect(onSend.mock.lastCall?.[0]).toEqual([{ body: 'já vejo', file: null, isPrivate: false }]);
    expect(onSend.mock.lastCall?.[1]).toMatchObject({ id: 7 });
  });

  it('leaves a whisper a whisper when a file comes and goes, and says that the file is no secret', async () => {
    function WithFiles() {
      const { files, addFiles, takeFiles } = useAttachments(51);
      return (
        <Composer
          ticket={makeTicket({ id: 51 })}
          quoted={null}
          files={files}
          onQuoteClear={vi.fn()}
          onFilesAdd={addFiles}
          onFilesTake={takeFiles}
          onSend={onSend}
        />
      );
    }
    const onSend = vi.fn();
    renderSignedIn(<WithFiles />);
    const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /sussurro/ });
    fireEvent.click(screen.getByRole('button', { name: 'Sussurro' }));
    fireEvent.change(box(), { target: { value: 'não tem limite' } });
    const file = new File(['x'], 'nota.pdf', { type: 'application/pdf' });
    fireEvent.paste(box(), { clipboardData: { files: [file] } });
    expect(await screen.findByText('Os arquivos vão para o cliente; o sussurro fica guardado')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Tirar nota.pdf' }, { timeout: 10_000 }));
    fireEvent.keyDown(box(), { key: 'Enter' });
    expect(onSend).toHaveBeenCalledTimes(1);
    expect(onSend.mock.lastCall?.[0]).toMatchObject([{ body: 'Sussurro(Marina) não tem limite', isPrivate: true }]);
  });

  it('brings a whisper that was begun back as a whisper', () => {
    const { write, unmount } = show(makeTicket({ id: 46 }));
    fireEvent.click(screen.getByRole('button', { name: 'Sussurro' }));
    write('mau pagador');
    unmount();
    const { onSend, enter } = show(makeTicket({ id: 46 }));
    enter();
    expect(onSend.mock.lastCall?.[0]).toMatchObject([{ isPrivate: true }]);
    expect(isWhispered(46)).toBe(false);
  });

  // spec: S035 S101
  it('answers a message and lets the answer go with Escape', () => {
    const quoted = makeMessage({ id: 7, body: 'quando chega?' });
    const { onSend, onQuoteClear, box, write, enter } = show(makeTicket(), { quoted });
    expect(screen.getByText('quando chega?')).toBeTruthy();
    fireEvent.keyDown(box(), { key: 'Escape' });
    expect(onQuoteClear).toHaveBeenCalledTimes(1);
    write('hoje');
    enter();
    expect(onSend.mock.lastCall?.[1]).toMatchObject({ id: 7, body: 'quando chega?' });
  });

  // spec: S067
  it('clears the input and sends nothing while the ticket is pending', () => {
    const { onSend, write, enter } = show(makeTicket({ status: 'pending' }));
    write('oi');
    enter();
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('');
  });

  it('keeps what was begun as a draft of the ticket', () => {
    const { write, unmount } = show(makeTicket({ id: 44 }));
    write('volto já');
    unmount();
    const { box } = show(makeTicket({ id: 44 }));
    expect(box().value).toBe('volto já');
    show(makeTicket({ id: 45 }));
    expect(screen.getAllByRole<HTMLTextAreaElement>('textbox').at(-1)?.value).toBe('');
  });
});

// spec: S139
it('grows to five rows of text and no further', () => {
  const { box } = show();
  const { lineHeight, maxHeight, paddingTop, paddingBottom } = getComputedStyle(box());
  const inner = Number.parseFloat(maxHeight) - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
  expect(inner / Number.parseFloat(lineHeight)).toBe(5);
});

// spec: S036 S139
it('lists the quick messages of a slash by labels of 35 characters and an ellipsis', async () => {
  Element.prototype.scrollIntoView = vi.fn();
  const record = (id: number, shortcode: string, message: string) => ({ id, shortcode, message, isMedia: false });
  const long = record(1, 'prazo', 'A entrega leva de três a cinco dias úteis.');
  const records = [long, record(2, 'pix', 'Aceitamos.')];
  server.use(http.get('*/api/quick-messages/list', () => HttpResponse.json(records)));
  const { write } = show(makeTicket({ id: 62 }));
  write('/p');
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'prazo - A entrega leva de três a ci…',
    'pix - Aceitamos.',
  ]);
});
