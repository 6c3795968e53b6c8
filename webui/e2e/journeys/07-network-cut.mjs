// spec: S069 S070 S113
import { setTimeout as pause } from 'node:timers/promises';

/** How long the cable stays out. */
const CUT_MS = 5_000;

export default {
  name: 'after five seconds without network nothing is missing',
  async run({ newSignedInPage, simulator, partsOf, accept, people, see, until, assert }) {
    const page = await newSignedInPage(people.marina, { hasCable: true });
    page.expectErrors(/net::ERR_/, /WebSocket connection .* failed/);
    const parts = partsOf(page);
    const connection = await simulator.connectionOf('Lojas Aurora');
    const [known, stranger] = [simulator.newCustomer('Sandra'), simulator.newCustomer('Otávio')];
    await simulator.say(connection, { ...known, body: 'Antes do corte' });
    await accept(page, known.pushName);
    await parts.tab('Aguardando').click();

    await page.setNetwork(false);
    const bodies = Array.from({ length: 5 }, (_, index) => `Durante o corte ${index + 1}`);
    for (const body of bodies) await simulator.say(connection, { ...known, body });
    await simulator.say(connection, { ...stranger, body: 'Alguém aí?' });
    await pause(CUT_MS);
    await page.setNetwork(true);

    await until(async () => (await parts.message('Durante o corte').count()) === bodies.length, {
      what: 'all messages of the cut',
      deadlineMs: 20_000,
    });
    const shown = await parts.message('Durante o corte').allInnerTexts();
    for (const [index, body] of bodies.entries()) assert.ok(shown[index].includes(body), `${body} in its place`);
    await see(parts.ticket(stranger.pushName));
  },
};
