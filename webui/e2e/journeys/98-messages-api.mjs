// spec: A017 A131
import { test } from '../support/test.mjs';

test('an admin makes a token, tries the message API with text and file, and sees how the calls ended', async ({
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
  const admin = await newSignedInPage(people.admin);
  const parts = partsOf(admin);
  await admin.getByRole('link', { name: 'API de mensagens' }).click();
  await see(admin.getByRole('heading', { level: 1, name: 'API de mensagens' }));
  await see(admin.getByText('60 por minuto', { exact: true }));
  await see(admin.getByText(/\/api\/messages\/send$/).first());
  for (const field of ['number', 'body', 'medias', 'closeTicket', 'queue']) {
    await see(admin.getByRole('term').filter({ hasText: field }).first());
  }

  // what is missing is said before anything leaves
  const field = (label) => admin.getByLabel(label, { exact: true });
  await field('Conexão').selectOption({ label: 'Matriz' });
  const send = () => admin.getByRole('button', { name: 'Enviar', exact: true }).click();
  await send();
  await see(admin.getByText('Obrigatório', { exact: true }).first());

  // a token is seen once
  await admin.getByRole('button', { name: /^(Gerar token|Gerar outro)$/ }).click();
  await until(
    async () => (await field('Token da conexão').inputValue()).startsWith('gch_') || (await parts.dialog.count()) > 0,
    {
      what: 'made or asked',
    },
  );
  if ((await parts.dialog.count()) > 0) await parts.dialog.getByRole('button', { name: 'Gerar outro' }).click();
  await see(admin.getByText('Guarde-o agora'));
  const token = await field('Token da conexão').inputValue();

  // the samples mirror the form
  const number = `55119${String(Date.now()).slice(-8)}`;
  await field('Número').fill(number);
  await field('Mensagem').fill('Seu pedido 48213 saiu.');
  await admin.getByText('Fechar depois').click();
  const sample = admin.getByRole('region', { name: 'Exemplos' }).getByRole('tabpanel');
  for (const [language, word] of [
    ['curl', 'curl -X POST'],
    ['JavaScript', 'await fetch('],
    ['Python', 'requests.post('],
    ['PHP', 'curl_init('],
  ]) {
    await admin.getByRole('tab', { name: language }).click();
    for (const text of [word, number, 'Seu pedido 48213 saiu.', 'closeTicket'])
      await see(sample.filter({ hasText: text }));
    assert.ok(!(await sample.textContent()).includes(token), 'no token in a sample');
  }

  const response = admin.getByRole('region', { name: 'Resposta' }).first();
  const calls = admin.getByRole('region', { name: 'Últimas chamadas' });
  await send();
  await see(response.getByText('Mensagem enviada'));
  await see(parts.notice('Mensagem enviada com sucesso'));
  await see(calls.getByText('200').first());
  await admin.locator('input[type="file"]').setInputFiles(samples.asUpload(samples.paper({ name: 'nota.pdf' })));
  await see(sample.filter({ hasText: 'nota.pdf' }));
  await send();
  await see(calls.getByText('Formulário').first());

  // a wrong token is refused as a program hears it, and signs nobody out
  admin.expectErrors(/status of 401 .*messages\/send/);
  await field('Token da conexão').fill('gch_este-token-nao-existe');
  await send();
  await see(response.getByText('Acesso não permitido'));
  await see(admin.getByRole('heading', { level: 1, name: 'API de mensagens' }));

  await axe(admin, 'messages api');
  let last = admin;
  for (const theme of ['light', 'dark']) {
    for (const size of ['narrow', 'wide']) {
      const page = await newPage({ storageState: await last.context().storageState(), size, theme });
      last = page;
      await page.goto('/messages-api');
      await see(page.getByRole('button', { name: 'Gerar outro' }));
      await see(page.getByRole('region', { name: 'Últimas chamadas' }).getByText('200').first());
      await until(async () => (await overflowOf(page)) === 0, { what: 'nothing beside the page' });
      await axe(page, `messages api, ${size}, ${theme}`);
      await page.screenshot({ path: test.info().outputPath(`messages-api-${size}-${theme}.png`), fullPage: true });
    }
  }

  // an attendant has neither the item nor the page
  const marina = await newSignedInPage(people.marina);
  assert.equal(await marina.getByRole('link', { name: 'API de mensagens' }).count(), 0);
  await marina.goto('/messages-api');
  await until(async () => !marina.url().endsWith('/messages-api'), { what: 'led away' });
  await gone(marina.getByRole('heading', { name: 'API de mensagens' }));
});
