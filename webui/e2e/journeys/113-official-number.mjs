// An official number with templates, from the connection to a conversation and a campaign, beside a Graph API of its own.
import { customerWrote, startGraph } from '../support/graph.mjs';
import { test } from '../support/test.mjs';

const SECRET = '0123456789abcdef0123456789abcdef';

const template = (name, status, text) => ({
  id: `9${name.length}${text.length}`,
  name,
  status,
  category: 'UTILITY',
  language: 'pt_BR',
  rejected_reason: 'NONE',
  components: [{ type: 'BODY', text, example: { body_text: [['Ana']] } }],
});

test('an official number shows its templates, and they reach who has not written for a day, one by one and in bulk', async ({
  base,
  graphPort,
  newPage,
  newSignedInPage,
  partsOf,
  people,
  see,
  gone,
  axe,
  until,
  accept,
  overflowOf,
  samples,
  assert,
}) => {
  const graph = await startGraph(graphPort);
  try {
    const [numberId, accountId, line] = [`77${Date.now()}`, `88${Date.now()}`, `Oficial ${Date.now() % 100_000}`];
    graph.keep(template('pedido_saiu', 'APPROVED', 'Olá {{1}}, seu pedido saiu.'));
    graph.keep({
      ...template('contrato', 'APPROVED', 'Segue o contrato.'),
      components: [
        { type: 'HEADER', format: 'DOCUMENT' },
        { type: 'BODY', text: 'Segue o contrato.' },
      ],
    });
    graph.keep({
      ...template('onde_estamos', 'APPROVED', 'Esperamos por você aqui.'),
      components: [
        { type: 'HEADER', format: 'LOCATION' },
        { type: 'BODY', text: 'Esperamos por você aqui.' },
      ],
    });
    graph.keep(template('em_analise', 'PENDING', 'Ainda não serve, {{1}}.'));
    const files = {
      picture: samples.asUpload(samples.picture({ name: 'foto.png' })),
      document: samples.asUpload(samples.paper({ name: 'contrato.pdf' })),
    };
    const admin = await newSignedInPage(people.admin);
    const parts = partsOf(admin);
    const { dialog } = parts;
    const field = (label) => dialog.getByLabel(label, { exact: true });
    const save = () => dialog.getByRole('button', { name: 'Salvar' }).click();

    // the number, each of its credentials tried at Meta's
    await admin.getByRole('link', { name: 'Conexões' }).click();
    await parts.button('Nova conexão').click();
    await dialog.getByText('Cloud API oficial', { exact: true }).click();
    await field('Nome').fill(line);
    await field('ID do número de telefone').fill(numberId);
    await field('ID da conta WhatsApp Business').fill(accountId);
    await field('Token de acesso').fill('EAAG-de-ensaio-1234567890');
    await field('Chave secreta do app').fill(SECRET);
    await field('Token de verificação').fill('palavra-de-ensaio');
    await save();
    const callback = await field('URL de callback do webhook').inputValue();
    assert.ok(callback.startsWith(`${base}/api/webhooks/whatsapp/`), callback);
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await gone(dialog);
    const card = admin.getByRole('article', { name: line });
    await see(card.getByText('Conectado', { exact: true }));

    // its templates as Meta has them; a new one waits there, one that goes is gone there
    await card.getByRole('button', { name: `Modelos de ${line}` }).click();
    await dialog.getByRole('button', { name: 'Atualizar' }).click();
    const item = (name) =>
      dialog.getByRole('listitem').filter({ has: admin.getByRole('heading', { name, exact: true }) });
    await see(item('pedido_saiu').getByText('Aprovado'));
    await see(item('pedido_saiu').getByText('Utilidade'));
    await see(item('em_analise').getByText('Em análise'));
    await axe(admin, 'templates of a number');
    await dialog.getByRole('button', { name: 'Novo modelo' }).click();
    await field('Nome').fill('Volta Logo');
    await field('Texto').fill('Sentimos sua falta, {{1}}!');
    await dialog.getByRole('button', { name: 'Enviar para aprovação' }).click();
    await see(dialog.getByText('Preencha todas as variáveis.'));
    await field('Texto: variável 1').fill('Ana');
    await axe(admin, 'new template');
    await dialog.getByRole('button', { name: 'Enviar para aprovação' }).click();
    await see(item('volta_logo').getByText('Em análise'));
    assert.deepEqual(graph.names(), ['pedido_saiu', 'contrato', 'onde_estamos', 'em_analise', 'volta_logo']);
    // one with a picture above its text, of which Meta gets a sample
    await dialog.getByRole('button', { name: 'Novo modelo' }).click();
    await field('Nome').fill('vitrine');
    await field('Texto').fill('Chegou a nova coleção.');
    await field('Cabeçalho (opcional)').fill('Oi');
    await gone(dialog.getByRole('group', { name: 'Arquivo do cabeçalho (opcional)' }));
    await field('Cabeçalho (opcional)').fill('');
    await dialog.locator('input[type=file]').setInputFiles(files.picture);
    await gone(field('Cabeçalho (opcional)'));
    await axe(admin, 'new template with a picture');
    await dialog.getByRole('button', { name: 'Enviar para aprovação' }).click();
    await see(item('vitrine').getByText('Imagem do cabeçalho: foto.png'));
    const [header] = graph.template('vitrine').components;
    assert.equal(header.format, 'IMAGE');
    assert.match(header.example.header_handle[0], /^4::upload:/);
    // one with a place above its text, of which Meta wants no example
    await dialog.getByRole('button', { name: 'Novo modelo' }).click();
    await field('Nome').fill('como_chegar');
    await field('Texto').fill('Venha nos visitar.');
    await dialog.getByRole('checkbox', { name: 'O cabeçalho é um lugar no mapa, escolhido a cada envio' }).check();
    await gone(field('Cabeçalho (opcional)'));
    await see(dialog.getByText('📍 Lugar do cabeçalho'));
    await axe(admin, 'new template with a place');
    await dialog.getByRole('button', { name: 'Enviar para aprovação' }).click();
    await see(item('como_chegar').getByText('Lugar do cabeçalho: escolhido ao enviar'));
    assert.deepEqual(graph.template('como_chegar').components[0], { type: 'HEADER', format: 'LOCATION' });
    // one that was made at Meta's has no file here until somebody gives it one
    await see(item('contrato').getByText('Documento do cabeçalho: nenhum arquivo'));

    await dialog.getByRole('button', { name: 'Excluir modelo em_analise' }).click();
    await dialog.getByRole('button', { name: 'Excluir', exact: true }).click();
    await see(item('pedido_saiu'));
    await gone(item('em_analise'));
    assert.deepEqual(graph.names(), [
      'pedido_saiu',
      'contrato',
      'onde_estamos',
      'volta_logo',
      'vitrine',
      'como_chegar',
    ]);
    await admin.keyboard.press('Escape');
    await gone(dialog);

    // who wrote two days ago gets no free text, but the template, filled
    const from = `55119${String(Date.now()).slice(-8)}`;
    const who = { secret: SECRET, numberId, accountId, from, name: 'Olga Prates' };
    await customerWrote(callback, { ...who, text: 'Cadê meu pedido?', hoursAgo: 48 });
    await admin.getByRole('link', { name: 'Atendimentos' }).click();
    await accept(admin, 'Olga Prates');
    await see(
      parts.conversation.getByText('A janela de 24 horas está fechada: o cliente só recebe modelos aprovados.'),
    );
    await parts.conversation.getByRole('button', { name: 'Enviar modelo' }).click();
    const offered = await field('Modelo').locator('option').allInnerTexts();
    assert.ok(!offered.join().includes('volta_logo'), 'what is not approved is offered');
    await field('Modelo').selectOption({ label: 'pedido_saiu · pt_BR' });
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
    await see(dialog.getByText('Preencha todas as variáveis.'));
    await field('Texto: variável 1').fill('{{firstName}}');
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
    await gone(dialog);
    await see(parts.bubbles.filter({ hasText: 'Olá Olga, seu pedido saiu.' }));
    await until(async () => graph.sent.length === 1, { what: 'Meta has the template' });
    const [message] = graph.sent;
    assert.equal(message.to, from);
    assert.equal(message.template.name, 'pedido_saiu');
    assert.deepEqual(message.template.components, [{ type: 'body', parameters: [{ type: 'text', text: 'Olga' }] }]);

    // a template with a document asks for it, by keyboard too
    await parts.conversation.getByRole('button', { name: 'Enviar modelo' }).click();
    await field('Modelo').selectOption({ label: 'contrato · pt_BR' });
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
    const asked = dialog.getByRole('group', { name: 'Documento do cabeçalho' });
    await see(asked.getByText('Escolha o arquivo que vai acima do texto.'));
    await axe(admin, 'template with a document');
    const choosing = admin.waitForEvent('filechooser');
    await asked.getByRole('button', { name: 'Anexar arquivo' }).press('Enter');
    await (await choosing).setFiles(files.document);
    await see(asked.getByText('contrato.pdf'));
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
    await gone(dialog);
    await see(parts.bubbles.filter({ hasText: 'Segue o contrato.' }));
    await until(async () => graph.sent.length === 2, { what: 'Meta has the document' });
    const [shown] = graph.sent[1].template.components;
    assert.equal(shown.type, 'header');
    assert.match(shown.parameters[0].document.id, /^media-/);
    assert.equal(shown.parameters[0].document.filename, 'contrato.pdf');

    // one with a place asks for it, with its name and address
    await parts.conversation.getByRole('button', { name: 'Enviar modelo' }).click();
    await field('Modelo').selectOption({ label: 'onde_estamos · pt_BR' });
    const place = dialog.getByRole('group', { name: 'Lugar do cabeçalho' });
    await place
      .getByLabel('Coordenadas ou link do mapa', { exact: true })
      .fill('https://www.google.com/maps/@-23.5614,-46.6559,17z');
    await place.getByLabel('Nome do lugar', { exact: true }).fill('Loja Centro');
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
    await see(place.getByText('Preencha o nome e o endereço do lugar.'));
    await axe(admin, 'template with a place');
    await place.getByLabel('Endereço', { exact: true }).fill('Avenida Paulista, 1578');
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
    await gone(dialog);
    const placed = parts.bubbles.filter({ hasText: 'Esperamos por você aqui.' });
    await see(placed.getByText('Loja Centro'));
    await see(placed.getByText('Avenida Paulista, 1578'));
    await until(async () => graph.sent.length === 3, { what: 'Meta has the place' });
    assert.deepEqual(graph.sent[2].template.components, [
      {
        type: 'header',
        parameters: [
          {
            type: 'location',
            location: {
              latitude: -23.5614,
              longitude: -46.6559,
              name: 'Loja Centro',
              address: 'Avenida Paulista, 1578',
            },
          },
        ],
      },
    ]);

    // who writes again opens the window
    await customerWrote(callback, { ...who, text: 'Obrigada!', hoursAgo: 0 });
    await see(parts.conversation.getByText(/^Janela aberta por mais 2[34] h/));

    // a campaign by that number: for each text a template of its own, shown on the phone
    await admin.goto('/campaigns');
    await parts.button('Nova campanha').first().click();
    await dialog.getByRole('checkbox', { name: line, exact: true }).check();
    await field('Mensagem 1').fill('Oi {nome}, novidades!');
    await see(dialog.getByText(/^Falta um modelo em algum número oficial/));
    await field(`Modelo de ${line}, fora da janela de 24 h`).selectOption({ label: 'pedido_saiu · pt_BR' });
    await field('Texto: variável 1').fill('{nome}');
    await see(dialog.getByText('Fora da janela de 24 horas vai um modelo'));
    const phone = dialog.getByRole('figure', { name: 'Prévia no telefone' });
    await see(phone.getByText('Fora da janela de 24 horas'));
    await see(phone.getByText('Olá Beatriz, seu pedido saiu.'));
    await axe(admin, 'campaign with a template');
    const name = `Modelos ${Date.now() % 100_000}`;
    await field('Nome').fill(name);
    await save();
    await gone(dialog);
    await see(admin.getByRole('row', { name: new RegExp(name) }));

    let last = admin;
    for (const theme of ['light', 'dark']) {
      last = await newPage({ storageState: await last.context().storageState(), size: 'narrow', theme });
      await last.goto('/connections');
      await last.getByRole('button', { name: `Modelos de ${line}` }).click();
      const own = last.getByRole('dialog');
      await see(own.getByText('Aprovado').first());
      const chooser = last.waitForEvent('filechooser');
      await own.getByRole('button', { name: 'Arquivo do modelo contrato' }).click();
      await (await chooser).setFiles(files.document);
      await see(own.getByText('Documento do cabeçalho: contrato.pdf'));
      await until(async () => (await overflowOf(last)) === 0, { what: 'nothing beside the page' });
      await axe(last, `templates, narrow, ${theme}`);
    }
    await last.keyboard.press('Escape');
    await last.getByRole('button', { name: `Excluir ${line}` }).click();
    await last.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await gone(last.getByRole('article', { name: line }));
  } finally {
    graph.close();
  }
});
