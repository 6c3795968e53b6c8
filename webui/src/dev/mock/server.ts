/** Vite plugin for development without a server: answers the API from memory (`GUICHE_MOCK=1`). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connect, Plugin } from 'vite';
import { episodes, messages, reply, troubled } from './conversation.ts';
import * as data from './data.ts';

interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

type Answer = [status: number, body: unknown];
type Route = (call: Call, ...params: string[]) => Answer;

const found = (body: unknown): Answer => [200, body];
const failed = (status: number, error: string, more: object = {}): Answer => [
  status,
  { error, message: error, requestId: 'mock', ...more },
];
let signedIn = data.userOf('admin@aurora.example');
let nextId = 100;

const session = () => (signedIn ? found({ token: 'mock', user: signedIn }) : failed(401, 'ERR_SESSION_EXPIRED'));

function saveConnection(body: Record<string, unknown>, id: number | null): Answer {
  const known = data.connections.find((each) => each.id === id);
  const provider = typeof body.provider === 'string' ? body.provider : 'simulator';
  const target = known ?? data.connection(nextId++, '', provider, provider === 'beta' ? 'qrcode' : 'CONNECTED', null);
  const { queueIds, phoneNumberId, wabaId, ...rest } = body;
  if (body.isDefault === false && known?.isDefault) return failed(400, 'ERR_NO_OTHER_WHATSAPP');
  if (body.isDefault === true) for (const each of data.connections) each.isDefault = false;
  Object.assign(target, rest, { updatedAt: new Date().toISOString() });
  if (Array.isArray(queueIds)) target.queues = data.queues.filter((queue) => queueIds.includes(queue.id));
  if (target.cloud) Object.assign(target.cloud, { phoneNumberId, wabaId });
  if (!known) data.connections.push(target);
  return found(target);
}

const routes: [string, RegExp, Route][] = [
  [
    'POST',
    /^\/api\/auth\/login$/,
    ({ body }) => {
      const login = data.logins.find((each) => each.email === body.email && each.password === body.password);
      if (!login) return failed(401, 'ERR_INVALID_CREDENTIALS');
      signedIn = data.userOf(login.email);
      return session();
    },
  ],
  ['POST', /^\/api\/auth\/refresh_token$/, session],
  ['DELETE', /^\/api\/auth\/logout$/, () => found({})],
  ['GET', /^\/api\/version$/, () => found({ version: '1.0.0' })],
  ['GET', /^\/api\/demo$/, () => found({ logins: data.logins })],
  [
    'GET',
    /^\/api\/tickets$/,
    ({ query }) => {
      const isUnread = query.get('withUnreadMessages') === 'true';
      const status = query.get('status');
      const tickets = data.tickets.filter(
        (ticket) => (!isUnread || ticket.unreadMessages > 0) && (!status || ticket.status === status),
      );
      return found({ tickets, count: tickets.length, hasMore: false, nextCursor: null });
    },
  ],
  [
    'GET',
    /^\/api\/tickets\/u\/([\w-]+)$/,
    (_call, uuid) => {
      const ticket = data.tickets.find((each) => each.uuid === uuid);
      return ticket ? found(ticket) : failed(404, 'ERR_NO_TICKET_FOUND');
    },
  ],
  ['GET', /^\/api\/queue$/, () => found(data.queues)],
  ['GET', /^\/api\/(users|tags)\/list$/, () => found([])],
  ['GET', /^\/api\/settings$/, () => found(data.company.settings)],
  [
    'GET',
    /^\/api\/messages\/(\d+)$/,
    ({ query }, id) => {
      const ticket = data.tickets.find((each) => each.id === Number(id));
      if (!ticket) return failed(404, 'ERR_NO_TICKET_FOUND');
      if (ticket.userId === 2) ticket.unreadMessages = 0;
      const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY);
      const all = (ticket.id === 2040 ? troubled : messages).filter((message) => message.id < before);
      const tickets = ticket.id === 2040 ? [] : episodes;
      return found({ count: all.length, messages: all.slice(-20), hasMore: all.length > 20, tickets, ticket });
    },
  ],
  [
    'POST',
    /^\/api\/messages\/(\d+)$/,
    ({ body }, id) => {
      const text = String(body.body ?? '');
      if (text.includes('falha')) return failed(400, 'ERR_WINDOW_CLOSED');
      const clientId = typeof body.clientId === 'string' ? body.clientId : null;
      return found({ message: reply(Number(id), text, clientId, body.isPrivate === true) });
    },
  ],
  [
    'PUT',
    /^\/api\/tickets\/(\d+)$/,
    ({ body }, id) => {
      const ticket = data.tickets.find((each) => each.id === Number(id));
      if (!ticket) return failed(404, 'ERR_NO_TICKET_FOUND');
      Object.assign(ticket, body, { updatedAt: new Date().toISOString() });
      ticket.user = ticket.userId === null ? null : { id: ticket.userId, name: 'Marina Duarte' };
      return found(ticket);
    },
  ],
  ['GET', /^\/api\/whatsapp\/?$/, () => found(data.connections)],
  ['POST', /^\/api\/whatsapp\/?$/, ({ body }) => saveConnection(body, null)],
  ['PUT', /^\/api\/whatsapp\/(\d+)$/, ({ body }, id) => saveConnection(body, Number(id))],
  [
    'DELETE',
    /^\/api\/whatsapp\/(\d+)$/,
    (_call, id) => {
      const index = data.connections.findIndex((each) => each.id === Number(id));
      if (data.connections[index]?.isDefault) return failed(400, 'ERR_NO_OTHER_WHATSAPP');
      data.connections.splice(index, 1);
      return found({});
    },
  ],
  [
    '*',
    /^\/api\/whatsappsession\/(\d+)$/,
    ({ method }, id) => {
      const target = data.connections.find((each) => each.id === Number(id));
      if (!target) return failed(404, 'ERR_NO_WAPP_FOUND');
      target.status = method === 'DELETE' ? 'DISCONNECTED' : method === 'PUT' ? 'qrcode' : 'CONNECTED';
      target.updatedAt = new Date().toISOString();
      return found({ message: 'ok' });
    },
  ],
  [
    'GET',
    /^\/simulator\/api\/connections$/,
    () => found([{ id: 1, companyId: 1, name: 'Matriz', companyName: 'Lojas Aurora' }]),
  ],
  ['GET', /^\/simulator\/api\/\d+\/phones$/, () => found(data.phones)],
  [
    'PUT',
    /^\/simulator\/api\/\d+\/phones\/(\d+)$/,
    ({ body }, number = '') => {
      const known = data.phones.find((each) => each.number === number);
      if (known) known.pushName = String(body.pushName ?? known.pushName);
      else data.phones.unshift({ number, pushName: String(body.pushName ?? number), lastAt: new Date().toISOString() });
      return found({});
    },
  ],
  [
    'GET',
    /^\/simulator\/api\/\d+\/phones\/(\d+)\/messages$/,
    (_call, number = '') => found(data.phoneMessages.get(number) ?? []),
  ],
  [
    'POST',
    /^\/simulator\/api\/\d+\/messages$/,
    ({ body }) => {
      const id = `s${nextId++}`;
      const from = String(body.from ?? '');
      const message = data.phoneMessage(id, 'in', String(body.body ?? ''), 0, {
        type: String(body.type ?? 'text'),
        quotedId: typeof body.quotedId === 'string' ? body.quotedId : null,
      });
      data.phoneMessages.set(from, [...(data.phoneMessages.get(from) ?? []), message]);
      return found({ id });
    },
  ],
  [
    'POST',
    /^\/simulator\/api\/\d+\/messages\/(\w+)\/revoke$/,
    (_call, id) => {
      for (const list of data.phoneMessages.values()) {
        for (const message of list) if (message.id === id) message.deleted = true;
      }
      return found({});
    },
  ],
  ['POST', /^\/simulator\/api\/\d+\/receipts$/, () => found({})],
];

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  try {
    return JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://mock');
  const method = request.method ?? 'GET';
  const call: Call = { method, path: url.pathname, query: url.searchParams, body: await readBody(request) };
  let answer: Answer = failed(404, 'ERR_NOT_FOUND');
  for (const [verb, pattern, route] of routes) {
    const match = pattern.exec(call.path);
    if (match && (verb === '*' || verb === method)) {
      answer = route(call, ...match.slice(1));
      break;
    }
  }
  response.statusCode = answer[0];
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(answer[1] ?? null));
}

const answerCalls: Connect.NextHandleFunction = (request, response, next) => {
  if (/^\/(api|simulator\/api)\//.test(request.url ?? '')) void handle(request, response);
  else next();
};

export function mockServer(): Plugin {
  return {
    name: 'guiche-mock-server',
    configureServer: (server) => void server.middlewares.use(answerCalls),
    configurePreviewServer: (server) => void server.middlewares.use(answerCalls),
  };
}
