// spec: A025 A047 A070 A084 A092 A114 A129 A142
import { test } from '../support/test.mjs';

test('super users write announcements for everybody or one company, and nobody else comes to their page', async ({
  newPage,
  newSignedInPage,
  partsOf,
  people,
  samples,
  see,
  gone,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const root = await newSignedInPage(people.super);
  const parts = partsOf(root);
  const mark = String(Date.now() % 100_000);
  const title = `Nova versão ${mark}`;
  await root.getByRole('link', { name: 'Informativos' }).click();
  await see(root.getByRole('heading', { level: 1, name: 'Informativos' }));
  const row = () => root.getByRole('row', { name: new RegExp(title) });
  const save = () => parts.dialog.getByRole('button', { name: 'Salvar' }).click();

  await parts.button('Novo informativo').click();
  const field = (label) => parts.dialog.getByLabel(label, { exact: true });
  assert.equal(await field('Prioridade').inputValue(), '3');
  assert.equal(await parts.dialog.getByRole('switch', { name: 'Ativo' }).getAttribute('aria-checked'), 'true');
  await save();
  await until(async () => (await parts.dialog.getByText('Obrigatório').count()) === 2, {
    what: 'title and text are required',
  });
  await field('Título').fill(title);
  await field('Texto').fill('Tudo mais rápido.\nBom trabalho!');
  await field('Prioridade').selectOption({ label: 'Alta' });
  const picker = parts.dialog.locator('input[type="file"]');
  assert.equal(await picker.getAttribute('accept'), '.png,.jpg,.jpeg');
  await picker.setInputFiles(samples.asUpload(samples.paper({ name: 'nota.pdf' })));
  await see(parts.notice('Anexe uma imagem .png, .jpg ou .jpeg.'));
  await axe(root, 'new announcement');
  await save();
  await gone(parts.dialog);
  await see(row().getByText('Alta'));
  await see(row().getByText('Todas as empresas'));

  // everybody has it at once; only one company when it is for that one
  const marina = await newSignedInPage(people.marina);
  const vida = await newSignedInPage(people.vida);
  const megaphone = (page) => page.getByRole('button', { name: /^Informativos/ });
  const shown = (page) =>
    page.getByRole('dialog', { name: 'Informativos' }).getByRole('button', { name: new RegExp(title) });
  for (const page of [marina, vida]) {
    await megaphone(page).click();
    await see(shown(page));
  }
  await row()
    .getByRole('button', { name: `Editar ${title}` })
    .click();
  const companies = await field('Para quem').locator('option').allInnerTexts();
  const other = companies.find((name) => /Vida/.test(name));
  await field('Para quem').selectOption({ label: other });
  await save();
  await gone(parts.dialog);
  await see(row().getByText(other));
  await gone(shown(marina));
  await see(shown(vida));

  // out of its time nobody has it
  await row()
    .getByRole('button', { name: `Editar ${title}` })
    .click();
  await field('Mostrar a partir de').fill('2040-01-02T10:00');
  await field('Mostrar até').fill('2040-01-01T10:00');
  await save();
  await see(parts.dialog.getByText('O fim precisa vir depois do início.'));
  await field('Mostrar até').fill('2040-01-03T10:00');
  await save();
  await gone(parts.dialog);
  await gone(shown(vida));

  // keyboard and lost forms: what is typed is not thrown away by Escape
  await parts.button('Novo informativo').click();
  await field('Título').fill('Meio escrito');
  await root.keyboard.press('Escape');
  await see(root.getByText('Descartar as mudanças?'));
  await root.getByRole('button', { name: 'Descartar', exact: true }).click();
  await gone(parts.dialog);

  await axe(root, 'announcements page');
  let last = root;
  for (const theme of ['light', 'dark']) {
    const narrow = await newPage({ storageState: await last.context().storageState(), size: 'narrow', theme });
    last = narrow;
    await narrow.goto('/announcements');
    await see(narrow.getByRole('row', { name: new RegExp(title) }));
    await until(async () => (await overflowOf(narrow)) === 0, { what: 'nothing beside the page' });
    await axe(narrow, `announcements page, narrow, ${theme}`);
    await narrow.getByRole('button', { name: `Editar ${title}` }).click();
    await see(partsOf(narrow).dialog.getByLabel('Título', { exact: true }));
    await axe(narrow, `announcement, narrow, ${theme}`);
  }
  await row()
    .getByRole('button', { name: `Excluir ${title}` })
    .click();
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await gone(row());

  // A092 A129: an admin is told, and led away after a second
  const admin = await newSignedInPage(people.admin);
  assert.equal(await admin.getByRole('link', { name: 'Informativos' }).count(), 0);
  // without a reload: the narrow pages have used its refresh token
  await root.getByRole('link', { name: 'Configurações' }).click();
  for (const label of ['Empresas', 'Planos', 'Ajuda']) await see(root.getByRole('tab', { name: label, exact: true }));
  await admin.goto('/announcements');
  await see(partsOf(admin).notice('Você não tem permissão para acessar essa página! Estamos lhe redirecionando.'));
  await admin.waitForURL((url) => url.pathname === '/');
});
