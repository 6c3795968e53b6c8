import { i18n } from '@lingui/core';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderSignedIn } from '@/dev/signedIn';
import { setLocale } from '@/state/locale';
import { LocaleSync } from './LocaleSync';
import { AccountMenu } from './shell/AccountMenu';

afterEach(() => {
  act(() => setLocale('pt'));
  i18n.activate('pt');
});

// spec: S006 S143
it('speaks Portuguese, and from then on the language that is chosen in the account menu', async () => {
  renderSignedIn(
    <>
      <LocaleSync />
      <AccountMenu />
    </>,
  );
  await waitFor(() => expect(document.documentElement.lang).toBe('pt-BR'));
  for (const [before, name, lang, after] of [
    ['Conta', 'English', 'en', 'Account'],
    ['Account', 'Español', 'es', 'Cuenta'],
    ['Cuenta', 'Português (BR)', 'pt-BR', 'Conta'],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name: before }));
    fireEvent.click(await screen.findByRole('menuitemradio', { name }));
    expect(await screen.findByRole('button', { name: after })).toBeTruthy();
    expect(document.documentElement.lang).toBe(lang);
    expect(localStorage.getItem('locale')).toBe(lang.slice(0, 2));
  }
});
