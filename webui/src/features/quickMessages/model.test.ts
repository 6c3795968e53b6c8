import { parse, safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { quickMessageSchema, toForm } from './model';

// spec: S050 A041 A082 A145
describe('the form of a quick message', () => {
  it('begins switched on and for oneself', () => {
    expect(toForm(null)).toEqual({ shortcode: '', message: '', geral: false, status: true });
  });

  it('wants a short code, and takes none of its slashes', () => {
    expect(safeParse(quickMessageSchema, { ...toForm(null), shortcode: ' / ' }).success).toBe(false);
    expect(parse(quickMessageSchema, { ...toForm(null), shortcode: ' /prazo' }).shortcode).toBe('prazo');
  });
});
