import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '@/ui/toast';
import { guardInputs } from './inputGuards';

let end = () => {};
beforeEach(() => {
  end = guardInputs();
});
afterEach(() => end());

const dragged = (types: string[]) => ({ dataTransfer: { types, dropEffect: 'copy' } });

describe('files dropped beside the places that take them', () => {
  // Without the mend the browser opened the file in place of the application.
  it('do nothing', () => {
    expect(fireEvent.dragOver(document.body, dragged(['Files']))).toBe(false);
    expect(fireEvent.drop(document.body, dragged(['Files']))).toBe(false);
  });

  it('are left to those who take them, and so are texts', () => {
    render(<p>here</p>);
    const place = screen.getByText('here');
    place.addEventListener('dragover', (event) => event.preventDefault());
    const event = dragged(['Files']);
    fireEvent.dragOver(place, event);
    expect(event.dataTransfer.dropEffect).toBe('copy');
    expect(fireEvent.drop(document.body, dragged(['text/plain']))).toBe(true);
  });
});

describe('a text over the limit of its field', () => {
  const put = (field: HTMLElement, data: string) =>
    fireEvent(field, new InputEvent('beforeinput', { data, bubbles: true, cancelable: true }));

  // Without the mend the rest of a pasted text was missing, and nothing said so.
  it('is said, once for many keys', () => {
    const warned = vi.spyOn(toast, 'warning').mockImplementation(() => undefined);
    render(<textarea maxLength={5} defaultValue="abc" />);
    const field = screen.getByRole<HTMLTextAreaElement>('textbox');
    field.setSelectionRange(3, 3);
    put(field, 'de');
    expect(warned).not.toHaveBeenCalled();
    put(field, 'def');
    put(field, 'defg');
    expect(warned.mock.calls).toEqual([['O texto passa de 5 caracteres; o que sobrou ficou de fora.']]);
  });

  it('is none where what is replaced makes room, or where there is no limit', () => {
    const warned = vi.spyOn(toast, 'warning').mockImplementation(() => undefined);
    warned.mockClear();
    render(
      <>
        <textarea maxLength={5} defaultValue="abcde" />
        <input defaultValue="abcde" />
      </>,
    );
    const [field, free] = screen.getAllByRole<HTMLTextAreaElement>('textbox');
    field?.setSelectionRange(0, 5);
    if (field) put(field, 'vwxyz');
    if (free) put(free, 'a'.repeat(5000));
    expect(warned).not.toHaveBeenCalled();
  });
});
