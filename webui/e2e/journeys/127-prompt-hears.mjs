// spec: A050
import { createServer } from 'node:http';
import { audio } from '../support/samples.mjs';
import { test } from '../support/test.mjs';

/** A model that hears and answers, on an address that the desk calls its own; counts how often it listened. */
async function startModel() {
  const model = { listened: 0 };
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.url.endsWith('/audio/transcriptions')) {
        model.listened += 1;
        response.end(JSON.stringify({ text: 'A blusa chegou <b>rasgada</b>.' }));
        return;
      }
      response.end(JSON.stringify({ choices: [{ message: { content: 'Sinto muito! Já vejo a troca.' } }] }));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.2', resolve));
  model.url = `http://127.0.0.2:${server.address().port}/v1`;
  model.close = () => server.close();
  return model;
}

test('what a customer says by voice to a prompt stands below his audio for whoever takes over', async ({
  ask,
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  people,
  see,
  gone,
  axe,
  until,
  assert,
}) => {
  const model = await startModel();
  try {
    const admin = await newSignedInPage(people.admin);
    const parts = partsOf(admin);
    const name = `Ouve ${Date.now() % 100_000}`;
    const field = (label) => parts.dialog.getByLabel(label, { exact: true });
    const save = async () => {
      await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
      await gone(parts.dialog);
    };
    await admin.goto('/prompts');
    await parts.button('Novo prompt').first().click();
    await field('Nome').fill(name);
    await field('Instruções').fill('Você atende a Lojas Aurora.');
    await field('Chave da API').fill('sk-jornada-0123456789');
    await field('Endereço do serviço').fill(model.url);
    await field('Fila').selectOption({ label: 'Vendas' });
    await save();
    const connection = await simulator.connectionOf('Lojas Aurora');
    const set = (path, body) => ask(admin, 'PUT', path, body);
    await admin.getByRole('link', { name: 'Conexões' }).click();
    await admin.getByRole('button', { name: /^Editar Matriz/ }).click();
    await parts.dialog.getByRole('tab', { name: 'Chatbot' }).click();
    await field('Prompt de IA').selectOption({ label: name });
    await save();
    await set('/settings/scheduleType', { value: 'disabled' });

    const customer = simulator.newCustomer('Otília');
    await simulator.sendFile(connection, { ...customer, type: 'audio' }, audio());
    await until(
      async () => {
        const heard = await simulator.ledgerOf(connection, customer.from);
        return heard.some(({ body }) => body?.includes('Já vejo a troca.'));
      },
      { what: 'the model answers the customer' },
    );

    // whoever takes over reads what was said, as it was said, and nobody listens to it again
    const marina = await newSignedInPage(people.marina);
    await accept(marina, customer.pushName);
    const hers = partsOf(marina);
    await see(hers.conversation.getByText('A blusa chegou <b>rasgada</b>.'));
    assert.equal(await hers.button('Transcrever').count(), 0);
    assert.equal(model.listened, 1);
    await axe(marina, 'a heard audio');
    await set('/settings/scheduleType', { value: 'company' });
    await set(`/whatsapp/${connection}`, { promptId: null });
  } finally {
    model.close();
  }
});
