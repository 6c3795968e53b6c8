// spec: S031 S136
export default {
  name: 'on a narrow screen list and conversation take turns',
  async run({ newSignedInPage, simulator, partsOf, accept, write, people, see, gone, axe, assert }) {
    const page = await newSignedInPage(people.rafael, { size: 'narrow' });
    const parts = partsOf(page);
    const connection = await simulator.connectionOf('Lojas Aurora');
    const customer = simulator.newCustomer('Helena');
    await simulator.say(connection, { ...customer, body: 'Pelo celular' });
    await axe(page, 'ticket list, narrow');
    await accept(page, customer.pushName);
    await gone(parts.list);
    await write(page, 'Resposta do celular');
    await axe(page, 'conversation, narrow');
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(overflow, 0, 'the page scrolls sideways');
    await page.getByRole('tab', { name: 'Atendimentos' }).click();
    await see(parts.list);
  },
};
