import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ticket } from '@/api/types';
import { makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { record } from '@/lib/recorder/recorder';
import { toast } from '@/ui/toast';
import { Composer } from './Composer';

vi.mock('@/lib/recorder/recorder');

const begun = { finish: vi.fn<() => Promise<File | null>>(), discard: vi.fn() };
beforeEach(() => void vi.mocked(record).mockResolvedValue(begun));
afterEach(() => vi.clearAllMocks());

function show(ticket: Ticket = makeTicket()) {
  const onSend = vi.fn();
  const onFilesAdd = vi.fn();
  const { container } = renderSignedIn(
    <Composer
      ticket={ticket}
      quoted={null}
      files={[]}
      onQuoteClear={vi.fn()}
      onFilesAdd={onFilesAdd}
      onFilesTake={vi.fn()}
      onSend={onSend}
    />,
  );
  return { container, onSend, onFilesAdd };
}

async function press(name: string) {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  fireEvent.click(button);
}
const bar = () => screen.queryByRole('group', { name: 'Gravação de áudio' });

describe('a recording', () => {
  const file = new File(['x'], 'audio.mp3', { type: 'audio/mpeg' });

  // spec: S036 S138
  it('takes the place of the text, and goes to the customer', async () => {
    begun.finish.mockResolvedValue(file);
    const { onSend } = show();
    await press('Gravar áudio');
    await waitFor(() => expect(bar()).toBeTruthy());
    expect(screen.queryByRole('textbox')).toBeNull();
    await press('Enviar a gravação');
    await waitFor(() => expect(onSend).toHaveBeenCalledTimes(1));
    expect(onSend.mock.calls).toEqual([[[{ body: '', file, isPrivate: false, isVoice: true }], null]]);
    await waitFor(() => expect(screen.getByRole('textbox')).toBeTruthy());
  });

  // spec: S079
  it('that is too short is discarded with a word', async () => {
    begun.finish.mockResolvedValue(null);
    const said = vi.spyOn(toast, 'info').mockReturnValue();
    const { onSend } = show();
    await press('Gravar áudio');
    await press('Enviar a gravação');
    await waitFor(() => expect(said.mock.calls).toEqual([['Gravação muito curta, descartada.']]));
    await waitFor(() => expect(bar()).toBeNull());
    expect(onSend).not.toHaveBeenCalled();
  });

  // spec: S036
  it('that is thought better of is forgotten', async () => {
    const { onSend } = show();
    await press('Gravar áudio');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Enviar a gravação' })).toHaveProperty('disabled', false),
    );
    await press('Descartar a gravação');
    expect(begun.discard).toHaveBeenCalled();
    expect(begun.finish).not.toHaveBeenCalled();
    expect(onSend).not.toHaveBeenCalled();
  });

  // spec: S067
  it('is not sent while the ticket waits', async () => {
    begun.finish.mockResolvedValue(file);
    const { onSend } = show(makeTicket({ status: 'pending' }));
    await press('Gravar áudio');
    await press('Enviar a gravação');
    await waitFor(() => expect(bar()).toBeNull());
    expect(onSend.mock.calls.flatMap(([pieces]) => pieces as unknown[])).toEqual([]);
  });
});

// spec: S036
it('takes the files that its clip is asked for', () => {
  const { container, onFilesAdd } = show();
  const picker = container.querySelector<HTMLInputElement>('input[type=file]');
  const opened = vi.fn();
  picker?.addEventListener('click', opened);
  fireEvent.click(screen.getByRole('button', { name: 'Anexar arquivos' }));
  expect(opened).toHaveBeenCalledTimes(1);
  const files = [new File(['x'], 'nota.pdf'), new File(['y'], 'foto.png')];
  fireEvent.change(picker as HTMLInputElement, { target: { files } });
  expect(onFilesAdd.mock.calls).toEqual([[files]]);
});
