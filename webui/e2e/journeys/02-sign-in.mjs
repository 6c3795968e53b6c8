// spec: S017 S019 S020 S070 S090
export default {
  name: 'an attendant signs in, keeps the session over a reload and signs out',
  async run({ newSignedInPage, partsOf, people, see, assert }) {
    const page = await newSignedInPage(people.marina);
    const parts = partsOf(page);
    await see(page.getByText('Lojas Aurora'));
    await see(parts.bell);

    await page.reload();
    await see(parts.list);
    await page.goto('/login');
    await page.waitForURL((url) => url.pathname !== '/login');

    await parts.accountMenu.click();
    await parts.menuItem('Sair').click();
    await page.waitForURL('**/login');
    await page.goto('/tickets');
    await page.waitForURL('**/login');
    assert.equal(await parts.list.count(), 0);
  },
};
