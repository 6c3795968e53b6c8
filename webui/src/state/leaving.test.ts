import { expect, it } from 'vitest';
import { holdPage, holdPageFor } from './leaving';

const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('asks before the page goes as long as anybody holds it', () => {
  expect(asks()).toBe(false);
  const [one, other] = [holdPage(), holdPage()];
  one();
  one();
  expect(asks()).toBe(true);
  other();
  expect(asks()).toBe(false);
});

it('asks until what is on its way has arrived or failed', async () => {
  let fail: (error: Error) => void = () => undefined;
  const work = holdPageFor(
    new Promise((_, reject) => {
      fail = reject;
    }),
  );
  expect(asks()).toBe(true);
  fail(new Error('no'));
  await expect(work).rejects.toThrow('no');
  expect(asks()).toBe(false);
});
