// What is kept of a journey that failed: a picture of each page, its console, the reasons and the server's log.
import { readFile, writeFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';

/** Keeps it in the folder of this try, beside what Playwright keeps there, and names it in the result. */
export async function keepEvidence(info, { pages, complaints, serverLogPath }) {
  async function keep(file, contentType, content) {
    const path = info.outputPath(file);
    await writeFile(path, content);
    info.attachments.push({ name: file, path, contentType });
  }

  const reasons = [...info.errors.map((error) => error.stack ?? error.message), ...complaints];
  await keep('reasons.txt', 'text/plain', stripVTControlCharacters(reasons.join('\n\n')));
  for (const [index, page] of pages.entries()) {
    await keep(`page-${index + 1}.console.log`, 'text/plain', page.log.join('\n'));
    if (page.isClosed()) continue;
    const picture = await page.screenshot().catch(() => null);
    if (picture) await keep(`page-${index + 1}.png`, 'image/png', picture);
  }
  const log = serverLogPath ? await readFile(serverLogPath).catch(() => null) : null;
  if (log) await keep('server.log', 'text/plain', log);
}
