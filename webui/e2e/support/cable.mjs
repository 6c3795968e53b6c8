// A network cable between one page and the server: pulled, every open connection dies and no new one comes through.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Lays a cable to a server; returns {base, pull, plug, close}. */
export async function layCable(serverBase) {
  const { hostname, port } = new URL(serverBase);
  const ends = new Set();
  let isPlugged = true;

  const listener = createServer((near) => {
    if (!isPlugged) {
      near.destroy();
      return;
    }
    const far = connect({ host: hostname, port: Number(port) });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      ends.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        ends.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');

  function pull() {
    isPlugged = false;
    for (const end of ends) end.destroy();
  }

  return {
    base: `http://127.0.0.1:${listener.address().port}`,
    pull,
    plug() {
      isPlugged = true;
    },
    async close() {
      pull();
      listener.close();
      await once(listener, 'close');
    },
  };
}
