import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { VariableChips } from './VariableChips';

// spec: S036
it('offers the five variables of messages, each as it stands in a text', () => {
  const onChoose = vi.fn();
  render(<VariableChips label="Variáveis" onChoose={onChoose} />);
  for (const chip of screen.getAllByRole('button')) fireEvent.click(chip);
  const all = ['{{firstName}}', '{{name}}', '{{ms}}', '{{protocol}}', '{{hora}}'];
  expect(onChoose.mock.calls.map(([placeholder]) => placeholder)).toEqual(all);
});
