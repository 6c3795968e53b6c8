// A working day in ten steps, as one attendant lives it: with either hand, on either size of screen, in either theme.
import { keyboardOf, mouseOf } from './hands.mjs';

/** How many customers are answered before lunch: a phone is for fewer. */
const CUSTOMERS = { wide: 20, narrow: 6 };

/** What the steps share. */
async function begin(desk, { hand, size, theme }) {
  const page = await desk.newPage({ size, theme, hasCable: true });
  const does = hand === 'keyboard' ? keyboardOf(page) : mouseOf(page);
  const parts = desk.partsOf(page);
  const isNarrow = size === 'narrow';
  const look = async (what) => {
    desk.assert.equal(await desk.overflowOf(page), 0, `${what} scrolls sideways`);
    await desk.axe(page, `${what}, ${theme}`);
  };
  const say = async (text) => {
    await does.write(parts.composer, text, parts.send);
    await desk.see(parts.message(text));
  };
  /** The list is beside the conversation, or behind it. */
  const toList = async () => {
    if (isNarrow) await does.press(parts.button('Voltar para os atendimentos'));
    await desk.see(parts.list);
  };
  const openRow = async (name) => {
    await does.press(parts.ticket(name).getByRole('link').first());
    await desk.see(parts.main.getByRole('region', { name }));
  };
  return { ...desk, page, does, parts, isNarrow, count: CUSTOMERS[size], look, say, toList, openRow };
}

async function open({ page, does, parts, people, see, look }) {
  await page.goto('/login');
  await does.type(page.getByLabel('E-mail'), people.marina.email);
  await does.type(page.getByLabel('Senha', { exact: true }), people.marina.password);
  await does.press(page.getByRole('button', { name: 'Entrar', exact: true }));
  await page.waitForURL('**/tickets');
  await see(parts.list);
  await look('the list in the morning');
}

async function answer(day) {
  const { count, simulator, does, parts, see, look, say, toList, until, connection } = day;
  const customers = Array.from({ length: count }, () => simulator.newCustomer('Freguesa'));
  for (const customer of customers) await simulator.say(connection, { ...customer, body: 'Tem pão quente?' });
  // who wrote last stands above
  for (const [index, customer] of [...customers.entries()].toReversed()) {
    await does.press(parts.tab('Aguardando'));
    await does.press(parts.ticket(customer.pushName).getByRole('button', { name: 'Aceitar' }));
    await see(parts.main.getByRole('region', { name: customer.pushName }));
    await say(`Tem sim, saiu agora (${index + 1})`);
    if (index === count - 1) await look('a conversation');
    await toList();
  }
  for (const [index, customer] of customers.entries()) {
    const answered = async () =>
      (await simulator.ledgerOf(connection, customer.from, `Tem sim, saiu agora (${index + 1})`)).length === 1;
    await until(answered, { what: `one answer to ${customer.pushName}` });
  }
  return customers;
}

async function transfer({ does, parts, see, gone, look, openRow, colleague, isNarrow, page }, customer) {
  await does.press(parts.tab('Atendendo'));
  await openRow(customer.pushName);
  // on a phone there is room for one button
  if (isNarrow) await does.press(parts.button('Mais opções'));
  await does.press(isNarrow ? parts.menuItem('Transferir') : parts.button('Transferir'));
  await see(parts.dialog);
  await look('whom it goes to');
  await does.choose(parts.dialog.getByLabel('Atendente'), 'Rafael Lima (online)');
  await does.type(parts.dialog.getByLabel('Recado para quem recebe'), 'Quer encomendar um bolo');
  await does.press(parts.dialog.getByRole('button', { name: 'Transferir' }));
  await gone(parts.dialog);
  await page.waitForURL((url) => url.pathname === '/tickets');
  await see(colleague.notice(`Marina Duarte passou ${customer.pushName} para você: Quer encomendar um bolo`));
}

async function whisper(
  { simulator, does, parts, see, gone, look, say, openRow, connection, assert, isNarrow },
  customer,
) {
  await does.press(parts.tab('Atendendo'));
  // the way to the buttons of the conversation led down the list beside it
  if (!isNarrow) await does.toTopOf(parts.list.getByRole('list', { name: 'Atendimentos' }).locator('..'));
  await openRow(customer.pushName);
  await does.press(parts.button('Sussurro'));
  const note = parts.conversation.getByRole('textbox', { name: 'Escreva um sussurro: só a equipe vê' });
  await see(note);
  await look('a whisper');
  await say('Cliente antiga, dá para caprichar');
  await gone(note);
  const reached = await simulator.ledgerOf(connection, customer.from);
  assert.equal(reached.filter((entry) => entry.body.includes('caprichar')).length, 0, 'nobody outside reads it');
}

