// The desk as an attendant sees it: signing in and the words for the parts of the pages. The names are those of the
// Portuguese pages; when a page changes its words, this is the only file of the journeys that follows.
import assert from 'node:assert/strict';
import { makeAxe } from './axe.mjs';
import { openPage } from './browser.mjs';
import { languageNames, languages, text } from './catalogue.mjs';
import { dayIn } from './dates.mjs';
import { until } from './until.mjs';
import * as samples from './samples.mjs';

/** The demo's people. */
export const people = {
  admin: { email: 'admin@aurora.example', password: 'Aurora123' },
  marina: { email: 'marina@aurora.example', password: 'Aurora123' },
  rafael: { email: 'rafael@aurora.example', password: 'Aurora123' },
  vida: { email: 'admin@vida.example', password: 'Vida1234' },
  super: { email: 'super@guiche.example', password: 'Super1234' },
};

const see = (locator) => locator.waitFor({ state: 'visible' });
const gone = (locator) => locator.waitFor({ state: 'hidden' });

/** Signs in and goes where the server leads: an admin of an overdue company never stays at the tickets. */
async function enter(page, { email, password }) {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

async function signIn(page, person) {
  await enter(page, person);
  await page.waitForURL('**/tickets');
  await see(partsOf(page).list);
}

/** The parts of the tickets page, by role and name. */
function partsOf(page) {
  const main = page.getByRole('main');
  const list = main.getByRole('region', { name: 'Atendimentos' });
  // a conversation bears the customer's name
  const conversation = main.getByRole('region', { name: /^(?!Atendimentos$)/ });
  const bubbles = conversation.getByRole('listitem');
  return {
    main,
    bell: page.getByRole('button', { name: /^Notificações/ }),
    accountMenu: page.getByRole('button', { name: /^Conta/ }),
    list,
    tab: (name) => list.getByRole('tab', { name: new RegExp(`^${name}`) }),
    ticket: (name) => list.getByRole('listitem').filter({ hasText: name }),
    conversation,
    bubbles,
    message: (body) => bubbles.filter({ hasText: body }),
    composer: conversation.getByRole('textbox', { name: /^Escreva/ }),
    send: conversation.getByRole('button', { name: /^Enviar( sussurro)?$/ }),
    button: (name) => page.getByRole('button', { name, exact: true }),
    dialog: page.getByRole('dialog'),
    menuItem: (name) => page.getByRole('menuitem', { name, exact: true }),
    notice: (words) => page.getByRole('listitem').filter({ hasText: words }),
  };
}

/** The number in a label such as "Aguardando 12" or "Notificações 3"; 0 when there is none. */
async function countIn(locator) {
  const label = (await locator.getAttribute('aria-label')) ?? (await locator.innerText());
  return Number(/\d+/.exec(label)?.[0] ?? 0);
}

/** Shows the waiting list and accepts the customer's ticket there; the conversation opens. */
async function accept(page, name) {
  const parts = partsOf(page);
  await parts.tab('Aguardando').click();
  await parts.ticket(name).getByRole('button', { name: 'Aceitar' }).click();
  // the composer of the conversation before may still be there
  await see(parts.main.getByRole('region', { name }));
  await see(parts.composer);
}

/** Opens the conversation of a ticket in the list that is shown. */
async function open(page, name) {
  const parts = partsOf(page);
  await parts.ticket(name).getByRole('link').click();
  await see(parts.main.getByRole('region', { name }));
}

async function write(page, body) {
  const parts = partsOf(page);
  await parts.composer.fill(body);
  await parts.send.click();
  await see(parts.message(body));
}

/** Opens the menu of one message and chooses an action. */
async function chooseForMessage(page, body, action) {
  const parts = partsOf(page);
  await parts.message(body).hover();
  await parts.message(body).getByRole('button', { name: 'Opções da mensagem' }).click();
  await parts.menuItem(action).click();
}

/** Closes the conversation that is shown: the question is answered with yes. */
async function resolve(page) {
  const parts = partsOf(page);
  await parts.conversation.getByRole('button', { name: 'Resolver' }).click();
  await parts.dialog.getByRole('button', { name: 'Resolver' }).click();
  await page.waitForURL((url) => url.pathname === '/tickets');
}

/** Whoever is signed in on a page asks the server for something that no page of the journey is about; the answer's JSON. */
function ask(page, method, path, body) {
  return page.evaluate(
    async ([how, where, what]) => {
      const headers = {
        Authorization: `Bearer ${localStorage.getItem('token')}`,
        'Content-Type': 'application/json',
      };
      const init = { method: how, headers, ...(what === null ? {} : { body: JSON.stringify(what) }) };
      return (await globalThis.fetch(`/api${where}`, init)).json();
    },
    [method, path, body ?? null],
  );
}

/** How far the page can be scrolled sideways: 0 when it fits. */
function overflowOf(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Looks at a page in both themes: nothing stands beside it, and axe finds nothing. */
async function inThemes(axe, page, what) {
  for (const theme of ['dark', 'light']) {
    /* eslint-disable no-await-in-loop */
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await until(async () => (await overflowOf(page)) === 0, { what: 'nothing beside the page' });
    await axe(page, `${what}, ${theme}`);
    /* eslint-enable no-await-in-loop */
  }
}

/** Digits that no other journey has in the name of what it makes. */
const unique = () => String(Math.floor(Math.random() * 1e8)).padStart(8, '0');

/** A super user makes a company of the largest plan, due so many days from now. Answers its name, its admin and its mark. */
async function newCompany(host, days) {
  const { dialog } = partsOf(host);
  const field = (name) => dialog.getByLabel(name, { exact: true });
  const mark = unique();
  const company = { mark, name: `Padaria ${mark}`, email: `ana${mark}@padaria.example`, password: 'Padaria123' };
  await host.goto('/settings?tab=companies');
  await host.getByRole('button', { name: 'Nova empresa' }).click();
  await field('Nome').fill(company.name);
  await field('E-mail').fill(company.email);
  await field('Plano').selectOption({ label: 'Completo' });
  await field('Vencimento').fill(dayIn(days));
  await field('Senha').fill(company.password);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await gone(dialog);
  return company;
}

/** Everything a journey gets, bound to one browser; `pages` are those it opened. */
export function makeDesk({ browser, base }) {
  const pages = [];
  const axe = makeAxe();

  async function newPage(options = {}) {
    const page = await openPage(browser, { base, ...options });
    pages.push(page);
    return page;
  }

  async function newSignedInPage(person, options) {
    const page = await newPage(options);
    await signIn(page, person);
    return page;
  }

  return {
    pages,
    tools: {
      newPage,
      newSignedInPage,
      signIn,
      partsOf,
      countIn,
      accept,
      open,
      write,
      chooseForMessage,
      resolve,
      ask,
      overflowOf,
      inThemes: (page, what) => inThemes(axe, page, what),
      unique,
      newCompany,
      people,
      samples,
      see,
      gone,
      enter,
      axe,
      languages,
      languageNames,
      text,
      assert,
    },
    async close() {
      await Promise.all(pages.map((page) => page.end()));
    },
  };
}
