// spec: S034 S059 S061 S063 S069
export default {
  name: 'a closed conversation comes back as a new episode when the customer writes again',
  async run({ newSignedInPage, simulator, partsOf, accept, write, people, see, gone, assert }) {
    const page = await newSignedInPage(people.marina);
    const parts = partsOf(page);
    const connection = await simulator.connectionOf('Lojas Aurora');
    const customer = simulator.newCustomer('Juliana');
    await simulator.say(connection, { ...customer, body: 'Quero trocar a senha' });
    await accept(page, customer.pushName);
    await write(page, 'Pronto, senha trocada');
    const firstEpisode = page.url();

    await parts.button('Resolver').click();
    await page.waitForURL('**/tickets');
    await parts.tab('Atendendo').click();
    await gone(parts.ticket(customer.pushName));
    await parts.tab('Fechados').click();
    await see(parts.ticket(customer.pushName));

    await simulator.say(connection, { ...customer, body: 'Oi de novo' });
    await parts.tab('Abertos').click();
    await accept(page, customer.pushName);
    assert.notEqual(page.url(), firstEpisode);
    await see(parts.message('Pronto, senha trocada'));
    await see(parts.message('Oi de novo'));
    await see(parts.messages.getByText(/Conversa encerrada/));
  },
};
