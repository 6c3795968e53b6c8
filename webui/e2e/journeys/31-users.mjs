// spec: S013 S018 S020 S041 S072 S083 S085 S107
import { test } from '../support/test.mjs';

test('an admin manages users, a new right counts at once, everybody changes himself', async ({
  unique,
  newPage,
  newSignedInPage,
  signIn,
  partsOf,
  overflowOf,
  people,
  see,
  gone,
  axe,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.admin);
  const parts = partsOf(page);
  await page.getByRole('link', { name: 'Usuários' }).click();
  await page.waitForURL('**/users');
  const list = (where) => where.getByRole('list', { name: 'Usuários' });
  const row = (name) => list(page).getByRole('listitem').filter({ hasText: name });
  await see(row('Marina Duarte'));

  const mark = unique();
  const name = `Otávia ${mark}`;
  const person = { email: `otavia${mark}@aurora.example`, password: 'Senha123' };
  const save = () => parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await parts.button('Novo usuário').click();
  await save();
  await until(async () => (await parts.dialog.getByText('Required').count()) === 3, {
    what: 'three required fields',
  });
  await parts.dialog.getByLabel('Nome').fill('O');
  await parts.dialog.getByLabel('E-mail').fill('otavia@');
  await parts.dialog.getByLabel('Senha', { exact: true }).fill('1234');
  await save();
  await until(async () => (await parts.dialog.getByText('Too Short!').count()) === 2, {
    what: 'two short fields',
  });
  await see(parts.dialog.getByText('Invalid email'));
  assert.equal(await parts.dialog.getByLabel('Perfil').inputValue(), 'user');
  await parts.dialog.getByLabel('Nome').fill(name);
  await parts.dialog.getByLabel('E-mail').fill(people.marina.email);
  await parts.dialog.getByLabel('Senha', { exact: true }).fill(person.password);
  page.expectErrors(/status of 400 .*\/api\/users/);
  await save();
  await see(parts.dialog.getByText('Já existe um usuário com este e-mail.'));
  await parts.dialog.getByLabel('E-mail').fill(person.email);
  await parts.dialog.getByText('Vendas', { exact: true }).click();
  await axe(page, 'user dialog');
  await save();
  await gone(parts.dialog);
  await see(row(name));

  // he signs in, and is seen to be there
  const his = await newPage();
  await signIn(his, person);
  const hisParts = partsOf(his);
  await see(row(name).getByText('Online'));
  assert.equal(await his.getByRole('link', { name: 'Usuários' }).count(), 0);

  // another queue counts without signing in again
  await row(name)
    .getByRole('button', { name: `Editar ${name}` })
    .click();
  await parts.dialog.getByText('Suporte', { exact: true }).click();
  await save();
  await gone(parts.dialog);
  await see(row(name).getByText('Suporte'));
  await until(
    async () => {
      await hisParts.list.getByRole('button', { name: /filas/i }).first().click();
      const isThere = (await his.getByRole('menuitemcheckbox', { name: 'Suporte' }).count()) > 0;
      await his.keyboard.press('Escape');
      return isThere;
    },
    { what: 'the new queue among his own' },
  );

  // he changes his own name, without the rights
  await hisParts.accountMenu.click();
  await hisParts.menuItem('Perfil').click();
  await see(hisParts.dialog.getByLabel('Nome'));
  assert.equal(await hisParts.dialog.getByLabel('Perfil').count(), 0);
  await hisParts.dialog.getByLabel('Nome').fill(`${name} Neta`);
  await axe(his, 'own profile');
  await hisParts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await gone(hisParts.dialog);
  await see(row(`${name} Neta`));
  await until(
    async () => {
      await hisParts.accountMenu.click();
      const isNew = (await his.getByText(`${name} Neta`).count()) > 0;
      await his.keyboard.press('Escape');
      return isNew;
    },
    { what: 'his new name in his own menu' },
  );

  // a new password ends what was signed in with the old one
  his.expectErrors(/status of 401/);
  await hisParts.accountMenu.click();
  await hisParts.menuItem('Perfil').click();
  // a dialog gives its first field the focus when it is there: until then another field loses what is typed
  await see(hisParts.dialog.locator('input:focus'));
  await hisParts.dialog.getByLabel('Nova senha').fill('Outra123');
  await hisParts.dialog.getByLabel('Senha atual').fill('Senha124');
  his.expectErrors(/status of 400/);
  await hisParts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await see(hisParts.dialog.getByText('A senha atual não confere.'));
  await hisParts.dialog.getByLabel('Senha atual').fill(person.password);
  await hisParts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await his.waitForURL('**/login');
  await signIn(his, { ...person, password: 'Outra123' });

  // deleted, he is out at once
  await row(name)
    .getByRole('button', { name: `Excluir ${name} Neta` })
    .click();
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await gone(parts.dialog);
  await gone(row(name));
  await his.waitForURL('**/login');

  await page.getByRole('searchbox', { name: 'Buscar usuários' }).fill('helena');
  await see(row('Helena Castro'));
  await gone(row('Marina Duarte'));
  assert.ok(
    await row('Helena Castro')
      .getByRole('button', { name: /^Excluir/ })
      .isDisabled(),
  );
  await axe(page, 'users, wide');
  let last = page;
  for (const theme of ['light', 'dark']) {
    const narrow = await newPage({ storageState: await last.context().storageState(), size: 'narrow', theme });
    last = narrow;
    await narrow.goto('/users');
    await see(list(narrow).getByRole('listitem').first());
    await axe(narrow, `users, narrow, ${theme}`);
    assert.equal(await overflowOf(narrow), 0);
  }

  const rafael = await newSignedInPage(people.rafael);
  await rafael.goto('/users');
  await rafael.waitForURL((url) => url.pathname !== '/users');
});
