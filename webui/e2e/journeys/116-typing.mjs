import { test } from '../support/test.mjs';

test('who writes is seen on the other side until it is sent or given up', async ({
  newPage,
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  people,
  see,
  gone,
  axe,
}) => {
  const desk = await newSignedInPage(people.rafael);
  const parts = partsOf(desk);
  const phones = await newPage();
  await phones.goto('/simulator');
  const customer = simulator.newCustomer('Dona Odete');
  await phones.getByRole('button', { name: 'Adicionar telefone' }).click();
  await phones.getByLabel('Nome').fill(customer.pushName);
  await phones.getByLabel('Número').fill(`+${customer.from}`);
  await phones.getByRole('button', { name: 'Criar cliente' }).click();
  const phone = phones.getByRole('region', { name: `Telefone de ${customer.pushName}` });
  const text = phone.getByRole('textbox', { name: 'Mensagem' });
  await text.fill('Vocês abrem amanhã?');
  await phone.getByRole('button', { name: 'Enviar' }).click();
  await accept(desk, customer.pushName);

  // the customer, until he has sent it
  const writes = parts.conversation.getByText(`${customer.pushName} está digitando…`);
  await text.pressSequentially('E no');
  await see(writes);
  await axe(desk);
  await text.fill('E no domingo?');
  await phone.getByRole('button', { name: 'Enviar' }).click();
  await see(parts.message('E no domingo?'));
  await gone(writes);

  // the attendant
  const shown = phone.getByText('digitando…');
  await parts.composer.pressSequentially('Abrimos às');
  await see(shown);
  await parts.composer.fill('');
  await gone(shown);
});
