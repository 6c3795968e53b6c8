// spec: S038
import { test } from '../support/test.mjs';

const PROFILE = {
  name: 'Padaria do Zé',
  description: 'Pães desde 1998',
  address: 'Rua das Flores, 12',
  email: 'oi@padaria.example',
  websites: ['padaria.example', 'javascript:alert(1)'],
  categories: ['Padaria'],
  timeZone: 'America/Sao_Paulo',
  hours: [
    { day: 'monday', mode: 'hours', opens: 420, closes: 1140 },
    { day: 'sunday', mode: 'appointment', opens: null, closes: null },
  ],
};

test("what a business says of itself stands at its contact, and a number's own with the number", async ({
  newSignedInPage,
  simulator,
  partsOf,
  people,
  accept,
  see,
  gone,
  until,
  axe,
  overflowOf,
  assert,
}) => {
  const page = await newSignedInPage(people.admin);
  const parts = partsOf(page);
  await page.goto('/connections');
  const own = simulator.newCustomer('x').from;
  const name = `Padaria ${own.slice(-6)}`;
  await parts.button('Nova conexão').click();
  await parts.dialog.getByText('Simulador').click();
  await parts.dialog.getByLabel('Nome').fill(name);
  await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  const pairing = page.getByRole('dialog', { name: /^Leia o QR Code/ });
  await see(pairing);
  const id = await simulator.connectionNamed(name);
  await simulator.saysOfItself(id, own, { ...PROFILE, name: 'A própria padaria' });
  await simulator.phone(id, 'scan', { number: own });
  await gone(pairing);

  // the number's own
  const edit = page.getByRole('button', { name: `Editar ${name}` });
  await until(
    async () => {
      await edit.click();
      const shown = parts.dialog.getByText('A própria padaria');
      const isThere = await shown.waitFor({ timeout: 1_500 }).then(
        () => true,
        () => false,
      );
      if (!isThere) await page.keyboard.press('Escape');
      return isThere;
    },
    { what: "the number's own profile" },
  );
  await see(parts.dialog.getByRole('group', { name: 'Perfil comercial no WhatsApp' }));
  await axe(page, "a number's own profile");
  await page.keyboard.press('Escape');

  // a customer's
  const customer = simulator.newCustomer('Zé');
  await simulator.saysOfItself(id, customer.from, PROFILE);
  await simulator.say(id, { ...customer, body: 'Vocês compram farinha?' });
  for (const theme of ['light', 'dark']) {
    const desk = await newSignedInPage(people.admin, { theme });
    const its = partsOf(desk);
    if (theme === 'light') await accept(desk, customer.pushName);
    else {
      await desk.goto('/tickets');
      await its.ticket(customer.pushName).first().click();
    }
    await desk.getByRole('button', { name: 'Dados do contato' }).click();
    const section = desk.getByRole('group', { name: 'A empresa no WhatsApp' });
    await see(section);
    for (const text of ['Padaria do Zé', 'Pães desde 1998', 'Rua das Flores, 12', 'oi@padaria.example']) {
      await see(section.getByText(text, { exact: true }));
    }
    await see(section.getByText('Segunda-feira: 07:00 – 19:00'));
    await see(section.getByText('Domingo: Com hora marcada'));
    const links = section.getByRole('link');
    assert.equal(await links.count(), 1, 'a script is no address');
    assert.equal(await links.first().getAttribute('href'), 'https://padaria.example/');
    await axe(desk, `a business's contact, ${theme}`);
    await desk.setViewportSize({ width: 390, height: 844 });
    assert.equal(await overflowOf(desk), 0);
    await desk.setViewportSize({ width: 1440, height: 900 });
  }
});
