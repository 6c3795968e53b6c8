// spec: A139
import { test } from '../support/test.mjs';

test("a super user gives the installation's key of Asaas, sees only that it is set, and removes it", async ({
  newPage,
  newSignedInPage,
  partsOf,
  people,
  see,
  gone,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const host = await newSignedInPage(people.super);
  const { dialog } = partsOf(host);
  const key = '$aact_hmlg_000MzkwODA2MWY2OGM3MWRlMDU2NWM3MzJl';
  const group = host.getByRole('region', { name: 'Cobrança desta instalação' });
  const field = group.getByLabel('Chave de API do Asaas');
  const save = group.getByRole('button', { name: 'Salvar chave' });
  await host.goto('/settings');
  await see(field);
  assert.ok(await save.isDisabled(), 'nothing to save');

  // what is no key is not sent
  await field.fill('chave');
  await save.click();
  await see(group.getByText('Isto não é uma chave do Asaas'));

  await field.fill(key);
  await field.press('Enter');
  await see(group.getByText('Configurada'));
  assert.equal(await field.inputValue(), '', 'it is not shown again');
  await host.reload();
  await see(group.getByText('Configurada'));
  assert.ok(!(await host.content()).includes('$aact_hmlg_'), 'nowhere on the page');
  for (const theme of ['dark', 'light']) {
    /* eslint-disable no-await-in-loop */
    await host.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await axe(host, `bank key, ${theme}`);
    /* eslint-enable no-await-in-loop */
  }
  const phone = await newPage({ storageState: await host.context().storageState(), size: 'narrow' });
  await phone.goto('/settings');
  await see(phone.getByText('Configurada'));
  await until(async () => (await overflowOf(phone)) === 0, { what: 'nothing beside the page' });
  await axe(phone, 'bank key, narrow');

  // asked before it goes
  await group.getByRole('button', { name: 'Remover chave' }).click();
  await see(dialog.getByText(/não será mais confirmado/));
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await gone(dialog);
  await see(group.getByText('Configurada'));
  await group.getByRole('button', { name: 'Remover chave' }).click();
  await dialog.getByRole('button', { name: 'Remover chave' }).click();
  await gone(dialog);
  await gone(group.getByText('Configurada'));

  // it is no setting of a company
  const admin = await newSignedInPage(people.admin);
  await admin.goto('/settings');
  await see(
    admin
      .getByRole('region', { name: 'Privacidade' })
      .or(admin.getByRole('heading', { level: 1 }))
      .first(),
  );
  assert.equal(await admin.getByText('Chave de API do Asaas').count(), 0);
});
