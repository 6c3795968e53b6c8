import * as streams from 'node:stream/web';
import { cleanup, configure } from '@testing-library/react';
import { i18n } from '@lingui/core';
import { afterAll, afterEach, vi } from 'vitest';
import allMessages from 'virtual:all-messages';

// Browsers have these, and jsdom does not.
for (const name of ['ReadableStream', 'WritableStream', 'TransformStream'] as const) {
  if (!(name in globalThis)) vi.stubGlobal(name, streams[name]);
}

// Every text, in every language, is there before a test runs.
for (const [language, messages] of Object.entries(allMessages)) i18n.load(language, messages);
i18n.activate('pt');

// A busy machine may take its time; a test that waits polls until then.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});

// Parts that load later may still be on their way when the last test of a file has ended.
afterAll(() => vi.dynamicImportSettled());
