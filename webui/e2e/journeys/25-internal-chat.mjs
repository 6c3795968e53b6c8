// spec: S015 S018 S020 S048 S109 A026 A074 A089 A096 A133
import { test } from '../support/test.mjs';

test('colleagues chat among themselves, unread is marked everywhere, and only the owner changes a chat', async ({
  newPage,
  newSignedInPage,
  partsOf,
  overflowOf,
  people,
  see,
  gone,
  axe,
  until,
  assert,
}) => {
  const marina = await newSignedInPage(people.marina);
  const rafael = await newSignedInPage(people.rafael);
  const parts = partsOf(marina);
  const title = `Turno ${Date.now() % 100_000}`;
  await marina.getByRole('link', { name: /^Chat interno/ }).click();
  await see(marina.getByText('Nenhuma conversa aberta'));

  // what is missing is said
  await parts.button('Nova conversa').first().click();
  const save = () => parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await save();
  await see(parts.dialog.getByText('Por favor, preencha o título da conversa.'));
  await parts.dialog.getByLabel('Título').fill(title);
  await save();
  await see(parts.dialog.getByText('Por favor, selecione pelo menos um usuário.'));
  await axe(marina, 'new chat');
  await parts.dialog.getByLabel('Rafael Lima').check();
  await save();
  await gone(parts.dialog);
  await marina.waitForURL(/\/chats\/[0-9a-f-]{36}$/);
  const talk = (page) => page.getByRole('region', { name: title });
  await see(talk(marina).getByText('Nenhuma mensagem ainda'));

  // nothing is sent for an empty text; Enter sends
  const line = (page) => page.getByRole('textbox', { name: 'Escreva para seus colegas' });
  await line(marina).fill('   ');
  await line(marina).press('Enter');
  await see(talk(marina).getByText('Nenhuma mensagem ainda'));
  await line(marina).fill('Quem fica até as oito?');
  await line(marina).press('Enter');
  await see(talk(marina).getByText('Quem fica até as oito?'));

  // the colleague sees a dot and a number wherever he is, and opens it from the top bar
  await see(rafael.getByRole('link', { name: /^Chat interno/ }).getByText('não lidas'));
  const popover = rafael.getByRole('button', { name: /^Chat interno/ });
  await popover.click();
  const panel = rafael.getByRole('dialog', { name: 'Chat interno' });
  await see(panel.getByText('Marina Duarte: Quem fica até as oito?'));
  await axe(rafael, 'chats in the top bar');
  await panel.getByRole('button', { name: new RegExp(title) }).click();
  await rafael.waitForURL(/\/chats\//);
  await see(talk(rafael).getByText('Quem fica até as oito?'));
  await line(rafael).fill('Eu fico.');
  await rafael.getByRole('button', { name: 'Enviar', exact: true }).click();
  await see(talk(marina).getByText('Eu fico.'));
  assert.equal(await talk(marina).getByText('Eu fico.').count(), 1);
  await until(async () => (await talk(rafael).getByText('Eu fico.').count()) === 1, {
    what: 'his message stands once',
  });
  // what is open is read: the row ends with its time and no number
  const row = rafael.getByRole('main').getByRole('button', { name: new RegExp(title) });
  await until(async () => /\d\d:\d\d$/.test((await row.innerText()).trim()), {
    what: 'nothing is unread',
  });

  // only the owner changes a chat; whoever is not in it has nothing of it
  assert.equal(await rafael.getByRole('button', { name: 'Opções da conversa' }).count(), 0);
  const admin = await newSignedInPage(people.admin);
  admin.expectErrors(/status of 403 .*\/api\/chats\//);
  await admin.goto(new URL(marina.url()).pathname);
  await see(admin.getByRole('alert'));
  assert.equal(await admin.getByText('Eu fico.').count(), 0);

  const second = `${title} B`;
  await marina.getByRole('button', { name: 'Opções da conversa' }).click();
  await parts.menuItem('Editar conversa').click();
  await parts.dialog.getByLabel('Título').fill(second);
  await save();
  await gone(parts.dialog);
  await see(rafael.getByRole('region', { name: second }));

  await axe(marina, 'chat, light');
  const keeps = await marina.context().storageState();
  const dark = await newPage({ storageState: keeps, theme: 'dark' });
  await dark.goto(new URL(marina.url()).pathname);
  await see(dark.getByRole('log').getByText('Eu fico.'));
  await axe(dark, 'chat, dark');
  const narrow = await newPage({
    storageState: await dark.context().storageState(),
    size: 'narrow',
  });
  await narrow.goto(new URL(marina.url()).pathname);
  await see(narrow.getByRole('log').getByText('Eu fico.'));
  await axe(narrow, 'chat, narrow');
  assert.equal(await overflowOf(narrow), 0, 'the narrow chat scrolls sideways');
  assert.deepEqual(await narrow.getByRole('tab').allInnerTexts(), ['Chats', 'Mensagens']);
  await narrow.getByRole('tab', { name: 'Chats' }).click();
  await see(narrow.getByRole('button', { name: new RegExp(second) }));
  await gone(narrow.getByRole('log'));
  await narrow.getByRole('tab', { name: 'Mensagens' }).click();
  await see(narrow.getByRole('log').getByText('Eu fico.'));

  // gone for both
  await marina.getByRole('button', { name: 'Opções da conversa' }).click();
  await parts.menuItem('Excluir').click();
  await see(parts.dialog.getByText('Esta ação não pode ser revertida, confirmar?'));
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await marina.waitForURL((url) => url.pathname === '/chats');
  for (const page of [marina, rafael]) await gone(page.getByRole('button', { name: new RegExp(second) }));
});
