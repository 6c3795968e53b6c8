// The real server with demo data, in a folder of its own and on free ports.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './until.mjs';

const START_MS_MAX = 60_000;
const STOP_MS_MAX = 10_000;

async function freePort() {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

async function stopProcess(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
  await ended;
  clearTimeout(timer);
}

/** Starts the server and waits until it is ready; returns {base, operator, graphPort, phonesPort, logPath, stop, restart}. */
export async function startServer() {
  if (process.env.GUICHE_URL && process.env.GUICHE_OPERATOR_URL) {
    return {
      base: process.env.GUICHE_URL,
      operator: process.env.GUICHE_OPERATOR_URL,
      logPath: null,
      async stop() {},
    };
  }
  const binary = process.env.GUICHE_BIN ?? fileURLToPath(new URL('../../../target/debug/guiche', import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), 'guiche-e2e-'));
  const logPath = join(folder, 'server.log');
  const [port, operatorPort] = [await freePort(), await freePort()];
  const [graphPort, phonesPort] = [await freePort(), await freePort()];
  const base = `http://127.0.0.1:${port}`;
  const operator = `http://127.0.0.1:${operatorPort}`;
  const dataFolder = join(folder, 'data');
  const log = createWriteStream(logPath);
  let child = null;
  process.once('exit', () => child?.kill('SIGKILL'));

  async function start() {
    const started = spawn(binary, ['serve', '--demo'], {
      cwd: folder,
      env: {
        ...process.env,
        GUICHE__DATA_DIR: dataFolder,
        // nothing here may reach WhatsApp: ports where nobody listens but a journey
        GUICHE__WHATSAPP__WEB_URL: `ws://127.0.0.1:${phonesPort}/ws/chat`,
        GUICHE__WHATSAPP__GRAPH_URL: `http://127.0.0.1:${graphPort}`,
        // where journeys stand for services of others
        GUICHE__INTEGRATIONS__OWN_HOSTS: '127.0.0.2',
        GUICHE__HTTP__PORT: String(port),
        GUICHE__OPERATOR__PORT: String(operatorPort),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    started.stdout.pipe(log, { end: false });
    started.stderr.pipe(log, { end: false });
    let startError = null;
    started.on('error', (error) => (startError = error));
    await until(
      async () => {
        if (startError || started.exitCode !== null) return true;
        return (await globalThis.fetch(`${operator}/readyz`)).ok;
      },
      { what: `${operator}/readyz`, deadlineMs: START_MS_MAX },
    );
    if (startError) throw startError;
    if (started.exitCode !== null) throw new Error(`the server ended with code ${started.exitCode}`);
  }

  async function stop() {
    if (child?.pid !== undefined) await stopProcess(child);
    log.end();
    await rm(folder, { recursive: true, force: true });
  }

  /**
   * Lets the demo's companies be closed at all hours without a notice: their bot says nothing, so that journeys of other
   * things find only what they did. A journey of the bot sets `scheduleType` to `disabled`.
   */
  async function close() {
    for (const [email, password] of [
      ['admin@aurora.example', 'Aurora123'],
      ['admin@vida.example', 'Vida1234'],
    ]) {
      const call = async (path, method, body, token) => {
        const answer = await globalThis.fetch(`${base}/api${path}`, {
          method,
          headers: {
            'content-type': 'application/json',
            ...(token && { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify(body),
        });
        if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
        return answer.json();
      };
      const { token, user } = await call('/auth/login', 'POST', { email, password });
      await call(`/companies/${user.companyId}/schedules`, 'PUT', { schedules: [] }, token);
      await call('/settings/scheduleType', 'PUT', { value: 'company' }, token);
    }
  }

  try {
    await start();
    await close();
  } catch (error) {
    console.error(await readFile(logPath, 'utf8').catch(() => ''));
    await stop();
    throw error;
  }
  return {
    base,
    operator,
    graphPort,
    phonesPort,
    logPath,
    stop,
    /** Stops it, lets `change` work on the folder of its data, and starts it again under the same address. */
    async restart(change) {
      child.kill('SIGKILL');
      await once(child, 'exit');
      await change(dataFolder);
      await start();
    },
  };
}
