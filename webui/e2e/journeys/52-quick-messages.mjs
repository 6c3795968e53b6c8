// spec: S018 S036 S050 S105 S139 A019 A041 A082 A109
import { test } from '../support/test.mjs';

test('quick messages are written, shared, and put into a conversation by their short code', async ({
  newSignedInPage,
  simulator,
  partsOf,
  people,
  samples,
  accept,
  see,
  gone,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const admin = await newSignedInPage(people.admin);
  const his = partsOf(admin);
  await admin.getByRole('link', { name: 'Respostas rápidas' }).click();
  const row = (page, code) => page.getByRole('row', { name: new RegExp(`/${code}`) });
  await see(row(admin, 'prazo'));
  const suffix = simulator.newCustomer('x').from.slice(-6);
  const code = `tabela${suffix}`;
  const save = () => his.dialog.getByRole('button', { name: 'Salvar' }).click();

  await his.button('Nova resposta').click();
  await save();
  await see(his.dialog.getByText('Obrigatório'));
  await his.dialog.getByLabel('Atalho').fill(`/${code}`);
  await his.dialog.getByLabel('Mensagem').fill('Segue a tabela, !');
  await his.dialog.getByLabel('Mensagem').press('ArrowLeft');
  await his.dialog.getByRole('button', { name: '{{firstName}}' }).click();
  assert.equal(await his.dialog.getByLabel('Mensagem').inputValue(), 'Segue a tabela, {{firstName}}!');
  const chooser = admin.waitForEvent('filechooser');
  await his.dialog.getByRole('button', { name: 'Anexar arquivo' }).click();
  await (await chooser).setFiles(samples.asUpload(samples.paper({ name: 'tabela.pdf' })));
  await his.dialog.getByRole('switch', { name: 'Para toda a equipe' }).click();
  await axe(admin, 'new quick message');
  await save();
  await gone(his.dialog);
  await see(row(admin, code).getByText('tabela.pdf'));
  await see(row(admin, code).getByText('Toda a equipe'));
  await admin.getByRole('searchbox', { name: 'Buscar respostas' }).fill(code);
  await gone(row(admin, 'prazo'));
  await see(row(admin, code));

  // an attendant has it after a slash, with its file, and cannot change it
  const marina = await newSignedInPage(people.marina);
  const parts = partsOf(marina);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Zilda Prado');
  await simulator.say(connection, { ...customer, body: 'Quanto custa?' });
  await accept(marina, customer.pushName);
  const list = marina.getByRole('listbox', { name: 'Respostas rápidas' });
  // the slash alone lists all of them
  await parts.composer.fill('/');
  await see(list.getByRole('option').nth(2));
  await parts.composer.pressSequentially('pra');
  const option = list.getByRole('option');
  await see(option.first());
  const label = await option.first().innerText();
  assert.match(label, /^prazo - /);
  assert.equal([...label].length, 36);
  assert.ok(label.endsWith('…'));
  await axe(marina, 'quick replies');
  await parts.composer.press('Escape');
  await gone(list);
  await parts.composer.fill('/o');
  await see(option.first());
  const before = await option.nth(1).innerText();
  await parts.composer.press('ArrowDown');
  assert.equal(await list.getByRole('option', { selected: true }).innerText(), before);
  await parts.composer.fill('/oi');
  await until(async () => (await list.getByRole('option', { selected: true }).innerText()).startsWith('oi'), {
    what: 'the first one chosen again',
  });
  await parts.composer.press('Enter');
  await gone(list);
  await until(async () => (await parts.composer.inputValue()).includes('{{firstName}}'), {
    what: 'the text in the composer',
  });
  await parts.send.click();
  await see(parts.message(/^(.|\n)*(Boa madrugada|Bom dia|Boa tarde|Boa noite), Zilda! Sou da Lojas Aurora/));

  await parts.composer.fill(`/${code}`);
  await option.filter({ hasText: code }).click();
  await see(marina.getByLabel('Legenda de tabela.pdf'));
  assert.equal(await marina.getByLabel('Legenda de tabela.pdf').inputValue(), 'Segue a tabela, {{firstName}}!');
  await parts.send.click();
  await see(parts.message('Segue a tabela, Zilda!').getByText('tabela.pdf'));

  // what is switched off is offered no more, at once
  await row(admin, code)
    .getByRole('button', { name: `Editar ${code}` })
    .click();
  await his.dialog.getByRole('switch', { name: 'Ativada' }).click();
  await save();
  await see(row(admin, code).getByText('Desativada'));
  await until(
    async () => {
      await parts.composer.fill('');
      await parts.composer.fill(`/${code}`);
      return (await option.count()) === 0;
    },
    { what: 'nothing of this code' },
  );
  await parts.composer.fill('');
  await marina.goto('/quick-messages');
  await see(row(marina, code));
  assert.equal(await row(marina, code).getByRole('button').count(), 0);
  await row(admin, code)
    .getByRole('button', { name: `Excluir ${code}` })
    .click();
  await his.dialog.getByRole('button', { name: 'Excluir' }).click();
  await gone(row(admin, code));
  await gone(row(marina, code));

  for (const theme of ['light', 'dark']) {
    const narrow = await newSignedInPage(people.rafael, { size: 'narrow', theme });
    await narrow.goto('/quick-messages');
    await see(row(narrow, 'prazo'));
    await until(async () => (await overflowOf(narrow)) === 0, { what: 'nothing beside the page' });
    await axe(narrow, `quick messages, narrow, ${theme}`);
  }
});
