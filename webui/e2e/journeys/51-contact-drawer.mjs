// spec: S038 S044 S049 S073 S074 S103 S131 S136
import { test } from '../support/test.mjs';

test("the contact's side shows and changes who it is, its informations and the team's notes", async ({
  newSignedInPage,
  simulator,
  partsOf,
  people,
  accept,
  see,
  gone,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const connection = await simulator.connectionOf('Lojas Aurora');
  for (const theme of ['light', 'dark']) {
    const marina = await newSignedInPage(people.marina, { theme });
    const parts = partsOf(marina);
    const customer = simulator.newCustomer('Odete');
    await simulator.say(connection, { ...customer, body: 'Qual o frete?' });
    await accept(marina, customer.pushName);
    const drawer = marina.getByRole('group', { name: 'Contato', exact: true });
    await marina.getByRole('button', { name: 'Dados do contato' }).click();
    await see(drawer.getByText(customer.pushName));
    const box = await drawer.boundingBox();
    assert.equal(box.width, 320);

    // who it is
    await drawer.getByRole('button', { name: 'Editar contato' }).click();
    await drawer.getByLabel('Nome', { exact: true }).fill('O');
    await drawer.getByLabel('E-mail (opcional)').fill('odete');
    const save = () =>
      drawer.getByRole('form', { name: 'Editar contato' }).getByRole('button', { name: 'Salvar' }).click();
    await save();
    await see(drawer.getByText('Muito curto!'));
    await see(drawer.getByText('E-mail inválido'));
    const name = `${customer.pushName} Prado`;
    await drawer.getByLabel('Nome', { exact: true }).fill(name);
    await drawer.getByLabel('E-mail (opcional)').fill('odete@correio.example');
    await drawer.getByRole('button', { name: 'Adicionar informação' }).click();
    await drawer.getByLabel('Nome da informação 1').fill('CPF');
    await drawer.getByLabel('Valor da informação 1').fill('123.456.789-09');
    await save();
    await see(parts.notice('Contato salvo com sucesso!'));
    await see(drawer.getByText('123.456.789-09'));
    await see(marina.getByRole('heading', { name }));
    await parts.tab('Atendendo').click();
    await see(parts.ticket(name));

    // informations of the ticket
    await drawer.getByLabel('Instagram').fill('@odete');
    await drawer.getByLabel('Cotação de frete').fill('R$ 18,90 PAC');
    const informations = drawer.getByRole('group', { name: 'Informações do atendimento' });
    await informations.getByRole('button', { name: 'Salvar' }).click();
    await see(parts.notice('Informações adicionadas com sucesso!'));

    // notes
    const notes = drawer.getByRole('group', { name: 'Observações' });
    const note = notes.getByRole('textbox', { name: 'Nova observação' });
    const add = notes.getByRole('button', { name: 'Adicionar' });
    await note.fill('a');
    assert.ok(await add.isDisabled());
    await note.fill('Prefere ser chamada à tarde');
    await add.click();
    await see(parts.notice('Observação adicionada com sucesso!'));
    const item = notes.getByRole('listitem').filter({ hasText: 'Prefere ser chamada à tarde' });
    await see(item.getByText('Marina Duarte'));
    await axe(marina, `contact's side, ${theme}`);

    // who did what with the ticket
    const steps = drawer.getByRole('group', { name: 'Histórico do atendimento' });
    await see(steps.getByText('Marina Duarte aceitou'));

    // an admin who looks at the same ticket sees the note at once, and may delete it
    const admin = await newSignedInPage(people.admin, { theme, size: 'narrow' });
    await admin.goto(new URL(marina.url()).pathname);
    await admin.getByRole('button', { name }).click();
    const his = admin.getByRole('group', { name: 'Contato', exact: true });
    await see(his.getByText('Prefere ser chamada à tarde'));
    await until(async () => (await overflowOf(admin)) === 0, { what: 'nothing beside the page' });
    await axe(admin, `contact's side, narrow, ${theme}`);
    await note.fill('Pagou no Pix');
    await add.click();
    await see(his.getByText('Pagou no Pix'));
    await his
      .getByRole('listitem')
      .filter({ hasText: 'Pagou no Pix' })
      .getByRole('button', { name: 'Excluir observação' })
      .click();
    await partsOf(admin).dialog.getByRole('button', { name: 'Excluir observação' }).click();
    await see(partsOf(admin).notice('Observação excluída com sucesso!'));
    await gone(notes.getByText('Pagou no Pix'));
    assert.equal(await his.getByLabel('Instagram').inputValue(), '@odete');

    // it stays with the next conversation, and goes with Escape
    await parts.tab('Busca').click();
    await parts.list.getByPlaceholder('Nome, número ou mensagem').fill('Beatriz Nogueira');
    // others may have written to somebody of that name
    await parts.ticket('Beatriz Nogueira').filter({ hasText: 'Boleto' }).getByRole('link').click();
    await see(drawer.getByText('Boleto vence dia 10; aceita Pix.'));
    await drawer.getByLabel('Instagram').press('Escape');
    await gone(drawer);
  }
});
