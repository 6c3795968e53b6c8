// spec: S018 S031 S032 S136
import { test } from '../support/test.mjs';

test('on a narrow screen list and conversation take turns', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  open,
  write,
  overflowOf,
  people,
  see,
  gone,
  axe,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.rafael, { size: 'narrow' });
  const parts = partsOf(page);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Lu');
  await simulator.say(connection, { ...customer, body: 'Pelo celular' });
  await parts.tab('Aguardando').click();
  await see(parts.ticket(customer.pushName));
  // a name has the width that its row leaves free, and one that is longer still ends in an ellipsis
  const longer = simulator.newCustomer('Luciana Albuquerque');
  const endless = simulator.newCustomer('Maria das Graças Albuquerque Cavalcanti de Vasconcelos');
  for (const each of [longer, endless]) await simulator.say(connection, { ...each, body: 'Pelo celular também' });
  const name = (each) => parts.ticket(each.pushName).getByRole('link').first();
  const isCut = (each) => name(each).evaluate((link) => link.scrollWidth > link.clientWidth);
  await see(name(longer));
  assert.equal(await name(longer).innerText(), longer.pushName);
  assert.equal(await isCut(longer), false, 'it has room on a phone');
  assert.equal(await isCut(endless), true);
  const { width } = await name(endless).boundingBox();
  assert.ok(width > 150, `the row's free width, not ${width}`);
  await axe(page, 'ticket list, narrow');
  assert.equal(await overflowOf(page), 0, 'the list scrolls sideways');

  await accept(page, customer.pushName);
  await gone(parts.list);
  await write(page, 'Resposta do celular');
  await axe(page, 'conversation, narrow');
  assert.equal(await overflowOf(page), 0, 'the conversation scrolls sideways');

  await parts.button('Voltar para os atendimentos').click();
  await see(parts.list);
  await gone(parts.conversation);
  await parts.tab('Atendendo').click();
  await open(page, customer.pushName);
  await see(parts.message('Resposta do celular'));
  await write(page, 'Mais uma do celular');
  await page.goBack();

  // two tabs do the same, and remember the ticket
  const side = (name) =>
    page.getByRole('tablist', { name: 'Ticket ou lista de atendimentos' }).getByRole('tab', { name });
  const isChosen = (name) => side(name).getAttribute('aria-selected');
  await see(parts.list);
  assert.equal(await isChosen('Atendimentos'), 'true');
  await side('Ticket').click();
  await see(parts.message('Mais uma do celular'));
  await gone(parts.list);
  assert.equal(await isChosen('Ticket'), 'true');
  await side('Ticket').press('ArrowRight');
  await see(parts.list);
  await gone(parts.conversation);
  await page.reload();
  await see(parts.list);
  await side('Ticket').click();
  await see(parts.main.getByText('Nenhuma conversa aberta'));
  await side('Atendimentos').click();
  await see(parts.list);

  await parts.button('Abrir ou fechar o menu').click();
  const menu = page.getByRole('dialog', { name: 'Menu principal' });
  await see(menu.getByRole('link', { name: 'Atendimentos' }));
  await axe(page, 'menu, narrow');
  const widthOf = async (part) => (await part.boundingBox()).width;
  assert.equal(await widthOf(menu), 240);
  await page.keyboard.press('Escape');
  await gone(menu);

  // up to 599 px it lies over the page, from 600 px on it stands beside it, as wide
  const toggle = parts.button('Abrir ou fechar o menu');
  await page.setViewportSize({ width: 599, height: 844 });
  await toggle.click();
  await see(menu);
  await page.keyboard.press('Escape');
  await gone(menu);
  await page.setViewportSize({ width: 600, height: 844 });
  const beside = page.locator('aside').filter({ has: page.getByRole('navigation', { name: 'Menu principal' }) });
  await see(beside);
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click();
  await until(async () => (await widthOf(beside)) === 240, { what: 'the menu as wide beside the page' });
  await gone(menu);
});
