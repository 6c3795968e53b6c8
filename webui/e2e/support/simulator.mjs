// The customers' phones, through the simulator's HTTP face on the operator port.

async function call(url, init) {
  const response = await globalThis.fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${init?.method ?? 'GET'} ${url}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

function asJson(method, body) {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

let nextCustomer = Math.floor(Date.now() / 1000) % 1_000_000;

/** A customer nobody has seen before. */
export function newCustomer(pushName) {
  nextCustomer += 1;
  return {
    from: `55119${String(10_000_000 + nextCustomer)}`,
    pushName: `${pushName} ${nextCustomer}`,
  };
}

/** A customer whose phone takes no messages: the simulator refuses numbers that end like this. */
export function newUnreachableCustomer(pushName) {
  nextCustomer += 1;
  return {
    from: `55${String(10_000_000 + nextCustomer)}00000`,
    pushName: `${pushName} ${nextCustomer}`,
  };
}

export function simulatorAt(operator) {
  const root = `${operator}/simulator`;
  return {
    newCustomer,
    newUnreachableCustomer,

    /** The id of the simulated number of a company. */
    async connectionOf(companyName) {
      const found = (await call(`${root}/connections`)).find((one) => one.companyName === companyName);
      if (!found) throw new Error(`no simulator connection of ${companyName}`);
      return found.id;
    },

    /** A customer says something: {from, pushName, type?, body?, quotedId?, location?, contacts?}; returns its id. */
    async say(connectionId, message) {
      const { id } = await call(`${root}/${connectionId}/messages`, asJson('POST', { type: 'text', ...message }));
      return id;
    },

    /** The phone knows something from before it was paired, so many minutes ago; nobody is told. */
    async knows(connectionId, minutesAgo, message) {
      await call(
        `${root}/${connectionId}/messages`,
        asJson('POST', { type: 'text', ...message, minutesAgo, past: true }),
      );
    },

    /** The same with a file: {name, mime, bytes}. */
    async sendFile(connectionId, message, { name, mime, bytes }) {
      const form = new FormData();
      for (const [key, value] of Object.entries(message)) form.set(key, value);
      form.set('media', new File([bytes], name, { type: mime }));
      const { id } = await call(`${root}/${connectionId}/messages`, { method: 'POST', body: form });
      return id;
    },

    /** The customer deletes one of his messages for everybody. */
    revoke: (connectionId, id) => call(`${root}/${connectionId}/messages/${id}/revoke`, asJson('POST', {})),

    /** The phone reports how far one of our messages came: 2 delivered, 3 read. */
    receipt: (connectionId, id, ack) => call(`${root}/${connectionId}/receipts`, asJson('POST', { id, ack })),

    /** A phone's own settings: {readReceipts, pushName}. */
    setPhone: (connectionId, number, settings) =>
      call(`${root}/${connectionId}/phones/${number}`, asJson('PUT', settings)),

    /** What a phone says of its business: {name, description, address, email, websites, categories, timeZone, hours}. */
    async saysOfItself(connectionId, number, profile) {
      await call(`${root}/${connectionId}/phones/${number}`, asJson('PUT', {}));
      await call(`${root}/${connectionId}/phones/${number}/profile`, asJson('PUT', profile));
    },

    /** The business's own phone: scan, pair {code}, expire, drop {seconds, reason}, restore, close, logout. */
    phone: (connectionId, act, what = {}) => call(`${root}/${connectionId}/session/${act}`, asJson('POST', what)),

    /** The id of a simulated number by its name. */
    async connectionNamed(name) {
      const found = (await call(`${root}/connections`)).find((one) => one.name === name);
      if (!found) throw new Error(`no simulator connection ${name}`);
      return found.id;
    },

    /** Money at the demo's bank for an invoice: pay or refund, so much of `value` (`349.00`) or all of it. */
    async money(invoice, act, value) {
      const charges = await call(`${root}/bank/charges`);
      const found = charges.find((one) => one.note === `Fatura ${invoice}`);
      if (!found) throw new Error(`no charge of invoice ${invoice}`);
      await call(`${root}/bank/charges/${found.txid}/${act}`, asJson('POST', value ? { value } : {}));
    },

    /** What really reached the phones of a number: [{id, to, type, body, at}]. */
    ledger: (connectionId) => call(`${root}/${connectionId}/ledger`),

    /** The entries of the ledger for one customer, with one text if given; the attendant's name may stand before it. */
    async ledgerOf(connectionId, to, body) {
      const entries = await call(`${root}/${connectionId}/ledger`);
      const isThis = (text) => body === undefined || text === body || text.endsWith(`:*\n${body}`);
      return entries.filter((entry) => entry.to === to && isThis(entry.body));
    },
  };
}
