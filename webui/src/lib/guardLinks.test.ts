import { afterEach, expect, it, vi } from 'vitest';
import { guardLinks } from './guardLinks';

afterEach(() => document.body.replaceChildren());

it('holds a link until it is said to be followed after all', () => {
  const link = document.createElement('a');
  link.href = '#elsewhere';
  const follow = vi.fn();
  link.addEventListener('click', follow);
  document.body.append(link);
  let isHeld = true;
  const asked: (() => void)[] = [];
  const letGo = guardLinks(
    () => isHeld,
    (leave) => asked.push(leave),
  );

  link.click();
  expect(follow).not.toHaveBeenCalled();
  asked[0]?.();
  expect(follow).toHaveBeenCalledTimes(1);
  link.dispatchEvent(new MouseEvent('click', { ctrlKey: true, bubbles: true }));
  expect(follow).toHaveBeenCalledTimes(2);
  expect(asked).toHaveLength(1);

  isHeld = false;
  link.click();
  expect(follow).toHaveBeenCalledTimes(3);
  letGo();
});
