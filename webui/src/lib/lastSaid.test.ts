import { describe, expect, it } from 'vitest';
import { lastSaid } from './lastSaid';

const marina = { id: 7, name: 'Marina Duarte' };
const ours = (more = {}) => ({ fromMe: true, lastMessage: 'Já vejo', lastMessageUser: marina, ...more });

// spec: S032
describe('what the list says of a conversation', () => {
  it('names nobody for the customer', () => {
    expect(lastSaid({ fromMe: false, lastMessage: 'Cadê?', lastMessageUser: null }, 7)).toEqual({
      author: 'customer',
      text: 'Cadê?',
    });
  });

  it('says "you" to the author alone, and the name to everybody else', () => {
    expect(lastSaid(ours(), 7).author).toBe('you');
    expect(lastSaid(ours(), 8).author).toEqual({ name: 'Marina' });
  });

  it('leaves the signature out', () => {
    const signed = ours({ lastMessage: '*Marina Duarte:*\nJá vejo' });
    expect(lastSaid(signed, 7).text).toBe('Já vejo');
    expect(lastSaid(ours({ lastMessage: '*Atenção:*\nfechado' }), 7).text).toBe('*Atenção:*\nfechado');
  });

  it('takes the words of the desk, or of an older server, for nobody’s own', () => {
    expect(lastSaid(ours({ lastMessageUser: null }), 7).author).toBe('company');
    expect(lastSaid({ fromMe: true, lastMessage: 'Já vejo' }, 7).author).toBe('company');
  });
});
