import { createServer } from 'node:http';
import { test } from '../support/test.mjs';

/** A model on an address that the desk calls its own: streams what the journey tells it to, and can be held in between. */
async function startModel() {
  const model = {
    asked: [],
    pieces: ['Olá, Dalva! ', 'A troca é grátis. ', '<b>Mantemos</b> o tamanho M?'],
    left: 0,
    held: null,
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', async () => {
      if (request.url.endsWith('/audio/transcriptions')) {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ text: 'Quero trocar a blusa.' }));
        return;
      }
      const told = JSON.parse(text);
      model.asked.push(told);
      response.on('close', () => {
        if (!response.writableFinished) model.left += 1;
      });
      response.setHeader('content-type', 'text/event-stream');
      response.flushHeaders();
      const say = (data) => response.write(`data: ${JSON.stringify(data)}\n\n`);
      for (const piece of model.pieces) {
        if (model.held) await model.held.promise;
        say({ choices: [{ delta: { content: piece } }] });
      }
      say({ choices: [], usage: { prompt_tokens: 120, completion_tokens: 30 } });
      response.end('data: [DONE]\n\n');
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.2', resolve));
  model.url = `http://127.0.0.2:${server.address().port}/v1`;
  model.hold = () => {
    let resolve;
    const promise = new Promise((done) => (resolve = done));
    model.held = { promise, resolve };
  };
  model.release = () => {
    model.held?.resolve();
    model.held = null;
  };
  model.close = () => {
    model.release();
    server.closeAllConnections();
    server.close();
  };
  return model;
}

