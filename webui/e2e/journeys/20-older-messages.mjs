// spec: S034 S135
import { test } from '../support/test.mjs';

const COUNT = 65;

test('older messages come when the reader scrolls up, and the view does not jump', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  people,
  see,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.marina);
  const parts = partsOf(page);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Falante');
  const body = (index) => `Linha ${String(index).padStart(3, '0')} de muitas`;
  for (let index = 1; index <= COUNT; index += 1) await simulator.say(connection, { ...customer, body: body(index) });
  const pages = [];
  page.on('request', (request) => {
    if (/\/api\/messages\/\d+\?before=/.test(request.url())) pages.push(request.url());
  });
  await accept(page, customer.pushName);
  await see(parts.message(body(COUNT)));
  assert.equal(await parts.message(body(1)).count(), 0);
  assert.equal(pages.length, 0, 'only the newest page at first');

  const top = () => parts.bubbles.first();
  await until(
    async () => {
      await top().hover();
      await page.mouse.wheel(0, -600);
      return (await parts.message(body(1)).count()) === 1;
    },
    { what: 'the first message', deadlineMs: 20_000 },
  );
  assert.equal(pages.length, 3, '65 messages in pages of 20');
  assert.ok((await parts.bubbles.count()) < 60, 'only what is in sight is mounted');
  await see(parts.conversation.getByText(/^Atendimento #\d+ iniciado em/));

  // what comes in meanwhile waits below, counted
  const place = () => parts.message(body(1)).evaluate((element) => element.getBoundingClientRect().top);
  await until(async () => (await place()) === (await place()), { what: 'a view at rest' });
  const before = await place();
  await simulator.say(connection, { ...customer, body: 'E mais esta' });
  await see(parts.button('1 mensagem nova'));
  assert.equal(await place(), before, 'the view stays');
  await parts.button('1 mensagem nova').click();
  await see(parts.message('E mais esta'));
});
