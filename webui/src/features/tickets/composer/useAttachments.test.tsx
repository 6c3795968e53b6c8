import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchFile } from '@/api/media';
import type { QuickMessage } from '@/api/types';
import { makeMessage } from '@/dev/fixtures';
import { makeUser } from '@/dev/signedIn';
import { currentComposing } from '@/state/composing';
import { currentDraft } from '@/state/drafts';
import { signIn, signOut } from '@/state/session';
import { toast } from '@/ui/toast';
import { useAttachments } from './useAttachments';
import { useQuickReply } from './useQuickReply';

vi.mock('@/api/media', () => ({ fetchFile: vi.fn() }));

const files = (count: number) => Array.from({ length: count }, (_, index) => new File(['x'], `${index}.pdf`));
const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const names = (ticketId: number) => currentComposing(ticketId).files.map(({ file }) => file.name);

beforeEach(() => signIn({ token: 't', user: makeUser() }));
afterEach(() => act(() => signOut()));

// Without the mend all of it was gone as soon as another conversation was opened.
describe('files, captions and quote', () => {
  it('stay with their ticket while another is read, hold the page, and go with the sign-out', () => {
    const one = renderHook(() => useAttachments(1));
    act(() => one.result.current.addFiles(files(1), 'A nota'));
    act(() => one.result.current.quote(makeMessage({ id: 7 })));
    one.unmount();
    const other = renderHook(() => useAttachments(2));
    expect([other.result.current.files, other.result.current.quoted]).toEqual([[], null]);
    other.unmount();
    const again = renderHook(() => useAttachments(1));
    expect(again.result.current.files).toMatchObject([{ caption: 'A nota' }]);
    expect(again.result.current.quoted?.id).toBe(7);
    expect(asksBeforeLeaving()).toBe(true);
    act(() => signOut());
    expect(again.result.current.files).toEqual([]);
    expect(asksBeforeLeaving()).toBe(false);
  });

  it('say what is too many', () => {
    const warned = vi.spyOn(toast, 'warning');
    const { result } = renderHook(() => useAttachments(1));
    act(() => result.current.addFiles(files(40)));
    expect(result.current.files).toHaveLength(30);
    expect(warned).toHaveBeenCalledWith('10 arquivos ficaram de fora: vão até 30 por vez.');
  });
});

describe('a quick message with a file', () => {
  const record = { message: 'Segue a tabela', mediaUrl: '/media/1', mediaName: 'tabela.pdf' } as QuickMessage;

  // Without the mend leaving the conversation while it was fetched lost it, and nothing said that it was on its way.
  it('is on its way visibly and arrives at its ticket, also when that was left', async () => {
    let arrive: (file: File) => void = () => undefined;
    vi.mocked(fetchFile).mockReturnValue(
      new Promise((resolve) => {
        arrive = resolve;
      }),
    );
    const reply = renderHook(() => useQuickReply(3, vi.fn(), () => ''));
    act(() => reply.result.current(record, vi.fn()));
    expect(currentComposing(3).fetching).toBe(1);
    reply.unmount();
    await act(async () => arrive(new File(['x'], 'tabela.pdf')));
    expect(names(3)).toEqual(['tabela.pdf']);
    expect(currentComposing(3)).toMatchObject({ fetching: 0, files: [{ caption: 'Segue a tabela' }] });
  });

  it('leaves its words behind those written meanwhile when the file does not come', async () => {
    vi.mocked(fetchFile).mockRejectedValue(new TypeError('no'));
    const setText = vi.fn();
    const reply = renderHook(() => useQuickReply(4, setText, () => 'Bom dia'));
    act(() => reply.result.current(record, vi.fn()));
    await waitFor(() => expect(setText).toHaveBeenLastCalledWith('Bom dia\nSegue a tabela'));
    expect(currentDraft(4)).toBe('Bom dia\nSegue a tabela');
  });
});
