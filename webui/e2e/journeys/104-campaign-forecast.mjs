import { test } from '../support/test.mjs';

test('a campaign is copied, told how long it takes, spread over two numbers, and says why it stopped by itself', async ({
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
  const admin = await newSignedInPage(people.admin);
  const parts = partsOf(admin);
  const ended = 'Pesquisa pós-compra';
  const copy = `${ended} (cópia)`;
  const row = (page, name) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  const field = (label) => parts.dialog.getByLabel(label, { exact: true });

  // what each number may still send today
  await admin.getByRole('link', { name: 'Campanhas' }).click();
  const cards = admin.getByRole('list', { name: 'Números' });
  const matriz = cards.getByRole('listitem').filter({ hasText: 'Matriz' });
  await see(matriz.getByText('Conectado'));
  await see(matriz.getByText(/^\d+ de 200 hoje$/));
  await see(matriz.getByText(/limite pleno/));

  // the copy: filled, without a time, with texts that are compared
  await see(row(admin, ended).getByText('Finalizada'));
  await row(admin, ended)
    .getByRole('button', { name: `Mais opções de ${ended}` })
    .click();
  await parts.menuItem('Duplicar campanha').click();
  await see(parts.dialog.getByRole('heading', { name: 'Duplicar campanha' }));
  assert.equal(await field('Nome').inputValue(), copy);
  assert.equal(await field('Começa em (opcional)').inputValue(), '');
  await see(parts.dialog.getByText('Textos diferentes entre si'));
  const first = await field('Mensagem 1').inputValue();
  await parts.dialog.getByRole('tab', { name: 'Mensagem 2' }).click();
  await field('Mensagem 2').fill(first.replace('Oi', 'Olá'));
  await see(parts.dialog.getByText('Dois textos são quase iguais: varie mais as palavras'));

  // how long it takes, with one number and with two
  await see(parts.dialog.getByText(/^Termina em .* Até 200 envios por dia\.$/));
  const second = parts.dialog.getByRole('checkbox', { name: 'Loja Centro', exact: true });
  await second.check();
  await see(parts.dialog.getByText(/^Termina em .* Até 400 envios por dia\.$/));
  await see(parts.dialog.getByText('2 números conectados, em rodízio'));
  await field('Envios por dia (opcional)').fill('1');
  await see(parts.dialog.getByText(/6 dias de envio.* Até 2 envios por dia\.$/));
  await axe(admin, 'copy of a campaign');
  await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await gone(parts.dialog);
  await see(row(admin, copy).getByText('Inativa'));
  await see(row(admin, copy).getByText('Matriz, Loja Centro'));

  // the report of the one that has ended, and what another one says that stopped by itself
  await row(admin, ended)
    .getByRole('button', { name: `Relatório de ${ended}` })
    .click();
  await see(admin.getByRole('heading', { level: 1, name: ended }));
  await see(admin.getByRole('button', { name: /^Lidas/ }));
  await see(admin.getByRole('row').filter({ hasText: 'Alice Moura' }).getByText('Matriz'));
  const address = new URL(admin.url()).pathname;
  const stopped = { status: 'EM_ANDAMENTO', pausedReason: 'failures', pausedAt: '2026-11-25T15:00:00Z' };
  const api = `**/api/campaigns/${address.split('/')[2]}`;
  const words = {
    inRow: [{ failed: 5, sent: 5 }, 'Pausamos para proteger o número: 5 envios seguidos falharam'],
    share: [{ failed: 6, sent: 200 }, 'Pausamos para proteger o número: 6 dos últimos 200 envios falharam'],
    restricted: [{ failed: 1, sent: 1 }, 'Pausamos porque o WhatsApp restringiu o número'],
  };
  for (const [kind, [figures, text]] of Object.entries(words)) {
    await admin.route(api, async (route) => {
      const answer = await route.fetch();
      const json = { ...(await answer.json()), ...stopped, pausedFailures: { kind, ...figures } };
      await route.fulfill({ json });
    });
    await admin.reload();
    await see(admin.getByText(text));
    await see(admin.getByText('Sem previsão enquanto estiver pausada.'));
    await admin.unroute(api);
  }
  await axe(admin, 'campaign that stopped by itself');

  for (const theme of ['light', 'dark']) {
    const narrow = await newSignedInPage(people.admin, { size: 'narrow', theme });
    await narrow.goto('/campaigns');
    await see(narrow.getByRole('list', { name: 'Números' }).getByText('Matriz'));
    await until(async () => (await overflowOf(narrow)) === 0, { what: 'nothing beside the page' });
    await axe(narrow, `numbers of campaigns, narrow, ${theme}`);
    await narrow.getByRole('button', { name: `Editar ${copy}` }).click();
    await see(partsOf(narrow).dialog.getByText(/6 dias de envio/));
    await until(async () => (await overflowOf(narrow)) === 0, { what: 'nothing beside the dialog' });
    await axe(narrow, `numbers in rotation, narrow, ${theme}`);
  }
});
