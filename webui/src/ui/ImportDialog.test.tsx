import { useMutation } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ImportPreview } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import { ImportDialog } from './ImportDialog';

const nothing = () => undefined;

function Import() {
  const preview = useMutation<ImportPreview, unknown, File>({ mutationFn: () => new Promise(nothing) });
  const run = useMutation<object, unknown, File>({ mutationFn: () => new Promise(nothing) });
  return (
    <ImportDialog
      title="Importar"
      hint="planilha"
      known=""
      preview={preview}
      run={run}
      onDone={nothing}
      onClose={nothing}
    />
  );
}

// spec: A090
it('takes .xls and .xlsx files of contacts', async () => {
  renderSignedIn(<Import />);
  const input = await screen.findByLabelText('Escolher ou soltar um arquivo', { selector: 'input' });
  const accept = input.getAttribute('accept');
  for (const ending of ['.xls', '.xlsx']) expect(accept?.split(',')).toContain(ending);
});
