// spec: S034 S036 S046 S067 S101
export default {
  name: 'an answer reaches the phone once and its ticks follow the phone',
  async run({ newSignedInPage, simulator, partsOf, accept, write, people, see, until, assert }) {
    const page = await newSignedInPage(people.marina);
    const parts = partsOf(page);
    const connection = await simulator.connectionOf('Lojas Aurora');
    const customer = simulator.newCustomer('Camila');
    // the phone keeps to itself what it read until the journey says so
    await simulator.say(connection, { ...customer, body: 'Vocês abrem no sábado?' });
    await simulator.setPhone(connection, customer.from, { readReceipts: false, pushName: customer.pushName });
    await accept(page, customer.pushName);

    const answer = `Abrimos sim, das 9h às 13h (${customer.from})`;
    await write(page, answer);
    const [entry] = await until(
      async () => {
        const entries = await simulator.ledgerOf(connection, customer.from, answer);
        return entries.length > 0 && entries;
      },
      { what: 'the answer in the ledger' },
    );
    const message = parts.message(answer);
    await see(message.getByRole('img', { name: 'Entregue' }));
    await simulator.receipt(connection, entry.id, 3);
    await see(message.getByRole('img', { name: 'Lida' }));
    // a receipt that comes late never takes a tick back
    await simulator.receipt(connection, entry.id, 2);
    await write(page, `Até lá! (${customer.from})`);
    await see(message.getByRole('img', { name: 'Lida' }));
    assert.equal((await simulator.ledgerOf(connection, customer.from, answer)).length, 1);
    assert.equal(await message.count(), 1, 'the echo of an answer must not double it');
  },
};
