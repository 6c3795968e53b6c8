// Meta's Graph API, as far as a number of the Cloud API asks it: takes messages and files, keeps templates, says yes to the rest.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';

const bodyOf = async (request) => {
  let text = '';
  for await (const part of request) text += part;
  return request.headers['content-type']?.includes('json') ? JSON.parse(text) : {};
};

/** The app of the access token, to which samples of files are uploaded. */
const APP = '584544743160774';

/** Whether the header of a message is a whole place, where its template has one. */
function showsPlace({ name, components = [] }, templates) {
  const kept = templates.find((each) => each.name === name);
  if (kept?.components[0]?.format !== 'LOCATION') return true;
  const place = components.find(({ type }) => type === 'header')?.parameters[0]?.location;
  const isPoint = Math.abs(place?.latitude) <= 90 && Math.abs(place?.longitude) <= 180;
  return isPoint && Boolean(place.name && place.address);
}

/** Begins to answer on a port; `sent` holds the messages that were taken, in their order. */
export async function startGraph(port) {
  const sent = [];
  let templates = [];
  let count = 0;

  function answerTo({ method, path, query, body }) {
    const [, object, what] = path;
    if (what === 'messages') {
      if (body.template && !showsPlace(body.template, templates)) {
        return { error: { message: '(#132012) Parameter format does not match', code: 132012 } };
      }
      if (body.status !== 'read') sent.push(body);
      return { messages: [{ id: `wamid.e2e.${(count += 1)}` }] };
    }
    if (what === 'message_templates' && method === 'GET') return { data: templates };
    if (what === 'message_templates' && method === 'POST') {
      const made = { ...body, id: `${1000 + (count += 1)}`, status: 'PENDING' };
      templates = [...templates, made];
      return { id: made.id, status: made.status, category: made.category };
    }
    if (what === 'message_templates') {
      templates = templates.filter(({ id }) => id !== query.get('hsm_id'));
      return { success: true };
    }
    if (object === 'app') return { id: APP };
    if (object === APP && what === 'uploads') return { id: `upload:${(count += 1)}=?sig=e2e` };
    if (object.startsWith('upload:')) return { h: `4::${object}` };
    if (what === 'media') return { id: `media-${(count += 1)}` };
    if (method === 'POST') return { success: true };
    return { id: object, display_phone_number: '+55 11 4002-8922', verified_name: 'Loja', quality_rating: 'GREEN' };
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://graph');
    const path = pathname.slice(1).split('/');
    const answer = answerTo({ method: request.method, path, query: searchParams, body: await bodyOf(request) });
    response.setHeader('content-type', 'application/json');
    if (answer.error) response.statusCode = 400;
    response.end(JSON.stringify(answer));
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    sent,
    /** Puts a template there that was made and judged elsewhere. */
    keep: (template) => (templates = [...templates, template]),
    names: () => templates.map(({ name }) => name),
    /** What was asked for under a name. */
    template: (name) => templates.find((each) => each.name === name),
    close: () => server.close(),
  };
}

/** Tells the desk, signed, that a customer wrote a text so many hours ago. */
export async function customerWrote(address, { secret, numberId, accountId, from, name, text, hoursAgo }) {
  const seconds = Math.floor(Date.now() / 1000) - hoursAgo * 3600;
  const message = {
    from,
    id: `wamid.in.${from}.${seconds}`,
    timestamp: String(seconds),
    type: 'text',
    text: { body: text },
  };
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '551140028922', phone_number_id: numberId },
    contacts: [{ wa_id: from, profile: { name } }],
    messages: [message],
  };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: accountId, changes: [{ field: 'messages', value }] }],
  });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const answer = await globalThis.fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body,
  });
  if (!answer.ok) throw new Error(`the desk answers ${answer.status} to ${address}`);
}
