import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guardClicks } from './clickGuard';

let stop = () => {};
let clicked: string[] = [];
let now = 0;

beforeEach(() => {
  clicked = [];
  now = 10_000;
  document.body.innerHTML = '';
  stop = guardClicks(window);
});
afterEach(() => stop());

function makeButton(name: string, more: { onClick?: () => void; parent?: Element } = {}): HTMLButtonElement {
  const button = document.createElement('button');
  button.textContent = name;
  button.addEventListener('click', () => {
    clicked.push(button.textContent ?? '');
    more.onClick?.();
  });
  (more.parent ?? document.body).append(button);
  return button;
}

interface Spot {
  x?: number;
  y?: number;
  afterMs?: number;
  type?: 'mouse' | 'touch';
}

function fire(target: Element, kind: string, { x = 100, y = 100, type = 'mouse' }: Spot): void {
  const init = {
    bubbles: true,
    cancelable: true,
    clientX: x,
    clientY: y,
    detail: 1,
    isPrimary: true,
    pointerType: type,
  };
  const event = kind.startsWith('pointer') ? new PointerEvent(kind, init) : new MouseEvent(kind, init);
  Object.defineProperty(event, 'timeStamp', { value: now });
  target.dispatchEvent(event);
}

/** Everything that a click of a pointer sets off, on what lies under it now. */
function click(target: Element, spot: Spot = {}): void {
  now += spot.afterMs ?? 0;
  for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) fire(target, kind, spot);
}

// Each of these fails without the guard, except where it says that a click goes through.
describe('the second half of a double click', () => {
  it('does not reach the row that has taken the place of the one that went', () => {
    const next = makeButton('Aceitar Bruno');
    const first = makeButton('Aceitar Ana', { onClick: () => first.remove() });
    click(first);
    click(next, { afterMs: 350 });
    expect(clicked).toEqual(['Aceitar Ana']);
  });

  it('neither closes the layer that the first opened, nor falls through one that it closed', () => {
    const pressed: string[] = [];
    const backdrop = document.createElement('div');
    document.body.append(backdrop);
    document.addEventListener('pointerdown', (event) => event.target === backdrop && pressed.push('outside'));
    click(makeButton('Transferir'));
    click(backdrop, { afterMs: 200 });
    expect(pressed).toEqual([]);

    click(backdrop, { afterMs: 1_000 });
    expect(pressed).toEqual(['outside']);
    click(makeButton('Encerrar'), { afterMs: 90 });
    expect(clicked).toEqual(['Transferir']);
  });

  it('leaves a menu open on whose button it lands', () => {
    const opener = makeButton('Filas', { onClick: () => (opener.ariaExpanded = 'true') });
    opener.ariaHasPopup = 'menu';
    click(opener);
    click(opener, { afterMs: 200 });
    expect(clicked).toEqual(['Filas']);
    click(opener, { afterMs: 600 });
    expect(clicked).toEqual(['Filas', 'Filas']);
  });

  it('is ignored also when the layer comes while the button is down', () => {
    const under = makeButton('Encerrar');
    const item = makeButton('Encaminhar');
    click(item);
    now += 100;
    fire(item, 'pointerdown', {});
    fire(item, 'pointerup', {});
    fire(under, 'click', {});
    expect(clicked).toEqual(['Encaminhar']);
  });

  it('is one also for a finger, which wanders more', () => {
    const [first, next] = [makeButton('Excluir 1'), makeButton('Excluir 2')];
    click(first, { type: 'touch' });
    click(next, { afterMs: 250, type: 'touch', x: 115, y: 90 });
    expect(clicked).toEqual(['Excluir 1']);
  });
});

describe('what is meant goes through', () => {
  it('on one control as fast as anybody likes, whatever part of it is hit', () => {
    const button = makeButton('Próximo');
    const icon = button.appendChild(document.createElement('span'));
    for (const [index, part] of [button, icon, button].entries()) {
      click(part, { afterMs: 60 });
      button.ariaLabel = `Página ${index}`;
    }
    expect(clicked).toHaveLength(3);
  });

  it('on other controls to which the pointer was moved', () => {
    const filters = ['Vendas', 'Suporte', 'Fila'].map((name) => makeButton(name));
    for (const [index, filter] of filters.entries()) click(filter, { afterMs: 80, x: 100 + index * 40 });
    expect(clicked).toEqual(['Vendas', 'Suporte', 'Fila']);
  });

  it('after half a second, and then on what has moved there, one by one', () => {
    const rows = ['1', '2', '3'].map((name) => makeButton(name));
    for (const row of rows) click(row, { afterMs: 600 });
    expect(clicked).toEqual(['1', '2', '3']);
  });

  it('from the keyboard, from a label to its field and from a script', () => {
    const [first, next] = [makeButton('Ana'), makeButton('Bruno')];
    click(first);
    next.click();
    const label = document.createElement('label');
    const field = label.appendChild(document.createElement('input'));
    field.type = 'checkbox';
    document.body.append(label);
    click(label, { afterMs: 600 });
    expect(clicked).toEqual(['Ana', 'Bruno']);
    expect(field.checked).toBe(true);
  });

  it('when the pointer was dragged before it', () => {
    const [text, button] = [document.createElement('p'), makeButton('Copiar')];
    document.body.append(text);
    fire(text, 'pointerdown', { x: 20 });
    fire(text, 'pointerup', { x: 100 });
    click(button, { afterMs: 100 });
    expect(clicked).toEqual(['Copiar']);
  });
});
