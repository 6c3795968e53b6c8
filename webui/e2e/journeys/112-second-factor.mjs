// A code of an authenticator app: RFC 6238, as the app computes it.
import { createHmac } from 'node:crypto';
import { test } from '../support/test.mjs';

function codeOf(secret, steps) {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replaceAll(' ', '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = hash[19] & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test('somebody switches on a second factor, signs in with it and with a recovery code, and a company requires it', async ({
  newSignedInPage,
  newPage,
  partsOf,
  people,
  see,
  gone,
  axe,
  overflowOf,
  assert,
}) => {
  const page = await newSignedInPage(people.rafael);
  const parts = partsOf(page);
  const { dialog } = parts;
  page.expectErrors(/status of 400/);
  const openSecurity = async () => {
    await parts.accountMenu.click();
    await parts.menuItem('Segurança').click();
    await see(dialog.getByRole('heading', { name: 'Segundo fator' }));
  };
  await openSecurity();
  await see(dialog.getByText(/está desligado/));
  await dialog.getByRole('button', { name: 'Ligar o segundo fator' }).click();
  await see(dialog.getByRole('img', { name: 'Código QR do segundo fator' }));
  const secret = await dialog.locator('code').innerText();
  await axe(page, 'setting up a second factor');
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(page), 0);
  await page.setViewportSize({ width: 1440, height: 900 });
  // nothing is sent before both are there
  await dialog.getByRole('button', { name: 'Ligar', exact: true }).click();
  await dialog.getByLabel('Código de verificação').fill(codeOf(secret, 0));
  await dialog.getByLabel('Senha atual', { exact: true }).fill('errada');
  await dialog.getByRole('button', { name: 'Ligar', exact: true }).click();
  await see(dialog.getByText('A senha atual não confere.'));
  await dialog.getByLabel('Senha atual', { exact: true }).fill(people.rafael.password);
  await dialog.getByRole('button', { name: 'Ligar', exact: true }).click();
  const codes = dialog.getByRole('list', { name: 'Códigos de reserva' }).getByRole('listitem');
  await see(codes.first());
  const paper = await codes.allInnerTexts();
  assert.equal(paper.length, 10);
  await dialog.getByRole('button', { name: 'Já guardei' }).click();
  await see(dialog.getByText(/Restam 10 códigos de reserva/));
  await page.keyboard.press('Escape');
  await gone(dialog);

  // the log-in asks for the code, refuses a wrong one and takes the next
  const other = await newPage();
  other.expectErrors(/status of 400/);
  await other.goto('/login');
  const logIn = async ({ email, password }) => {
    await other.getByLabel('E-mail').fill(email);
    await other.getByLabel('Senha', { exact: true }).fill(password);
    await other.getByRole('button', { name: 'Entrar', exact: true }).click();
  };
  const code = other.getByLabel('Código de verificação');
  await logIn(people.rafael);
  await see(code);
  await axe(other, 'a log-in that asks for a code');
  await code.fill('000');
  await code.press('Enter');
  await see(other.getByText('O código não confere. Use o mais recente.'));
  await code.fill(paper[0]);
  await code.press('Enter');
  await other.waitForURL('**/tickets');

  // an admin requires it: whoever has none sets it up on the way in
  const admin = await newSignedInPage(people.admin);
  await admin.getByRole('link', { name: 'Configurações' }).click();
  await admin.getByRole('switch', { name: /Exigir segundo fator/ }).click();
  await see(admin.getByText('Operação atualizada com sucesso.'));
  const third = await newPage();
  third.expectErrors(/status of 403/);
  await third.goto('/login');
  await third.getByLabel('E-mail').fill(people.marina.email);
  await third.getByLabel('Senha', { exact: true }).fill(people.marina.password);
  await third.getByRole('button', { name: 'Entrar', exact: true }).click();
  await see(third.getByRole('img', { name: 'Código QR do segundo fator' }));
  await third.getByLabel('Código de verificação').fill(codeOf(await third.locator('code').innerText(), 0));
  await third.getByRole('button', { name: 'Entrar', exact: true }).click();
  await see(third.getByRole('list', { name: 'Códigos de reserva' }));
  await third.getByRole('button', { name: 'Já guardei, entrar' }).click();
  await third.waitForURL('**/tickets');
  await admin.getByRole('switch', { name: /Exigir segundo fator/ }).click();

  // who has lost his phone is helped by an admin
  await admin.getByRole('link', { name: 'Usuários' }).click();
  for (const { email } of [people.rafael, people.marina]) {
    const row = admin.getByRole('listitem').filter({ hasText: email });
    await row.getByRole('button', { name: /^Editar/ }).click();
    await admin.getByRole('button', { name: 'Tirar o segundo fator' }).click();
    await see(admin.getByText('O segundo fator foi tirado, se havia um.').last());
    await admin.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
    await gone(admin.getByRole('dialog'));
  }
  const again = await newSignedInPage(people.rafael);
  await see(again.getByRole('main'));
});
