// spec: A009 A076 A099
import { test } from '../support/test.mjs';

const SECRETS = {
  'Token de acesso': 'EAAG-segredo-de-acesso-1234567890',
  'Chave secreta do app': '0123456789abcdef0123456789abcdef',
  'Token de verificação': 'palavra-que-so-nos-sabemos',
};

test('the secrets of an official number are asked for once and never shown again', async ({
  newSignedInPage,
  partsOf,
  people,
  see,
  gone,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.vida);
  const parts = partsOf(page);
  const answers = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/whatsapp')) answers.push(response.text().catch(() => ''));
  });
  await page.getByRole('link', { name: 'Conexões' }).click();
  await parts.button('Nova conexão').click();
  const { dialog } = parts;
  await dialog.getByText('Cloud API oficial', { exact: true }).click();
  const field = (label) => dialog.getByLabel(label, { exact: true });
  await field('Nome').fill('Número oficial');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await until(async () => (await dialog.getByText('Required').count()) === 5, { what: 'five required fields' });
  await field('ID do número de telefone').fill('106540352242922');
  await field('ID da conta WhatsApp Business').fill('102290129340398');
  for (const [label, secret] of Object.entries(SECRETS)) {
    assert.equal(await field(label).getAttribute('type'), 'password');
    await field(label).fill(secret);
  }
  await dialog.getByRole('button', { name: 'Salvar' }).click();

  // what is left to do at Meta
  await see(dialog.getByRole('heading', { name: 'Falta ligar o webhook na Meta' }));
  assert.match(await field('URL de callback do webhook').inputValue(), /\/api\/webhooks\/whatsapp\/\d+$/);
  await dialog.getByRole('button', { name: 'Concluir' }).click();
  await gone(dialog);

  const edit = page.getByRole('button', { name: 'Editar Número oficial' });
  await edit.click();
  assert.equal(await field('ID do número de telefone').inputValue(), '106540352242922');
  for (const label of Object.keys(SECRETS)) {
    assert.equal(await field(label).inputValue(), '');
    assert.equal(await field(label).getAttribute('placeholder'), 'guardado');
  }
  // an empty secret keeps what is stored
  await field('Nome').fill('Número da Meta');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await gone(dialog);
  await see(page.getByRole('article', { name: 'Número da Meta' }));

  const said = (await Promise.all(answers)).join('\n') + (await page.content());
  for (const secret of Object.values(SECRETS)) assert.ok(!said.includes(secret), 'a secret came back');

  await page.getByRole('button', { name: 'Excluir Número da Meta' }).click();
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await gone(page.getByRole('article', { name: 'Número da Meta' }));
});
