import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepFocus } from './keepFocus';

const row = (name: string) => `<li><span>${name}</span><button>${name}</button></li>`;
const button = (name: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === name)!;
const later = () => vi.advanceTimersByTimeAsync(500);

let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<main id="main" tabindex="-1"><ul>${['a', 'b', 'c'].map(row).join('')}</ul></main><div id="over"></div>`;
  stop = keepFocus();
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
  vi.useRealTimers();
});

describe('the focus of what goes', () => {
  it('is had by the row that comes to its place', async () => {
    button('b').focus();
    button('b').closest('li')!.remove();
    expect(document.activeElement).toBe(document.body);
    await later();
    expect(document.activeElement).toBe(button('c'));
    button('c').closest('li')!.remove();
    await later();
    expect(document.activeElement).toBe(button('a'));
  });

  it('is had by what comes to its place also where it was barred first, as a button is while it is busy', async () => {
    button('b').focus();
    button('b').blur();
    button('b').disabled = true;
    await later();
    expect(document.activeElement).toBe(document.body);
    button('b').closest('li')!.remove();
    await later();
    expect(document.activeElement).toBe(button('c'));
  });

  it('is had by the page when nothing is left', async () => {
    button('b').focus();
    document.querySelector('ul')!.remove();
    await later();
    expect(document.activeElement?.id).toBe('main');
  });

  it('is had by what opened a dialog that went with its answer, or by what came to its place', async () => {
    const over = document.querySelector('#over')!;
    const ask = () => {
      over.innerHTML = '<button>Excluir</button>';
      button('Excluir').focus();
    };
    button('a').focus();
    ask();
    button('Excluir').remove();
    await later();
    expect(document.activeElement).toBe(button('a'));
    ask();
    button('a').closest('li')!.remove();
    button('Excluir').remove();
    await later();
    expect(document.activeElement).toBe(button('b'));
  });

  it('is had by the page where the answer to a dialog barred what opened it', async () => {
    button('a').focus();
    const over = document.querySelector('#over')!;
    over.innerHTML = '<button>Mudar de plano</button>';
    button('Mudar de plano').focus();
    button('a').disabled = true;
    button('Mudar de plano').remove();
    await later();
    expect(document.activeElement?.id).toBe('main');
  });

  it('stays where somebody puts it, and nowhere when he leaves or scrolls', async () => {
    button('a').focus();
    button('a').closest('li')!.remove();
    button('c').focus();
    await later();
    expect(document.activeElement).toBe(button('c'));
    button('c').blur();
    await later();
    button('c').closest('li')!.remove();
    await later();
    expect(document.activeElement).toBe(document.body);
    button('b').focus();
    document.querySelector('ul')!.dispatchEvent(new Event('scroll'));
    button('b').closest('li')!.remove();
    await later();
    expect(document.activeElement).toBe(document.body);
  });

  it('is had by the page when it was hidden at first', async () => {
    const list = document.querySelector('ul')!;
    Object.assign(button('b'), { checkVisibility: () => false });
    button('b').focus();
    button('b').blur();
    await later();
    list.remove();
    await later();
    expect(document.activeElement?.id).toBe('main');
  });

  it('is had by the page when the next one goes to where it was', async () => {
    const next = document.createElement('section');
    button('b').focus();
    document.querySelector('ul')!.replaceWith(next);
    next.dispatchEvent(new Event('scroll'));
    await later();
    expect(document.activeElement?.id).toBe('main');
  });

  it('is had by the row of a dialog that went with a scroll', async () => {
    const dialog = document.createElement('div');
    dialog.innerHTML = '<button>Mudar</button>';
    button('b').focus();
    document.body.append(dialog);
    button('Mudar').focus();
    document.querySelector('ul')!.dispatchEvent(new Event('scroll'));
    dialog.remove();
    button('b').closest('li')!.remove();
    await later();
    expect(document.activeElement).toBe(button('c'));
  });

  it('is had by what opened a dialog that a press beside it closes', async () => {
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    dialog.innerHTML = '<button>Salvar</button>';
    button('b').focus();
    document.body.append(dialog);
    button('Salvar').focus();
    button('Salvar').blur();
    await later();
    dialog.remove();
    await later();
    expect(document.activeElement).toBe(button('b'));
  });

  it('is had by the page when a bar above it goes, where nothing on the page had it before', async () => {
    const bar = document.createElement('aside');
    bar.innerHTML = '<button>Pular por agora</button>';
    document.body.prepend(bar);
    button('Pular por agora').focus();
    bar.remove();
    await later();
    expect(document.activeElement?.id).toBe('main');
  });

  it('is had by the next row where a press comes after a scroll', async () => {
    button('b').focus();
    document.querySelector('ul')!.dispatchEvent(new Event('scroll'));
    button('b').dispatchEvent(new Event('pointerdown', { bubbles: true }));
    button('b').closest('li')!.remove();
    await later();
    expect(document.activeElement).toBe(button('c'));
  });
});
