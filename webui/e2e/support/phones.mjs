// A network of phones that is not ours (tests/paired/peer), for numbers that are paired by a code.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';

const folder = fileURLToPath(new URL('../../../tests/paired/peer/', import.meta.url));

/** Starts it where the server looks for WhatsApp; it ends with its standard input. */
export async function startPhones(port) {
  const child = spawn('node', ['main.mjs', String(port)], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await Promise.race([
    createInterface({ input: child.stdout })
      [Symbol.asyncIterator]()
      .next()
      .then(({ value }) => [value]),
    new Promise((_, reject) => {
      child.once('exit', () => reject(new Error('the phones did not start: scripts/install-test-peers installs them')));
    }),
  ]);
  const { control } = JSON.parse(line);
  return {
    /** Has a phone do something, as tests/paired/peer/verbs.mjs names it. */
    async run(verb, asked) {
      const answer = await globalThis.fetch(`${control}/${verb}`, {
        method: 'POST',
        body: JSON.stringify(asked),
      });
      const said = await answer.json();
      if (!answer.ok) throw new Error(`${verb}: ${said.error}`);
      return said;
    },
    stop: () => child.stdin.end(),
  };
}
