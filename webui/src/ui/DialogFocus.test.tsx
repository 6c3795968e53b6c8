import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Dialog } from './Dialog';

describe('a dialog with a form', () => {
  it('begins behind what stands in its first field', async () => {
    render(
      <Dialog isOpen title="Editar" onClose={() => undefined}>
        <textarea defaultValue="Chega na terça" />
      </Dialog>,
    );
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', undefined, { timeout: 10_000 });
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.selectionStart).toBe('Chega na terça'.length);
  });

  it('takes a field without a cursor as it is', async () => {
    render(
      <Dialog isOpen title="Data" onClose={() => undefined}>
        <input type="date" aria-label="Dia" />
      </Dialog>,
    );
    const field = await screen.findByLabelText('Dia', undefined, { timeout: 10_000 });
    await waitFor(() => expect(document.activeElement).toBe(field));
  });
});
