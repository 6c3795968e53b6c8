import { test } from '../support/test.mjs';

/** What the service of the browser's maker would do: it cannot be reached here. Only this page sees it. */
function standInForPushService() {
  const write = (bytes) =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const read = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
  globalThis.standIn = { subscription: null };
  PushManager.prototype.getSubscription = async () => globalThis.standIn.subscription;
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly) throw new Error('every push has to be shown');
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
    const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
    const endpoint = `https://push.invalid/${crypto.randomUUID()}`;
    const auth = crypto.getRandomValues(new Uint8Array(16));
    globalThis.standIn.subscription = {
      endpoint,
      options: { applicationServerKey: read(applicationServerKey) },
      toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: write(point), auth: write(auth) } }),
      async unsubscribe() {
        globalThis.standIn.subscription = null;
        return true;
      },
    };
    return globalThis.standIn.subscription;
  };
}

/** Pushes to the service worker of the page's origin, as its push service would. */
async function pusherOf(page, base, until) {
  const tools = await page.context().newCDPSession(page);
  let registrationId = null;
  tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find((each) => !each.isDeleted && each.scopeURL.startsWith(base));
    registrationId = own?.registrationId ?? registrationId;
  });
  await tools.send('ServiceWorker.enable');
  await until(() => registrationId !== null, { what: 'the registration of the service worker' });
  return (notice) =>
    tools.send('ServiceWorker.deliverPushMessage', {
      origin: base,
      registrationId,
      data: JSON.stringify(notice),
    });
}

/**
 * Counts the pushes that a service worker is done with: one that is delivered has only been sent to it. Its question for
 * windows in sight is asked before the one here, and answered before it.
 */
const countHandled = (worker) =>
  worker.evaluate(() => {
    self.handled = 0;
    self.addEventListener('push', async () => {
      await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      self.handled += 1;
    });
  });

const notices = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, tag }) => ({ title, body, tag }));
  });

test.use({ ownBrowser: { isWhole: true } });

// spec: S021
test('a closed browser is told of messages when its user wants it, and a click leads to the ticket', async ({
  newPage,
  signIn,
  partsOf,
  simulator,
  accept,
  people,
  base,
  see,
  axe,
  until,
  assert,
}) => {
  const page = await newPage({ hasWorker: true });
  await page.addInitScript(standInForPushService);
  await signIn(page, people.marina);
  const parts = partsOf(page);
  const told = (method) =>
    page.waitForResponse(
      (answer) => answer.url().endsWith('/api/push/subscriptions') && answer.request().method() === method,
    );
  await until(() => page.evaluate(() => navigator.serviceWorker.controller !== null), {
    what: 'a service worker for this page',
  });

  // off until somebody wants it
  await parts.bell.click();
  const popover = page.getByRole('dialog', { name: 'Notificações' });
  const wish = popover.getByRole('switch', { name: 'Avisar também com o Guichê fechado' });
  await see(wish);
  assert.equal(await wish.isChecked(), false);
  const [subscribed] = await Promise.all([told('POST'), wish.click()]);
  assert.equal(subscribed.status(), 200);
  await until(() => wish.isChecked(), { what: 'the switch on' });
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    await axe(page, `the switch, ${theme}`);
  }

  // the server hears of it again with the next page
  const [again] = await Promise.all([told('POST'), page.reload()]);
  assert.equal(again.status(), 200);
  await see(parts.list);

  // a page in sight tells by itself, a closed one is told once a ticket
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Iolanda');
  await simulator.say(connection, { ...customer, body: 'Primeira' });
  await accept(page, customer.pushName);
  const uuid = new URL(page.url()).pathname.split('/').at(-1);
  const push = await pusherOf(page, base, until);
  const [worker] = page.context().serviceWorkers();
  await countHandled(worker);
  const notice = { ticketId: 987654, uuid, name: 'Iolanda', text: 'Alguém aí?' };
  await push({ ...notice, ticketId: 1 });
  await until(() => worker.evaluate(() => self.handled === 1), { what: 'the push beside the page in sight' });
  await page.goto('about:blank');
  // the worker counts the page that is left until the browser has told it
  const isAlone = () =>
    worker.evaluate(
      async () => (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length === 0,
    );
  await until(isAlone, { what: 'no page in sight' });
  await push(notice);
  await push({ ...notice, text: null });
  // the page comes into sight again only when nothing is left to be told
  const isLastShown = () =>
    worker.evaluate(async () => {
      const shown = await self.registration.getNotifications();
      return shown.some(({ body }) => body === 'Enviou um arquivo');
    });
  await until(isLastShown, { what: 'the last notice' });
  await page.goto('/contacts');
  await see(parts.bell);
  assert.deepEqual(await notices(page), [
    { title: 'Mensagem de Iolanda', body: 'Enviou um arquivo', tag: 'ticket-987654' },
  ]);

  // a click leads the open page to the ticket
  await worker.evaluate(async () => {
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
  await page.waitForURL(`**/tickets/${uuid}`);
  await see(parts.message('Primeira'));
  await until(async () => (await notices(page)).length === 0, { what: 'the notice gone' });

  // phones take notices of the page from its service worker alone
  await page.goto('/contacts');
  await see(parts.bell);
  await page.evaluate(() => {
    globalThis.Notification = class {
      static permission = 'granted';
      constructor() {
        throw new TypeError('Illegal constructor');
      }
    };
  });
  await until(page.isListening, { what: 'the page listens' });
  await simulator.say(connection, { ...customer, body: 'Segunda' });
  await until(async () => (await notices(page)).some(({ body }) => body === 'Segunda'), {
    what: "the page's own notice",
  });

  // switched off, on again, and over with the sign-in
  await parts.bell.click();
  const [ended] = await Promise.all([told('DELETE'), wish.click()]);
  assert.equal(ended.status(), 200);
  await until(async () => !(await wish.isChecked()), { what: 'the switch off' });
  await Promise.all([told('POST'), wish.click()]);
  await page.keyboard.press('Escape');
  await parts.accountMenu.click();
  await parts.menuItem('Sair').click();
  await page.waitForURL('**/login');
  await until(() => page.evaluate(() => globalThis.standIn.subscription === null), {
    what: 'no subscription after the sign-out',
  });
});
