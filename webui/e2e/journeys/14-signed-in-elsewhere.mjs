// spec: S070 S131 S132
import { test } from '../support/test.mjs';

test('who signs in on another computer is signed out on this one, with a word of warning', async ({
  newSignedInPage,
  partsOf,
  people,
  see,
  until,
  assert,
}) => {
  const here = await newSignedInPage(people.rafael);
  await until(here.isListening, { what: 'the page listens' });
  const there = await newSignedInPage(people.rafael);
  await see(here.getByText('Sua conta foi acessada em outro computador.'));
  await here.waitForURL('**/login');
  assert.equal(await here.evaluate(() => localStorage.getItem('token')), null);
  await here.goto('/tickets');
  await here.waitForURL('**/login');

  // the other one goes on
  await there.reload();
  await see(partsOf(there).list);
});