test('a model drafts, summarises and rewrites for an attendant, who alone sends; an admin sees what it took', async ({
  newPage,
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  people,
  see,
  gone,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const model = await startModel();
  try {
    const admin = await newSignedInPage(people.admin);
    const boss = partsOf(admin);
    const name = `Ajuda ${Date.now() % 100_000}`;
    await admin.goto('/prompts');
    await boss.button('Novo prompt').first().click();
    const field = (label) => boss.dialog.getByLabel(label, { exact: true });
    await field('Nome').fill(name);
    await field('Instruções').fill('Você atende a Lojas Aurora.');
    await field('Chave da API').fill('sk-jornada-0123456789');
    await field('Endereço do serviço').fill(model.url);
    await field('Fila').selectOption({ label: 'Vendas' });
    await boss.dialog.getByRole('button', { name: 'Salvar' }).click();
    await gone(boss.dialog);

    // nobody is helped before the company wants it
    const marina = await newSignedInPage(people.marina);
    const hers = partsOf(marina);
    const connection = await simulator.connectionOf('Lojas Aurora');
    const customer = simulator.newCustomer('Dalva');
    await simulator.say(connection, { ...customer, body: 'A blusa veio com a costura aberta. Dá para trocar?' });
    await accept(marina, customer.pushName);
    await see(hers.button('Sussurro'));
    assert.equal(await hers.button('Ajuda da IA').count(), 0);

    // what the company knows is written down, and changed
    await admin.getByRole('tab', { name: 'Conhecimento' }).click();
    const title = `Política de trocas ${Date.now() % 100_000}`;
    await boss.button('Novo artigo').first().click();
    await boss.dialog.getByLabel('Título').fill(title);
    await boss.dialog.getByLabel('Texto').fill('A troca por defeito é grátis.');
    await axe(admin, 'new article');
    await boss.dialog.getByRole('button', { name: 'Salvar' }).click();
    await gone(boss.dialog);
    const article = admin.getByRole('row', { name: new RegExp(title) });
    await see(article.getByText('Em uso'));
    await article.getByRole('button', { name: `Editar ${title}` }).click();
    assert.equal(await boss.dialog.getByLabel('Texto').inputValue(), 'A troca por defeito é grátis.');
    await boss.dialog.getByLabel('Texto').fill('A troca por defeito é grátis em até 30 dias.');
    await boss.dialog.getByRole('button', { name: 'Salvar' }).click();
    await gone(boss.dialog);
    await axe(admin, 'articles');

    await admin.getByRole('tab', { name: 'Uso e ajuda' }).click();
    await see(admin.getByRole('region', { name: 'Uso deste mês' }));
    const assist = admin.getByRole('region', { name: 'Ajuda aos atendentes' });
    await assist.getByLabel('Prompt usado').selectOption({ label: name });
    await see(boss.notice('Configuração salva').first());
    await assist.getByRole('switch').click();
    await until(() => assist.getByRole('switch').isChecked(), { what: 'help switched on' });

    // a draft comes over the text; Escape throws it away and ends the call
    const helper = hers.button('Ajuda da IA');
    await see(helper);
    const panel = (title) => hers.conversation.getByRole('region', { name: title });
    const draft = panel('Sugestão da IA');
    const suggest = async () => {
      await helper.click();
      await hers.menuItem('Sugerir resposta').click();
      await see(draft);
    };
    model.hold();
    await suggest();
    await see(draft.getByRole('button', { name: 'Parar' }));
    await axe(marina, 'draft on its way');
    await marina.keyboard.press('Escape');
    await gone(draft);
    await until(() => model.left === 1, { what: 'the call has ended' });
    model.release();
    await suggest();
    await see(draft.getByText('<b>Mantemos</b> o tamanho M?'));
    assert.equal(await draft.locator('b').count(), 0, 'an answer is text');
    await see(draft.getByText('Rascunho · não enviado'));
    await see(draft.getByText(new RegExp(`Artigos lidos: .*${title}`)));
    await axe(marina, 'draft');
    assert.equal((await simulator.ledgerOf(connection, customer.from)).length, 0);
    assert.match(model.asked.at(-1).messages.at(-1).content, /costura aberta/);

    // taken over by the keyboard it stands in the composer, and leaves only when she sends it
    await marina.keyboard.press('Control+Enter');
    await gone(draft);
    const whole = 'Olá, Dalva! A troca é grátis. <b>Mantemos</b> o tamanho M?';
    assert.equal(await hers.composer.inputValue(), whole);
    assert.equal((await simulator.ledgerOf(connection, customer.from)).length, 0, 'nothing was sent');

    // her own text, said otherwise, and once more
    model.pieces = ['Boa tarde, Dalva.'];
    await helper.click();
    await hers.menuItem('Mais formal').click();
    const rewritten = panel('Texto da IA');
    await see(rewritten.getByText('Boa tarde, Dalva.'));
    await rewritten.getByRole('button', { name: 'Tentar de novo' }).click();
    await until(() => model.asked.length === 4, { what: 'asked again' });
    await see(rewritten.getByText('Boa tarde, Dalva.'));
    await rewritten.getByRole('button', { name: 'Usar texto' }).click();
    assert.equal(await hers.composer.inputValue(), 'Boa tarde, Dalva.');
    await hers.send.click();
    await see(hers.message('Boa tarde, Dalva.'));
    await until(async () => (await simulator.ledgerOf(connection, customer.from)).length === 1, {
      what: 'sent once',
    });

    // a summary becomes a whisper
    model.pieces = ['- Quer trocar a blusa.'];
    await helper.click();
    await hers.menuItem('Resumir a conversa').click();
    const summary = panel('Resumo da conversa');
    await see(summary.getByText('- Quer trocar a blusa.'));
    await summary.getByRole('button', { name: 'Virar sussurro' }).click();
    await see(hers.conversation.getByText('Sussurro ligado: só a equipe lê'));
    await hers.send.click();
    await see(hers.message('Quer trocar a blusa.'));
    assert.equal((await simulator.ledgerOf(connection, customer.from)).length, 1);

    // a recording is written down, once for everybody
    const bar = marina.getByRole('group', { name: 'Gravação de áudio' });
    await hers.button('Gravar áudio').press('Enter');
    await until(async () => (await bar.getByRole('timer').innerText()) >= '0:02', { what: 'two seconds' });
    await bar.getByRole('button', { name: 'Enviar a gravação' }).click();
    await gone(bar);
    await hers.bubbles.getByRole('button', { name: 'Transcrever' }).click();
    await see(hers.message('Quero trocar a blusa.'));
    await gone(hers.bubbles.getByRole('button', { name: 'Transcrever' }));
    await axe(marina, 'transcript');

    // the month is counted, and has an end
    await admin.reload();
    const usage = admin.getByRole('region', { name: 'Uso deste mês' });
    await see(usage.getByRole('row', { name: /Sugestões 2/ }));
    await see(usage.getByRole('row', { name: /Resumos 1 120 30/ }));
    const limit = admin.getByRole('region', { name: 'Limite do mês' });
    await limit.getByLabel('Limite em tokens').fill('muito');
    await limit.getByRole('button', { name: 'Salvar limite' }).click();
    await see(limit.getByText('um número dentro do limite'));
    await limit.getByLabel('Limite em tokens').fill('100');
    await limit.getByLabel(/^Preço/).fill('2,50');
    await axe(admin, 'usage');
    await limit.getByRole('button', { name: 'Salvar limite' }).click();
    await see(usage.getByText('O limite foi atingido'));
    await see(usage.getByText('cerca de R$'));
    let last = admin;
    for (const theme of ['light', 'dark']) {
      const narrow = await newPage({ storageState: await last.context().storageState(), size: 'narrow', theme });
      last = narrow;
      await narrow.goto('/prompts?tab=usage');
      await see(narrow.getByText('O limite foi atingido'));
      await until(async () => (await overflowOf(narrow)) === 0, { what: 'nothing beside the page' });
      await axe(narrow, `usage, narrow, ${theme}`);
    }
    marina.expectErrors(/status of 409 .*ai\/suggest/);
    await suggest();
    await see(draft.getByText('O limite mensal de IA da empresa foi atingido.'));
    await axe(marina, 'at the limit');
    await draft.getByRole('button', { name: 'Descartar' }).click();
    await gone(draft);
    await limit.getByLabel('Limite em tokens').fill('');
    await limit.getByRole('button', { name: 'Salvar limite' }).click();
    await gone(usage.getByText('O limite foi atingido'));
    await assist.getByRole('switch').click();
    await gone(helper);
    await admin.getByRole('tab', { name: 'Conhecimento' }).click();
    await article.getByRole('button', { name: `Excluir ${title}` }).click();
    await boss.dialog.getByRole('button', { name: 'Excluir' }).click();
    await gone(article);
  } finally {
    model.close();
  }
});
