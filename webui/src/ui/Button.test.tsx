import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Button } from './Button';

const button = () => screen.getByRole('button', { name: 'Salvar' });

describe('a button that is busy', () => {
  it('keeps the focus and takes no clicks', () => {
    const [onClick, onRow] = [vi.fn(), vi.fn()];
    const row = (isBusy: boolean) => (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
      <div onClick={onRow}>
        <Button isBusy={isBusy} onClick={onClick}>
          Salvar
        </Button>
      </div>
    );
    const { rerender } = render(row(false));
    button().focus();
    fireEvent.click(button());
    rerender(row(true));
    expect(document.activeElement).toBe(button());
    expect(button().getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button());
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(onRow).toHaveBeenCalledTimes(1);
    rerender(row(false));
    fireEvent.click(button());
    expect(onClick).toHaveBeenCalledTimes(2);
  });

  it('sends no form', () => {
    const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
    const form = (isBusy: boolean) => (
      <form onSubmit={onSubmit}>
        <Button type="submit" isBusy={isBusy}>
          Salvar
        </Button>
      </form>
    );
    const { rerender } = render(form(true));
    fireEvent.click(button());
    expect(onSubmit).not.toHaveBeenCalled();
    rerender(form(false));
    fireEvent.click(button());
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });
});
