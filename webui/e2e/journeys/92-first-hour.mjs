import { test } from '../support/test.mjs';

test('a new company goes from nothing to its first answer, and each step ticks itself', async ({
  unique,
  newPage,
  signIn,
  partsOf,
  accept,
  write,
  simulator,
  overflowOf,
  see,
  gone,
  axe,
  until,
  assert,
}) => {
  const mark = unique();
  const company = `Padaria ${mark}`;
  const paula = { email: `paula${mark}@padaria.example`, password: 'Padaria123' };
  const page = await newPage();
  const parts = partsOf(page);
  await page.goto('/signup');
  await page.getByLabel('Nome da empresa').fill(company);
  await page.getByLabel('E-mail').fill(paula.email);
  await page.getByLabel('Senha', { exact: true }).fill(paula.password);
  await page.getByLabel('Telefone').fill('(11) 98888-7777');
  // not the first: another journey may have made a smaller one
  await page.getByRole('radio', { name: /^Completo/ }).check({ force: true });
  await page.getByRole('button', { name: 'Cadastrar' }).click();
  await page.waitForURL('**/login');
  await signIn(page, paula);

  // the list leads through five steps: the first undone one is open
  const list = page.getByRole('region', { name: 'Sua primeira hora no Guichê' });
  const heads = list.getByRole('heading', { level: 3 });
  const step = (title) => heads.getByRole('button', { name: new RegExp(`^${title}`) });
  const isTicked = async (title) => {
    await see(heads.getByRole('button', { name: new RegExp(`^${title} \\(feito\\)`) }));
  };
  const isOpen = (title) =>
    until(async () => (await step(title).getAttribute('aria-expanded')) === 'true', { what: `${title} is open` });
  await see(list.getByText('0 de 5 feitos'));
  await isOpen('Conectar um número');
  await see(parts.list.getByText('As conversas chegam aqui'));
  await axe(page, 'first hour, nothing done');

  await list.getByRole('button', { name: 'Usar o telefone simulado' }).click();
  await isTicked('Conectar um número');
  await see(list.getByText('1 de 5 feitos'));
  await isOpen('Criar filas');
  await see(parts.list.getByText('Telefone simulado · Conectado'));

  // typed at once and sent twice it is still one queue
  await list.getByLabel('Nome da fila').fill('Balcão');
  await list.getByRole('button', { name: 'Criar fila', exact: true }).dblclick();
  await isTicked('Criar filas');
  await until(
    async () =>
      (await list
        .getByRole('listitem')
        .filter({ hasText: /^Balcão$/ })
        .count()) === 1,
    {
      what: 'one queue',
    },
  );
  await step('Convidar a equipe').click();
  await isOpen('Convidar a equipe');

  // a second person comes in by a link, once
  await list.getByRole('button', { name: 'Criar link' }).click();
  const address = list.locator('code');
  await see(address);
  const link = await address.innerText();
  assert.match(link, /\/invitation#/);
  await see(list.getByRole('listitem').filter({ hasText: /^.?Por link, até/ }));
  await axe(page, 'first hour, invitation');
  const ana = { name: `Ana ${mark}`, email: `ana${mark}@padaria.example`, password: 'Padaria456' };
  const guest = await newPage();
  await guest.goto(link);
  await see(guest.getByRole('heading', { name: `${company} convidou você` }));
  await axe(guest, 'invitation');
  await guest.getByLabel('Seu nome').fill(ana.name);
  await guest.getByLabel('E-mail').fill(ana.email);
  await guest.getByLabel('Senha', { exact: true }).fill('fraca');
  await guest.getByRole('button', { name: 'Aceitar o convite' }).click();
  await see(
    guest
      .getByRole('alert')
      .or(guest.getByText(/^De 8 a 50 caracteres/))
      .first(),
  );
  await guest.getByLabel('Senha', { exact: true }).fill(ana.password);
  await guest.getByRole('button', { name: 'Aceitar o convite' }).click();
  await guest.waitForURL('**/login');
  await isTicked('Convidar a equipe');
  await gone(list.getByRole('listitem').filter({ hasText: /^.?Por link, até/ }));
  await signIn(guest, ana);
  assert.equal(await guest.getByRole('region', { name: 'Sua primeira hora no Guichê' }).count(), 0);
  const late = await newPage({ size: 'narrow' });
  late.expectErrors(/status of 4\d\d .*\/api\/invitations\/open/);
  await late.goto(link);
  await see(late.getByText('Este convite não vale mais'));
  await axe(late, 'an invitation that was used');
  assert.equal(await overflowOf(late), 0);

  // the same list on a phone and in the dark
  for (const [width, height, colorScheme] of [
    [1440, 900, 'dark'],
    [390, 844, 'dark'],
    [390, 844, 'light'],
  ]) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await page.reload();
    await see(list.getByText('3 de 5 feitos'));
    await axe(page, `first hour, ${width}, ${colorScheme}`);
    assert.equal(await overflowOf(page), 0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();

  // put aside, it waits in the menu
  await list.getByRole('button', { name: 'Pular por agora' }).click();
  await gone(list);
  await page.getByRole('link', { name: /3 de 5/ }).click();
  await page.waitForURL('**/first-hour');
  await see(list.getByText('3 de 5 feitos'));

  // a customer writes before the company has hours: whatever the clock says, he is not sent away
  const popup = page.context().waitForEvent('page');
  await step('Primeira resposta').click();
  await list.getByRole('button', { name: 'Abrir o telefone simulado' }).click();
  const phones = await popup;
  await phones.waitForLoadState();
  const bia = simulator.newCustomer('Beatriz');
  await phones.getByRole('main').getByRole('button', { name: 'Adicionar telefone' }).click();
  await phones.getByLabel('Nome').fill(bia.pushName);
  await phones.getByLabel('Número').fill(`+${bia.from}`);
  await phones.getByRole('button', { name: 'Criar cliente' }).click();
  const phone = phones.getByRole('region', { name: `Telefone de ${bia.pushName}` });
  await phone.getByRole('textbox', { name: 'Mensagem' }).fill('Bom dia, tem pão?');
  await phone.getByRole('button', { name: 'Enviar' }).click();
  await see(phone.getByRole('log').getByText('Bom dia, tem pão?'));

  await step('Horários e saudação').click();
  await list.getByLabel('Abre às (segunda a sexta)').fill('09:00');
  await list.getByLabel('Fecha às').fill('09:00');
  await see(list.getByText('Escolha outro horário'));
  await list.getByLabel('Fecha às').fill('19:00');
  await list.getByLabel('Saudação').fill('Bem-vindo à padaria!');
  await axe(page, 'first hour, hours and greeting');
  await list.getByRole('button', { name: 'Salvar' }).click();
  await isTicked('Horários e saudação');
  await see(list.getByText('4 de 5 feitos'));

  // the first answer ends it
  await page.getByRole('link', { name: 'Atendimentos', exact: true }).click();
  await accept(page, bia.pushName);
  await write(page, 'Tem sim, quentinho!');
  await see(phone.getByRole('log').getByText('Tem sim, quentinho!'));
  await gone(page.getByRole('link', { name: /de 5/ }));
  await page.goto('/first-hour');
  await see(page.getByText('Sua primeira hora passou'));
  await axe(page, 'first hour, over');
});
