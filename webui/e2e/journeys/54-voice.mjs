// spec: S036 S079 S138
import { test } from '../support/test.mjs';

test('a recording is sent as a voice note, and one that is too short is not', async ({
  newSignedInPage,
  simulator,
  partsOf,
  people,
  accept,
  see,
  gone,
  axe,
  until,
  assert,
}) => {
  const marina = await newSignedInPage(people.marina);
  const parts = partsOf(marina);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Ivone');
  await simulator.say(connection, { ...customer, body: 'Prefiro áudio' });
  await accept(marina, customer.pushName);
  const bar = marina.getByRole('group', { name: 'Gravação de áudio' });
  const begin = async () => {
    await parts.button('Gravar áudio').press('Enter');
    await see(bar);
    await until(() => bar.getByRole('button', { name: 'Enviar a gravação' }).isEnabled(), {
      what: 'an open microphone',
    });
  };
  const seconds = (count) =>
    until(async () => (await bar.getByRole('timer').innerText()) >= `0:0${count}`, {
      what: `${count} seconds`,
    });

  // thrown away, and too short: nothing is sent
  await begin();
  await axe(marina, 'recording');
  await bar.getByRole('button', { name: 'Descartar a gravação' }).click();
  await gone(bar);
  // The page presses by itself, as soon as it may: a press that comes from outside may be too late to be too short.
  const pressed = marina.evaluate(
    () =>
      new Promise((resolve) => {
        const press = () => {
          const send = document.querySelector('button[aria-label="Enviar a gravação"]:enabled');
          send?.click();
          if (send) resolve();
          else requestAnimationFrame(press);
        };
        press();
      }),
  );
  await Promise.all([pressed, parts.button('Gravar áudio').press('Enter')]);
  await see(parts.notice('Gravação muito curta, descartada.'));
  await gone(bar);
  assert.equal(await parts.bubbles.getByRole('button', { name: 'Tocar' }).count(), 0);

  await begin();
  await seconds(2);
  await bar.getByRole('button', { name: 'Enviar a gravação' }).click();
  await gone(bar);
  await see(parts.bubbles.getByRole('button', { name: 'Tocar' }));
  await until(
    async () => {
      const sent = await simulator.ledgerOf(connection, customer.from);
      return sent.length === 1 && sent[0].type === 'audio';
    },
    { what: 'one voice note on the phone' },
  );
});
