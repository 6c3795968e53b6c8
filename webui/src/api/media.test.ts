import { afterEach, expect, it, vi } from 'vitest';
import { fetchFile } from './media';

afterEach(() => vi.unstubAllGlobals());

// spec: S102
it('gets a stored file by its link, as if it had been chosen on this computer', async () => {
  const get = vi.fn(() => Promise.resolve({ ok: true, blob: () => Promise.resolve(new Blob(['%PDF-1.4'])) }));
  vi.stubGlobal('fetch', get);
  const file = await fetchFile('/media/abc', 'tabela.pdf', 'application/pdf');
  expect(get.mock.calls).toEqual([['/media/abc']]);
  expect([file.name, file.type, file.size]).toEqual(['tabela.pdf', 'application/pdf', 8]);
});

// spec: S102
it('makes no file of a refusal', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"error":"ERR_NOT_FOUND"}', { status: 404 })));
  await expect(fetchFile('/media/gone', 'tabela.pdf', 'application/pdf')).rejects.toMatchObject({ status: 404 });
});
