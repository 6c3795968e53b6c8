// spec: S069 S070 S113
import { setTimeout as pause } from 'node:timers/promises';
import { test } from '../support/test.mjs';

/** How long the cable stays out. */
const CUT_MS = 5_000;

test('after five seconds without network nothing is missing and nothing is doubled', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  write,
  people,
  see,
  gone,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.marina, { hasCable: true });
  page.expectErrors(/net::ERR_/, /WebSocket connection .* failed/);
  const parts = partsOf(page);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const [known, stranger] = [simulator.newCustomer('Sandra'), simulator.newCustomer('Otávio')];
  await simulator.say(connection, { ...known, body: 'Antes do corte' });
  await accept(page, known.pushName);
  await parts.tab('Aguardando').click();
  await write(page, 'Já vou ver');

  await page.setNetwork(false);
  const cutAt = performance.now();
  const bodies = Array.from({ length: 5 }, (_, index) => `Durante o corte ${index + 1}`);
  for (const body of bodies) await simulator.say(connection, { ...known, body });
  await simulator.say(connection, { ...stranger, body: 'Alguém aí?' });
  // an answer written meanwhile is shown at once, and as not sent
  const answer = `Escrita sem rede (${known.from})`;
  await write(page, answer);
  await see(parts.message(answer).getByText('Não enviada.'));
  await see(page.getByText('Sem conexão. Tentando reconectar…'));
  // the length of the cut is what is tested here
  await pause(Math.max(0, CUT_MS - (performance.now() - cutAt)));
  await page.setNetwork(true);

  await until(async () => (await parts.message('Durante o corte').count()) === bodies.length, {
    what: 'all messages of the cut',
    deadlineMs: 20_000,
  });
  const shown = await parts.message('Durante o corte').allInnerTexts();
  for (const [index, body] of bodies.entries()) assert.ok(shown[index].includes(body), `${body} in its place`);
  await see(parts.ticket(stranger.pushName));
  await gone(page.getByText('Sem conexão. Tentando reconectar…'));

  await parts.message(answer).getByRole('button', { name: 'Tentar de novo' }).click();
  await until(async () => (await simulator.ledgerOf(connection, known.from, answer)).length === 1, {
    what: 'the answer in the ledger',
  });
  await gone(parts.message(answer).getByText('Não enviada.'));
  assert.equal(await parts.message(answer).count(), 1);

  // events flow again, each once
  await simulator.say(connection, { ...known, body: 'Depois do corte' });
  await see(parts.message('Depois do corte'));
  for (const body of [...bodies, 'Antes do corte', 'Já vou ver', 'Depois do corte']) {
    assert.equal(await parts.message(body).count(), 1, `${body} once`);
  }
  assert.equal((await simulator.ledgerOf(connection, known.from)).length, 2);

  // the server has taken a message, but its answer is lost: the event settles it
  await page.route('**/api/messages/*', async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await (route.request().method() === 'POST' ? route.abort() : route.continue());
  });
  const orphan = `Sem resposta (${known.from})`;
  await write(page, orphan);
  await see(parts.message(orphan).getByRole('img', { name: 'Entregue' }));
  await gone(parts.message(orphan).getByText('Não enviada.'));
  assert.equal(await parts.message(orphan).count(), 1);
  assert.equal((await simulator.ledgerOf(connection, known.from, orphan)).length, 1);

  // a token that has expired meanwhile is exchanged without loading the page anew: what is being written stays
  await parts.composer.fill('Ainda não terminei');
  await page.evaluate(() => {
    globalThis.isSamePage = true;
    const now = Date.now;
    // longer than a token lives
    Date.now = () => now() + 3_600_000;
  });
  await page.setNetwork(false);
  await see(page.getByText('Sem conexão. Tentando reconectar…'));
  const renewed = page.waitForResponse(
    (response) => response.url().endsWith('/api/auth/refresh_token') && response.ok(),
  );
  await page.setNetwork(true);
  await renewed;
  await gone(page.getByText('Sem conexão. Tentando reconectar…'));
  await simulator.say(connection, { ...known, body: 'Com outro token' });
  await see(parts.message('Com outro token'));
  assert.ok(await page.evaluate(() => globalThis.isSamePage));
  assert.equal(await parts.composer.inputValue(), 'Ainda não terminei');
});
