// spec: S030 S066 S077 S131
import { test } from '../support/test.mjs';

test('a new ticket needs a contact and a queue; one who has a holder already is named, an own one opens', async ({
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
  const marina = await newSignedInPage(people.marina);
  const rafael = await newSignedInPage(people.rafael);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const held = simulator.newCustomer('Valdir');
  await simulator.say(connection, { ...held, body: 'Preciso de ajuda' });
  await accept(marina, held.pushName);

  const begin = async (page, search) => {
    const { dialog, list } = partsOf(page);
    await list.getByRole('button', { name: 'Novo', exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Contato' }).fill(search);
  };

  // another holds it
  const { dialog } = partsOf(rafael);
  await begin(rafael, held.from);
  await dialog.getByRole('option', { name: new RegExp(held.pushName) }).click();
  await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click();
  await see(dialog.getByText('Selecione uma fila').last());
  await dialog.getByRole('combobox').selectOption({ label: 'Suporte' });
  rafael.expectErrors(/status of 409 .*\/api\/tickets/);
  await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click();
  await see(dialog.getByText(/Este contato já está em atendimento com Marina/));
  await rafael.keyboard.press('Escape');
  await rafael.getByRole('button', { name: 'Descartar', exact: true }).click();
  await gone(dialog);

  // the own one opens
  const own = partsOf(marina);
  await marina.goto('/tickets');
  await begin(marina, held.pushName);
  await own.dialog.getByRole('option', { name: new RegExp(held.pushName) }).click();
  await own.dialog.getByRole('combobox').selectOption({ label: 'Vendas' });
  marina.expectErrors(/status of 409 .*\/api\/tickets/);
  await own.dialog.getByRole('button', { name: 'Iniciar atendimento' }).click();
  await see(own.message('Preciso de ajuda'));

  // somebody new, who has never written
  const stranger = simulator.newCustomer('Zélia');
  await begin(rafael, stranger.from);
  await see(dialog.getByText('Nenhum contato encontrado.'));
  await dialog.getByRole('button', { name: 'Criar contato' }).click();
  await dialog.getByLabel('Nome').fill('Z');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await see(dialog.getByText('Muito curto!'));
  await dialog.getByLabel('Nome').fill(stranger.pushName);
  assert.equal(await dialog.getByLabel('Número').inputValue(), stranger.from);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('combobox').selectOption({ label: 'Logística' });
  await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click();
  await see(partsOf(rafael).composer);
  await gone(dialog);
  await write(rafael, 'Olá, somos da Lojas Aurora');
  await until(
    async () => (await simulator.ledgerOf(connection, stranger.from, 'Olá, somos da Lojas Aurora')).length === 1,
    { what: 'the first message in the ledger' },
  );
  await partsOf(rafael).tab('Atendendo').click();
  await see(partsOf(rafael).ticket(stranger.pushName).getByText('Logística'));
});
