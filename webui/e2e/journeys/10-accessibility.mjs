// spec: S010 S020 S034
export default {
  name: 'tickets, conversation, connections and simulator are clean in both themes',
  async run({ newSignedInPage, simulator, partsOf, accept, write, people, samples, see, axe }) {
    const connection = await simulator.connectionOf('Lojas Aurora');
    for (const theme of ['light', 'dark']) {
      const page = await newSignedInPage(people.admin, { theme });
      const parts = partsOf(page);
      await axe(page, `tickets, ${theme}`);

      const customer = simulator.newCustomer('Lia');
      await simulator.say(connection, { ...customer, body: 'Olá!' });
      await accept(page, customer.pushName);
      await simulator.sendFile(connection, { ...customer, type: 'image', body: 'Foto' }, samples.picture());
      await simulator.sendFile(connection, { ...customer, type: 'audio' }, samples.audio());
      await simulator.say(connection, {
        ...customer,
        type: 'location',
        location: { latitude: -23.55, longitude: -46.63, name: 'Loja Centro', address: 'Praça da Sé' },
      });
      await write(page, 'Anotado');
      await see(parts.message('Foto'));
      await see(parts.messages.getByText('Loja Centro'));
      await axe(page, `conversation, ${theme}`);

      for (const path of ['/connections', '/simulator']) {
        await page.goto(path);
        await see(page.getByRole('heading', { level: 1 }));
        await axe(page, `${path}, ${theme}`);
      }
    }
  },
};
