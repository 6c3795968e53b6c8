import { useMutation } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderSignedIn } from '@/dev/signedIn';
import { ConfirmDialog } from './ConfirmDialog';

let answers: { resolve: () => void; reject: (failure: Error) => void }[] = [];
const onDelete = vi.fn(() => new Promise<void>((resolve, reject) => void answers.push({ resolve, reject })));

beforeEach(() => {
  answers = [];
  onDelete.mockClear();
});

function Deleting() {
  const [isAsking, setIsAsking] = useState(true);
  const remove = useMutation({ mutationFn: onDelete, onSuccess: () => setIsAsking(false) });
  return (
    <>
      <button onClick={() => setIsAsking(true)}>another</button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Excluir a tarefa?"
        text="Isso não pode ser desfeito."
        confirmLabel="Excluir"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

const button = () => screen.findByRole('button', { name: 'Excluir' });
/** Both presses reach the button before anything is drawn again, as on a machine that is very slow. */
const pressTwice = async () => {
  const confirm = await button();
  await act(async () => {
    confirm.click();
    confirm.click();
  });
};
const nextTurn = () => act(() => new Promise((resolve) => void setTimeout(resolve)));

// All of these fail without the mend.
it('confirms once for two presses before it is drawn as busy', async () => {
  renderSignedIn(<Deleting />);
  await pressTwice();
  expect(onDelete).toHaveBeenCalledOnce();
});

it('can be confirmed again after a failure, whether or not it was drawn as busy', async () => {
  renderSignedIn(<Deleting />);
  await pressTwice();
  await act(async () => answers[0]?.reject(new Error('lost')));
  onDelete.mockRejectedValueOnce(new Error('refused at once'));
  await pressTwice();
  expect(onDelete).toHaveBeenCalledTimes(2);
  await nextTurn();
  await pressTwice();
  expect(onDelete).toHaveBeenCalledTimes(3);
});

it('is asked anew each time, and hears nothing while it fades away', async () => {
  renderSignedIn(<Deleting />);
  const confirm = await button();
  await pressTwice();
  await act(async () => answers[0]?.resolve());
  await act(async () => confirm.click());
  expect(onDelete).toHaveBeenCalledOnce();
  await act(async () => screen.getByText('another').click());
  await pressTwice();
  expect(onDelete).toHaveBeenCalledTimes(2);
});
