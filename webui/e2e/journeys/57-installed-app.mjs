import { test } from '../support/test.mjs';

test('the application can be installed, opens without network and says so, and keeps nobody on an old version', async ({
  newPage,
  newSignedInPage,
  partsOf,
  people,
  see,
  axe,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.marina, { hasWorker: true });
  page.expectErrors(/net::ERR_/, /WebSocket connection .* failed/);
  const parts = partsOf(page);
  const isServed = (where) =>
    until(() => where.evaluate(() => navigator.serviceWorker.controller !== null), {
      what: 'a service worker for this page',
    });
  await isServed(page);

  // what it is called, where it begins and how it looks on a home screen
  const { name, start_url, display, icons } = await page.evaluate(async () => {
    const link = document.querySelector('link[rel="manifest"]');
    return (await globalThis.fetch(link.href)).json();
  });
  assert.deepEqual({ name, start_url, display }, { name: 'Guichê', start_url: '/tickets', display: 'standalone' });
  const widths = await page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (src) => {
          const image = Object.assign(new Image(), { src });
          await image.decode();
          return image.naturalWidth;
        }),
      ),
    icons.map((icon) => icon.src),
  );
  assert.deepEqual(
    icons.map(({ sizes, purpose }, place) => [sizes, purpose, widths[place]]),
    [
      ['192x192', 'any', 192],
      ['512x512', 'any', 512],
      ['512x512', 'maskable', 512],
    ],
  );

  // nothing of a customer is stored: only the page itself and its parts
  await page.reload();
  await see(parts.list);
  await parts.tab('Aguardando').click();
  await see(parts.list.getByRole('listitem').first());
  const stored = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (each) => (await caches.open(each)).keys()));
      return requests.flat().map((request) => new URL(request.url).pathname);
    });
  const paths = await stored();
  assert.ok(paths.length > 10);
  assert.deepEqual(
    paths.filter((path) => path !== '/' && !path.startsWith('/assets/')),
    [],
  );

  // without network it opens, says so, and goes on by itself
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
    await page.setNetwork(false);
    await page.reload();
    await see(page.getByRole('alert').getByText('Sem conexão', { exact: true }));
    await axe(page, `without network, ${theme}`);
    await page.setNetwork(true);
    await see(parts.list);
  }

  // an old page that is still stored is not shown while there is a network
  await page.evaluate(async () => {
    const [version] = await caches.keys();
    const old = new Response('<h1>Versão velha</h1>', { headers: { 'content-type': 'text/html' } });
    await (await caches.open(version)).put('/', old);
  });
  await page.reload();
  await see(parts.list);
  assert.equal(await page.getByText('Versão velha').count(), 0);

  // a new version forgets what came before the last one, which open pages may still need
  await page.evaluate(async () => {
    await Promise.all(['guiche-older', 'guiche-last'].map((version) => caches.open(version)));
    await (await navigator.serviceWorker.getRegistration()).unregister();
  });
  await page.reload();
  await until(() => page.evaluate(async () => !(await caches.keys()).includes('guiche-older')), {
    what: 'the old version gone',
  });
  assert.ok(await page.evaluate(async () => (await caches.keys()).includes('guiche-last')));

  // who is not signed in sees the log-in, and why it does not work
  const visitor = await newPage({ size: 'narrow', hasWorker: true });
  visitor.expectErrors(/net::ERR_/);
  await visitor.goto('/login');
  await isServed(visitor);
  await visitor.setNetwork(false);
  await visitor.goto('/login');
  await visitor.getByLabel('E-mail').fill(people.marina.email);
  await visitor.getByLabel('Senha', { exact: true }).fill(people.marina.password);
  await visitor.getByRole('button', { name: 'Entrar', exact: true }).click();
  await see(visitor.getByText(/^Sem conexão com o servidor/));
});
