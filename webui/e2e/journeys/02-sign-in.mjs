// spec: S017 S057 S070 S090 S137
import { test } from '../support/test.mjs';

test('an attendant signs in, keeps the session and the volume over a reload and signs out', async ({
  newSignedInPage,
  partsOf,
  people,
  see,
  assert,
}) => {
  const page = await newSignedInPage(people.marina);
  const parts = partsOf(page);
  await see(page.getByText('Olá Marina Duarte, boas-vindas à Lojas Aurora'));
  await see(parts.bell);
  const volume = page.getByRole('slider', { name: 'Volume dos avisos' });
  assert.deepEqual(await Promise.all(['min', 'max', 'step'].map((name) => volume.getAttribute(name))), [
    '0',
    '1',
    '0.1',
  ]);
  await volume.fill('0.3');

  await parts.button('Recarregar a página').click();
  await see(parts.list);
  assert.equal(await volume.inputValue(), '0.3');
  await page.goto('/login');
  await page.waitForURL((url) => url.pathname !== '/login');

  // what the page has just asked for may come to the server after the end of the session
  page.expectErrors(/status of 401 .*\/api\//);
  await parts.accountMenu.click();
  await parts.menuItem('Sair').click();
  await page.waitForURL('**/login');
  await page.goto('/tickets');
  await page.waitForURL('**/login');
  assert.equal(await parts.list.count(), 0);
  const kept = await page.evaluate(() => Object.keys(localStorage));
  for (const key of ['token', 'companyId', 'userId', 'companyDueDate']) {
    assert.ok(!kept.includes(key), `${key} is forgotten`);
  }
});
