// spec: S034 S035 S046 S101 S102
export default {
  name: 'picture, audio, quote and delete, in both directions',
  async run({
    newSignedInPage,
    simulator,
    partsOf,
    accept,
    write,
    chooseForMessage,
    people,
    samples,
    see,
    until,
    assert,
  }) {
    const page = await newSignedInPage(people.marina);
    const parts = partsOf(page);
    const connection = await simulator.connectionOf('Lojas Aurora');
    const customer = simulator.newCustomer('Téo');
    await simulator.say(connection, { ...customer, body: 'Segue a foto do defeito' });
    await accept(page, customer.pushName);

    await simulator.sendFile(connection, { ...customer, type: 'image', body: 'A peça' }, samples.picture());
    const shown = parts.message('A peça').getByRole('img').first();
    await see(shown);
    await until(() => shown.evaluate((image) => image.complete && image.naturalWidth === 320), { what: 'the picture' });

    await simulator.sendFile(connection, { ...customer, type: 'audio' }, samples.audio());
    const player = parts.messages.getByRole('button', { name: /^Reproduzir/ }).last();
    await see(player);
    const speed = parts.messages.getByRole('button', { name: /^Velocidade/ }).last();
    await speed.click();
    await until(async () => /1[.,]5/.test(await speed.innerText()), { what: 'speed 1.5' });

    const chooser = page.waitForEvent('filechooser');
    await parts.button('Anexar').click();
    await (await chooser).setFiles(samples.asUpload(samples.picture({ name: 'troca.png' })));
    await parts.composer.fill('Modelo da troca');
    await parts.send.click();
    await see(parts.message('Modelo da troca'));
    await until(
      async () => (await simulator.ledgerOf(connection, customer.from)).some((entry) => entry.type === 'image'),
      { what: 'the picture in the ledger' },
    );

    await chooseForMessage(page, 'Segue a foto do defeito', 'Responder');
    await write(page, 'Recebi, obrigada');
    await see(parts.message('Recebi, obrigada').getByText('Segue a foto do defeito'));

    await write(page, 'Mensagem por engano');
    await until(async () => (await simulator.ledgerOf(connection, customer.from, 'Mensagem por engano')).length === 1, {
      what: 'the message in the ledger',
    });
    await chooseForMessage(page, 'Mensagem por engano', 'Apagar');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar' }).click();
    await see(parts.messages.getByText('Mensagem apagada'));

    const regret = await simulator.say(connection, { ...customer, body: 'Escrevi errado' });
    await see(parts.message('Escrevi errado'));
    await simulator.revoke(connection, regret);
    await until(async () => (await parts.messages.getByText('Mensagem apagada').count()) === 2, {
      what: "the customer's deleted message",
    });
    assert.equal((await simulator.ledgerOf(connection, customer.from, 'Recebi, obrigada')).length, 1);
  },
};
