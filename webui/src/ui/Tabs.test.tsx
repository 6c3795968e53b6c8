import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Tabs } from './Tabs';

const items = [
  { id: 'a', label: 'Abertos', count: 8 },
  { id: 'b', label: 'Fechados' },
  { id: 'c', label: 'Busca' },
] as const;

function Example() {
  const [selected, setSelected] = useState<'a' | 'b' | 'c'>('a');
  return <Tabs label="Estado" look="underlined" items={items} selected={selected} onSelect={setSelected} />;
}

describe('Tabs', () => {
  it('are walked with the keyboard, round and round, with one tab stop', () => {
    render(<Example />);
    const tab = (name: RegExp) => screen.getByRole('tab', { name });
    const isSelected = (name: RegExp) => tab(name).getAttribute('aria-selected') === 'true';
    fireEvent.keyDown(tab(/Abertos/), { key: 'ArrowLeft' });
    expect(isSelected(/Busca/)).toBe(true);
    expect(document.activeElement).toBe(tab(/Busca/));
    fireEvent.keyDown(tab(/Busca/), { key: 'ArrowRight' });
    expect(isSelected(/Abertos/)).toBe(true);
    fireEvent.keyDown(tab(/Abertos/), { key: 'End' });
    expect(isSelected(/Busca/)).toBe(true);
    expect(screen.getAllByRole('tab').filter((each) => each.tabIndex === 0)).toHaveLength(1);
  });
});
