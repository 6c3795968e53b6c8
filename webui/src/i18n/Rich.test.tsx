import { render } from '@testing-library/react';
import { i18n } from '@lingui/core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { errorText } from './errorText';
import { Rich } from './Rich';

beforeAll(() => i18n.load('pt', { 'shell.greeting': ['Olá <b>', ['name'], '</b>!'] }));

describe('rich texts', () => {
  it('set the marked parts in bold', () => {
    const { container } = render(<Rich id="shell.greeting" values={{ name: 'Marina' }} />);
    expect(container.innerHTML).toContain('<b>Marina</b>');
  });

  it('never read a value as a tag', () => {
    const { container } = render(<Rich id="shell.greeting" values={{ name: '</b><img src=x>' }} />);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toBe('Olá </b><img src=x>!');
  });
});

// spec: S114
describe('error texts', () => {
  afterEach(() => i18n.activate('pt'));

  it('come from the code, or are the general one', () => {
    expect(errorText({ code: 'ERR_INVALID_CREDENTIALS' })).toMatch(/incorretos/);
    expect(errorText('ERR_NO_PERMISSION')).toMatch(/permissão/);
    expect(errorText({ code: 'ERR_BRAND_NEW' })).toMatch(/Ocorreu um erro/);
    expect(errorText(new Error('x'))).toMatch(/Ocorreu um erro/);
  });

  it('begin in English as the specification says, where there is no other', () => {
    i18n.activate('en');
    expect(errorText('ERR_BRAND_NEW')).toMatch(/^An error occurred!/);
  });
});
