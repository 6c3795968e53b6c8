// spec: S034 S135
// What a very long conversation costs the browser. The server's own first answer is multiplied to the number of
// messages; everything else is the production page. After the first pages, of 20 messages as the server gives them,
// the rest comes in larger ones, so that the journey ends in time; PAGE=20 measures with the server's pages.
import { test } from '../support/test.mjs';

const MESSAGES = 10_000;
const PAGE = 20;
const LARGE_PAGE = Number(process.env.PAGE ?? 100);
const HEAP_MB_MAX = 12;
const ROWS_MAX = 60;
const PREPENDS = 10;
const FIRST_ID = 1_000_000;
const WORDS = 'bom dia queria saber do pedido que comprei na loja ontem se ele chega ainda esta semana obrigada'.split(
  ' ',
);

/** Texts of 20 to 140 characters; always the same ones. */
function textOf(index) {
  const count = 3 + ((index * 7) % 22);
  const words = Array.from({ length: count }, (_, at) => WORDS[(index * 5 + at * 3) % WORDS.length]);
  return `${words.join(' ')} ${index}`;
}

/** Message number `index` of the long conversation, in the shape of a real one; every third is an answer. */
function messageLike(template, index) {
  const at = new Date(Date.now() - (MESSAGES - index) * 60_000).toISOString();
  const id = globalThis.crypto.randomUUID();
  const own = {
    fromMe: true,
    ack: 4,
    contact: null,
    user: { id: 2, name: 'Marina Duarte' },
    userId: 2,
    clientId: globalThis.crypto.randomUUID(),
    // when it was read
    updatedAt: new Date(Date.parse(at) + 30_000).toISOString(),
  };
  return {
    ...template,
    id: FIRST_ID + index,
    uuid: id,
    body: textOf(index),
    createdAt: at,
    updatedAt: at,
    ...(index % 3 === 0 ? own : {}),
  };
}

/** Answers the conversation's pages; the first one asks the server for the shape. A closed gate holds them back. */
function multiply() {
  let first;
  let release;
  const state = {
    pages: 0,
    size: PAGE,
    gate: Promise.resolve(),
    close() {
      state.gate = new Promise((resolve) => (release = resolve));
    },
    open: () => release(),
  };
  const handle = async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    first ??= await (await route.fetch()).json();
    const before = new URL(route.request().url()).searchParams.get('before');
    const end = before === null ? MESSAGES : Number(before) - FIRST_ID - 1;
    const start = Math.max(1, end - state.size + 1);
    const numbers = Array.from({ length: end - start + 1 }, (_, at) => start + at);
    const messages = numbers.map((index) => messageLike(first.messages[0], index));
    await state.gate;
    if (before !== null) state.pages += 1;
    return route.fulfill({ json: { ...first, messages, count: MESSAGES, hasMore: start > 1 } });
  };
  return { state, handle };
}

// memory is what users have
test.use({ ownBrowser: { hasLateCompilers: true } });

async function heapMb(debug) {
  await debug.send('HeapProfiler.collectGarbage');
  await debug.send('HeapProfiler.collectGarbage');
  return (await debug.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

/**
 * Scrolls to the top, waits until everything rests and answers the first message in sight. A conversation that has just
 * been opened goes to its end until its rows are measured: whoever scrolls in these frames has to do it again.
 */
function restAtTheTop(page) {
  return page.evaluate(async () => {
    const { document, requestAnimationFrame } = globalThis;
    const scroller = document.querySelector('[data-message]').closest('[role=list]').parentElement;
    scroller.scrollTop = scroller.scrollTop === 1 ? 0 : 1;
    for (let known = -1; known !== scroller.scrollHeight || scroller.scrollTop > 1;) {
      known = scroller.scrollHeight;
      if (scroller.scrollTop > 1) scroller.scrollTop = 1;
      for (let left = 4; left > 0; left -= 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    const edge = scroller.getBoundingClientRect().top;
    const shown = [...scroller.querySelectorAll('[data-message]')];
    return shown.find((each) => each.getBoundingClientRect().top > edge).dataset.message;
  });
}

/** Where a message stands in the window, and how high the whole conversation is; null when it is not mounted. */
const placeOf = (page, id) =>
  page.evaluate((message) => {
    const found = globalThis.document.querySelector(`[data-message="${message}"]`);
    if (!found) return null;
    const { scrollHeight } = found.closest('[role=list]').parentElement;
    return { top: found.getBoundingClientRect().top, height: scrollHeight };
  }, id);

/** Reads up to the first message; answers how many rows were mounted at most. */
function readToTheTop(page) {
  return page.evaluate(async () => {
    const { document, requestAnimationFrame } = globalThis;
    const scroller = document.querySelector('[data-message]').closest('[role=list]').parentElement;
    let rows = 0;
    while (!scroller.innerText.includes('iniciado em')) {
      // there and back, so that it is heard also at the very top
      scroller.scrollTop = scroller.scrollTop === 0 ? 1 : 0;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      rows = Math.max(rows, scroller.querySelectorAll('[data-index]').length);
    }
    return rows;
  });
}

test("10,000 messages stay within the browser's budget and older ones move nothing", async ({
  newSignedInPage,
  simulator,
  accept,
  people,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.marina);
  const debug = await page.context().newCDPSession(page);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Prolixo');
  await simulator.say(connection, { ...customer, body: 'Oi' });
  await accept(page, customer.pushName);

  // Loaded anew and, until the heap is measured, touched by plain scripts only: what finds elements by their role
  // would live in the same heap.
  const { state, handle } = multiply();
  await page.route(/\/api\/messages\/\d+(\?before=\d+)?$/, handle);
  await page.reload();
  const isMounted = (index) => async () => (await placeOf(page, FIRST_ID + index)) !== null;
  await until(isMounted(MESSAGES), { what: 'the newest message' });
  const opened = await heapMb(debug);
  for (let count = 1; count <= PREPENDS; count += 1) {
    state.close();
    const anchor = await restAtTheTop(page);
    const { height, top } = await placeOf(page, anchor);
    state.open();
    const after = await until(
      async () => {
        const place = await placeOf(page, anchor);
        return place?.height > height && place;
      },
      { what: `page ${count} in front` },
    );
    assert.equal(after.top, top, `page ${count} put in front moved the view`);
  }
  state.size = LARGE_PAGE;
  const rows = await readToTheTop(page);
  assert.ok(rows <= ROWS_MAX, `${rows} rows mounted`);
  await until(isMounted(1), { what: 'the first message' });

  const full = await heapMb(debug);
  console.log(
    `  heap with ${MESSAGES} messages: ${full.toFixed(1)} MB, with ${PAGE}: ${opened.toFixed(1)} MB; rows: ${rows}`,
  );
  assert.ok(full <= HEAP_MB_MAX, `${full.toFixed(1)} MB of heap`);
});
