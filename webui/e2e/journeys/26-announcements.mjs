// spec: S020 S039 S047 S110 S136 S140
import { test } from '../support/test.mjs';

test('an announcement of those who run the server is seen by everybody at once, in the order of its priority', async ({
  ask,
  newSignedInPage,
  partsOf,
  people,
  see,
  gone,
  axe,
  until,
  assert,
}) => {
  const marina = await newSignedInPage(people.marina);
  const vida = await newSignedInPage(people.vida);
  const root = await newSignedInPage(people.super);
  const mark = String(Date.now() % 100_000);
  const call = (method, path, body) => ask(root, method, path, body);
  const announce = (priority, title) =>
    call('POST', '/announcements', { title, text: `Linha um ${mark}\nLinha dois <b>`, priority });
  const button = (page) => page.getByRole('button', { name: /^Informativos/ });
  const panel = (page) => page.getByRole('dialog', { name: 'Informativos' });

  const low = await announce(3, `Novo recurso ${mark}`);
  const high = await announce(1, `Manutenção ${mark}`);
  for (const page of [marina, vida])
    await until(async () => /\d/.test((await button(page).getAttribute('aria-label')) ?? ''), {
      what: 'something new',
    });
  await button(marina).click();
  const row = (title) => panel(marina).getByRole('button', { name: new RegExp(`${title} ${mark}`) });
  await see(row('Manutenção').getByText('Alta'));
  await see(row('Novo recurso').getByText('Baixa'));
  const titles = await panel(marina).getByRole('listitem').allInnerTexts();
  const at = (word) => titles.findIndex((text) => text.includes(`${word} ${mark}`));
  assert.ok(at('Manutenção') < at('Novo recurso'), 'the urgent one comes first');
  await axe(marina, 'announcements');

  // in full, as text; and no longer new
  await row('Manutenção').click();
  const dialog = partsOf(marina).dialog;
  await see(dialog.getByText('Linha dois <b>'));
  await axe(marina, 'an announcement');
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await gone(dialog);
  assert.equal(await button(marina).getAttribute('aria-label'), 'Informativos');

  // switched off or deleted, it is gone for everybody
  await call('PUT', `/announcements/${high.id}`, { status: false });
  await call('DELETE', `/announcements/${low.id}`);
  await button(marina).click();
  await gone(row('Manutenção'));
  await gone(row('Novo recurso'));
});
