// spec: A028 A087 A117 A121 A143
import { createServer } from 'node:http';
import { test } from '../support/test.mjs';

/** A model on an address that the desk calls its own: says what it was told last. */
async function startModel() {
  const asked = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      const told = JSON.parse(text);
      asked.push(told);
      response.setHeader('content-type', 'application/json');
      const content = `Modelo ouviu: ${told.messages.at(-1).content}`;
      response.end(JSON.stringify({ choices: [{ message: { content } }] }));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.2', resolve));
  return { asked, url: `http://127.0.0.2:${server.address().port}/v1`, close: () => server.close() };
}

test('an admin writes a prompt, tries it out with a model, changes it and deletes it', async ({
  newPage,
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
  const model = await startModel();
  try {
    const admin = await newSignedInPage(people.admin);
    const parts = partsOf(admin);
    const name = `Vendas ${Date.now() % 100_000}`;
    const row = (page) => page.getByRole('row', { name: new RegExp(name) });
    await admin.getByRole('link', { name: 'Prompts de IA' }).click();
    await see(admin.getByRole('heading', { level: 1, name: 'Prompts de IA' }));
    const watcher = await admin.context().newPage();
    await watcher.goto('/prompts');
    await see(watcher.getByRole('heading', { level: 1, name: 'Prompts de IA' }));
    const field = (label) => parts.dialog.getByLabel(label, { exact: true });
    const save = () => parts.dialog.getByRole('button', { name: 'Salvar' }).click();

    await parts.button('Novo prompt').first().click();
    assert.equal(await field('Resposta máxima (tokens)').inputValue(), '100');
    assert.equal(await field('Mensagens lidas').inputValue(), '10');
    assert.equal(await field('Criatividade').inputValue(), '1');
    assert.equal(await field('Voz').inputValue(), 'texto');
    await field('Nome').fill(name);
    await field('Instruções').fill('Você atende a Lojas Aurora.');
    await field('Chave da API').fill('sk-jornada-0123456789');
    await field('Endereço do serviço').fill(model.url);
    await save();
    await see(parts.dialog.getByText('Informe o setor'));
    await field('Testar com o texto').fill('Entregam?');
    await parts.dialog.getByRole('button', { name: 'Testar' }).click();
    await see(parts.dialog.getByText('Modelo ouviu: Entregam?'));
    assert.equal(model.asked[0].messages[0].role, 'system');
    await field('Fila').selectOption({ label: 'Vendas' });
    await axe(admin, 'new prompt');
    await save();
    await gone(parts.dialog);
    await see(row(admin).getByText('100 tokens'));
    await see(row(watcher).getByText('Vendas').first());

    // the key is never shown again, and what is half written is not lost by Escape
    await row(admin)
      .getByRole('button', { name: `Editar ${name}` })
      .click();
    assert.equal(await field('Chave da API').inputValue(), '••••••••6789');
    await field('Resposta máxima (tokens)').fill('300');
    await admin.keyboard.press('Escape');
    await see(admin.getByText('Descartar as mudanças?'));
    await admin.keyboard.press('Escape');
    await save();
    await gone(parts.dialog);
    await see(row(watcher).getByText('300 tokens'));

    await axe(admin, 'prompts');
    let last = admin;
    for (const theme of ['light', 'dark']) {
      const narrow = await newPage({ storageState: await last.context().storageState(), size: 'narrow', theme });
      last = narrow;
      await narrow.goto('/prompts');
      await see(row(narrow));
      await until(async () => (await overflowOf(narrow)) === 0, { what: 'nothing beside the page' });
      await axe(narrow, `prompts, narrow, ${theme}`);
      await narrow.getByRole('button', { name: `Editar ${name}` }).click();
      await see(partsOf(narrow).dialog.getByLabel('Nome', { exact: true }));
      await axe(narrow, `prompt, narrow, ${theme}`);
    }
    await row(admin)
      .getByRole('button', { name: `Excluir ${name}` })
      .click();
    await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
    await gone(row(admin));
    await gone(row(watcher));

    // an attendant has neither the item nor the page
    const marina = await newSignedInPage(people.marina);
    assert.equal(await marina.getByRole('link', { name: 'Prompts de IA' }).count(), 0);
    await marina.goto('/prompts');
    await until(async () => !marina.url().endsWith('/prompts'), { what: 'led away' });
  } finally {
    model.close();
  }
});
