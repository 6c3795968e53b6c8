import { describe, expect, it } from 'vitest';
import { translate } from '@/i18n';
import { reasonText } from './reason';

describe('why a number is not connected', () => {
  const said = (reason: string | null) => reasonText(translate, reason);

  it('is said in words where it is known by a word', () => {
    expect(said('replaced')).toBe('Outro programa assumiu esta sessão.');
    expect(said('unreachable')).toMatch(/^O WhatsApp não pode ser alcançado/);
  });

  it('says until when a number is banned, and what the provider calls it', () => {
    expect(said('banned:2026-11-25T15:30:00+00:00')).toMatch(/baniu este número até .*12:30/);
    expect(said('refused:NotFound')).toContain('(NotFound)');
  });

  it('is what the provider says where nobody knows it', () => {
    expect(said('sem internet')).toBe('sem internet');
    expect(said('proxy: refused')).toBe('proxy: refused');
    expect(said(null)).toBeNull();
  });
});
