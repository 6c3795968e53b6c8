import { i18n } from '@lingui/core';
import { afterEach, expect, it } from 'vitest';
import { money } from './money';

afterEach(() => i18n.activate('pt'));

// spec: A140
it.each(['pt', 'en', 'es'])('writes a price as in Brazil, whoever reads it (%s)', (language) => {
  i18n.activate(language);
  expect(money(1349.5)).toMatch(/^R\$\s1\.349,50$/);
});