async function schedule({ page, does, parts, see, gone, look }) {
  await does.press(parts.button('Mais opções'));
  await does.press(parts.menuItem('Agendar mensagem'));
  await see(parts.dialog);
  await look('a message for later');
  await does.type(parts.dialog.getByLabel('Mensagem', { exact: true }), 'O bolo fica pronto às dez');
  await does.press(parts.dialog.getByRole('button', { name: 'Agendar', exact: true }));
  await see(parts.notice('Agendamento salvo com sucesso!'));
  await gone(parts.dialog);
  await page.waitForURL('**/schedules');
  await look('what is scheduled');
}

async function searchLastWeek({ page, does, parts, isNarrow, see, look, toList }) {
  if (isNarrow) await does.press(parts.button('Abrir ou fechar o menu'));
  await does.press(page.getByRole('link', { name: 'Atendimentos', exact: true }));
  await page.waitForURL((url) => url.pathname.startsWith('/tickets'));
  await does.press(parts.tab('Busca'));
  await does.type(parts.list.getByPlaceholder('Nome, número ou mensagem'), 'entregam em Belo Horizonte');
  await does.press(parts.list.getByRole('tab', { name: 'Mensagens' }));
  const hit = parts.list.getByRole('listitem').filter({ hasText: 'Belo Horizonte' }).getByRole('link').first();
  await see(hit);
  await look('what was found');
  await does.press(hit);
  await see(parts.message('Vocês entregam em Belo Horizonte?'));
  await see(parts.message('Entregamos em todo o Brasil!'));
  await toList();
}

async function loseTheNetwork({ page, does, parts, see, look, say, openRow }, customer) {
  await does.press(parts.tab('Abertos'));
  await does.press(parts.tab('Atendendo'));
  await openRow(customer.pushName);
  page.expectErrors(/net::ERR_/, /WebSocket connection .* failed/);
  await page.setNetwork(false);
  const answer = `Separei para você (${customer.from})`;
  await say(answer);
  await see(parts.message(answer).getByText('Não enviada.'));
  await see(page.getByText('Sem conexão. Tentando reconectar…'));
  await look('a desk without network');
  return answer;
}

async function comeBack({ page, simulator, does, parts, gone, until, connection }, customer, answer) {
  await page.setNetwork(true);
  await gone(page.getByText('Sem conexão. Tentando reconectar…'));
  await does.press(parts.message(answer).getByRole('button', { name: 'Tentar de novo' }));
  await gone(parts.message(answer).getByText('Não enviada.'));
  const sent = () => simulator.ledgerOf(connection, customer.from, answer);
  await until(async () => (await sent()).length === 1, { what: 'it went out, once' });
}

async function close({ page, does, parts, see, gone, look }, customer) {
  await does.press(parts.conversation.getByRole('button', { name: 'Resolver' }));
  await see(parts.dialog);
  await look('closing');
  await does.press(parts.dialog.getByRole('button', { name: 'Resolver' }));
  await page.waitForURL((url) => url.pathname === '/tickets');
  await see(parts.list);
  await gone(parts.ticket(customer.pushName));
}

async function leave({ page, does, parts, see }) {
  await does.press(parts.accountMenu);
  // what the page asks for while it is being signed out is refused
  page.expectErrors(/status of 401/);
  await does.press(parts.menuItem('Sair'));
  await page.waitForURL('**/login');
  await see(page.getByLabel('E-mail'));
}

/** The day from signing in to signing out. */
export async function workingDay(desk, { hand, size, theme }) {
  const connection = await desk.simulator.connectionOf('Lojas Aurora');
  const rafael = await desk.newSignedInPage(desk.people.rafael);
  const day = { ...(await begin(desk, { hand, size, theme })), connection, colleague: desk.partsOf(rafael) };
  await open(day);
  const [first, second, third] = await answer(day);
  await transfer(day, first);
  await whisper(day, second);
  await schedule(day);
  await searchLastWeek(day);
  const unsent = await loseTheNetwork(day, third);
  await comeBack(day, third, unsent);
  await close(day, third);
  await leave(day);
}
