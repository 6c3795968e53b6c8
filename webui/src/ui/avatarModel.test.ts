import { describe, expect, it } from 'vitest';
import { initialsOf, TINTS, tintOf } from './avatarModel';

describe('avatar', () => {
  it.each([
    ['Beatriz Nogueira', 'BN'],
    ['Maria das Dores', 'MD'],
    ['  joão ', 'J'],
    ['🌸 Ana Paula Lima', 'AL'],
    ['Padaria Pão Quente', 'PQ'],
    ['5511999998888', '5'],
    ['🌸', '?'],
    ['', '?'],
  ])('%s gives %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it('always has the same tint for a name', () => {
    expect(tintOf('Beatriz')).toBe(tintOf(' beatriz '));
    expect(tintOf('Zé')).toBeLessThan(TINTS);
  });
});
