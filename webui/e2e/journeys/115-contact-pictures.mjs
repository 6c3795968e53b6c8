// spec: S032 S033 S044
import { test } from '../support/test.mjs';

test('a picture that a customer shows on his phone stands on his ticket, in its header and at his contact', async ({
  newPage,
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  people,
  samples,
  see,
  gone,
  until,
  axe,
  assert,
}) => {
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Helena Foto');
  await simulator.say(connection, { ...customer, body: 'Oi, vocês entregam hoje?' });

  const desk = await newSignedInPage(people.rafael);
  const parts = partsOf(desk);
  await accept(desk, customer.pushName);
  const header = parts.conversation.locator('header').first();
  await see(header);
  assert.equal(await header.locator('img').count(), 0, 'there is none yet');

  // she puts one on her phone
  const phones = await newPage();
  await phones.goto(`/simulator?phones=${customer.from}`);
  const phone = phones.getByRole('region', { name: `Telefone de ${customer.pushName}` });
  const menu = phone.getByRole('button', { name: `Foto de ${customer.pushName}` });
  const choose = async (what) => {
    await menu.click();
    await phones.getByRole('menuitem', { name: what }).click();
  };
  const chooser = phones.waitForEvent('filechooser');
  await choose('Trocar a foto');
  await (await chooser).setFiles(samples.asUpload(samples.picture()));
  await see(phone.locator('img').first());
  await axe(phones, 'a phone with a picture');

  // and it comes to the desk by itself, behind the sign-in
  const picture = header.locator('img');
  await until(async () => (await picture.count()) === 1 && (await picture.evaluate((it) => it.naturalWidth)) === 320, {
    what: 'the picture in the header',
  });
  const href = await picture.getAttribute('src');
  assert.match(href, /^\/media\//);
  await parts.tab('Atendendo').click();
  const row = parts.ticket(customer.pushName).locator('img').first();
  await until(async () => (await row.getAttribute('src')) === href, { what: 'the picture on the row' });
  const stranger = await newPage();
  const status = await stranger.evaluate(async (url) => (await globalThis.fetch(url)).status, href).catch(() => 0);
  assert.notEqual(status, 200, 'nobody sees it without a sign-in');

  await desk.goto('/contacts');
  await desk.getByRole('searchbox').first().fill(customer.pushName);
  await see(desk.getByRole('main').locator(`img[src="${href}"]`).first());
  await axe(desk, 'contacts with a picture');

  // she takes it away again
  await choose('Tirar a foto');
  await gone(desk.getByRole('main').locator(`img[src="${href}"]`).first());
});
