import { test } from '../support/test.mjs';

test('support enters a company for a while, everybody there sees it, and all it does is in the record', async ({
  unique,
  newSignedInPage,
  partsOf,
  people,
  see,
  gone,
  axe,
  overflowOf,
  assert,
}) => {
  const paula = await newSignedInPage(people.vida);
  const root = await newSignedInPage(people.super);
  const parts = partsOf(root);
  await root.goto('/settings?tab=companies');
  const row = root.getByRole('row', { name: /Clínica Vida/ });
  const enter = async (reason) => {
    await row.getByRole('button', { name: 'Editar Clínica Vida' }).click();
    await root.getByRole('button', { name: 'Entrar como suporte em Clínica Vida' }).click();
    await parts.dialog.getByLabel('Motivo').fill(reason);
    await parts.dialog.getByLabel('Por quanto tempo').selectOption({ label: '15 minutos' });
  };
  const goIn = () => parts.dialog.getByRole('button', { name: 'Entrar' }).click();
  await enter('Oi');
  await goIn();
  await see(parts.dialog.getByRole('alert'));
  await parts.dialog.getByLabel('Motivo').fill('Ajuda com as tags');
  await axe(root, 'entering a company');
  await goIn();
  await root.waitForURL('**/tickets');
  const bar = root.getByText(/Você está em Clínica Vida, no lugar de Paula Mendes, até/);
  await see(bar);
  await see(
    paula.getByText(/Equipe Guichê está nesta empresa como suporte, no lugar de Paula Mendes, até .*Ajuda com as tags/),
  );
  await axe(paula, 'support in the company');
  await axe(root, 'as support');
  await root.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(root), 0);
  await root.setViewportSize({ width: 1440, height: 900 });

  // it survives a reload, and does what an admin does, but nothing of the platform
  await root.reload();
  await see(bar);
  assert.equal(await root.getByRole('link', { name: 'Operação' }).count(), 0);
  const tag = `Tag ${unique()}`;
  await root.goto('/tags');
  await root.getByRole('button', { name: 'Nova tag' }).first().click();
  await parts.dialog.getByLabel('Nome').fill(tag);
  await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await gone(parts.dialog);

  // the company ends it, and the super user is himself again
  // what was under way when the stay ended is refused, and the stay itself is not found any more
  root.expectErrors(/status of 40[134]/);
  await paula.getByRole('button', { name: 'Encerrar acesso' }).click();
  await gone(paula.getByText(/Equipe Guichê está nesta empresa/));
  await root.waitForURL('**/settings?tab=companies');
  await see(root.getByRole('link', { name: 'Operação' }));

  // the record: who, in whose place, what
  await paula.getByRole('link', { name: 'Registro de ações' }).click();
  await paula.waitForURL('**/audit');
  const records = paula.getByRole('row').filter({ hasText: tag });
  await see(records.first());
  await see(records.filter({ hasText: 'criou Tag' }).getByText('Suporte: Equipe Guichê'));
  await axe(paula, 'record of actions');
  await records.filter({ hasText: 'criou Tag' }).getByRole('button').click();
  const dialog = partsOf(paula).dialog;
  await see(dialog.getByRole('row', { name: new RegExp(`name.*${tag}`) }));
  await see(dialog.getByText('POST /api/tags'));
  await axe(paula, 'one action');
  await paula.keyboard.press('Escape');
  await gone(dialog);
  await paula.getByLabel('O quê').selectOption({ label: 'Acesso de suporte' });
  await see(paula.getByRole('row').filter({ hasText: 'Ajuda com as tags' }).first());
  await paula.getByLabel('De', { exact: true }).fill('2099-01-01');
  await see(paula.getByText('Nada encontrado'));
  await paula.getByLabel('De', { exact: true }).fill('');
  const downloading = paula.waitForEvent('download');
  await paula.getByRole('button', { name: 'Exportar CSV' }).click();
  assert.equal((await downloading).suggestedFilename(), 'registro-de-acoes.csv');
  await paula.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(paula), 0);

  // he leaves by himself
  await root.goto('/settings?tab=companies');
  await enter('Mais uma vez');
  await goIn();
  await root.waitForURL('**/tickets');
  await root.getByRole('button', { name: 'Sair da empresa' }).click();
  await root.waitForURL('**/settings?tab=companies');
  await see(row);
});
