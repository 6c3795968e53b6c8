import { useMutation } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ImportPreview } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import { ImportDialog } from './ImportDialog';

const nothing = () => undefined;
const READY: ImportPreview = { count: 2, ready: 2, problems: [], rows: [] };

interface Calls {
  look?: (file: File) => Promise<ImportPreview>;
  bring?: (file: File) => Promise<string>;
  onDone?: (done: readonly string[]) => void;
}

function Import({ look = () => new Promise(nothing), bring = () => new Promise(nothing), onDone = nothing }: Calls) {
  const preview = useMutation<ImportPreview, unknown, File>({ mutationFn: look });
  const run = useMutation<string, unknown, File>({ mutationFn: bring });
  return (
    <ImportDialog
      title="Importar"
      hint="planilha"
      known=""
      preview={preview}
      run={run}
      onDone={onDone}
      onClose={nothing}
    />
  );
}

const input = () => screen.findByLabelText<HTMLInputElement>('Escolher ou soltar um arquivo', { selector: 'input' });
const sheet = (name: string) => new File(['nome;numero'], name, { type: 'text/csv' });

// spec: A090
it('takes .xls and .xlsx files of contacts', async () => {
  renderSignedIn(<Import />);
  const accept = (await input()).getAttribute('accept');
  for (const ending of ['.xls', '.xlsx']) expect(accept?.split(',')).toContain(ending);
});

// Without the mend a second press or file came in before the first was drawn as running, and its outcome was never told.
it('has one outcome, also when a second file is chosen while the first is imported', async () => {
  const look = vi.fn(() => Promise.resolve(READY));
  let end: { resolve: (done: string) => void; reject: (failure: Error) => void } | undefined;
  const bring = vi.fn<(file: File) => Promise<string>>(
    () => new Promise((resolve, reject) => void (end = { resolve, reject })),
  );
  const onDone = vi.fn();
  renderSignedIn(<Import look={look} bring={bring} onDone={onDone} />);
  const field = await input();
  const choose = (file: File) => fireEvent.change(field, { target: { files: [file] } });
  const drop = (file: File) => fireEvent.drop(field, { dataTransfer: { files: [file] } });
  const imported = () => bring.mock.calls.map(([file]) => file.name);

  choose(sheet('clientes.csv'));
  const button = await screen.findByRole('button', { name: 'Importar 2 contatos' });
  await act(async () => {
    button.click();
    button.click();
    drop(sheet('fornecedores.csv'));
  });
  choose(sheet('fornecedores.csv'));
  drop(sheet('fornecedores.csv'));
  expect([imported(), look.mock.calls.length]).toEqual([['clientes.csv'], 1]);
  expect(screen.queryByText('fornecedores.csv')).toBeNull();
  await act(async () => end?.resolve('2 novos'));
  expect(onDone.mock.calls).toEqual([[['2 novos']]]);
});

it('takes another file after an import that failed', async () => {
  const bring = vi.fn(() => Promise.reject(new Error('lost')));
  renderSignedIn(<Import look={() => Promise.resolve(READY)} bring={bring} />);
  const field = await input();
  for (const name of ['clientes.csv', 'fornecedores.csv']) {
    fireEvent.change(field, { target: { files: [sheet(name)] } });
    fireEvent.click(await screen.findByRole('button', { name: 'Importar 2 contatos' }));
    await screen.findByText(/^Ocorreu um erro/);
  }
  expect(bring).toHaveBeenCalledTimes(2);
});
