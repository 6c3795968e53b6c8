import { describe, expect, it } from 'vitest';
import { composerMode, isSendKey, pastedFiles, readWhisper, toPieces, type Style } from './pieces';

const style: Style = { userName: 'Marina', isSigned: false, isWhisper: false };
const open = { status: 'open' } as const;
const text = (value: string) => ({ text: value, files: [] });
const file = new File(['x'], 'nota.pdf');

describe('composer', () => {
  // spec: S079
  it('ignores blank text', () => {
    expect(toPieces(text(' \n '), open, style)).toEqual([]);
    expect(toPieces(text(' oi '), open, style)).toEqual([{ body: 'oi', file: null, isPrivate: false }]);
  });

  // spec: S067
  it('sends nothing while the ticket waits or is closed', () => {
    expect(toPieces(text('oi'), { status: 'pending' }, style)).toEqual([]);
    expect(toPieces(text('oi'), { status: 'lead' }, style)).toEqual([]);
    expect(toPieces(text('oi'), { status: 'closed' }, style)).toEqual([]);
    expect([composerMode('open'), composerMode('pending'), composerMode('lead'), composerMode('closed')]).toEqual([
      'write',
      'accept',
      'accept',
      'reopen',
    ]);
  });

  // spec: S036
  it('signs with the name of the attendant', () => {
    expect(toPieces(text('oi'), open, { ...style, isSigned: true })[0]?.body).toBe('*Marina:*\noi');
  });

  // spec: S036
  it('whispers with the marker and never signs a whisper', () => {
    const whisper = toPieces(text('VIP'), open, { ...style, isSigned: true, isWhisper: true });
    expect(whisper).toEqual([{ body: 'Sussurro(Marina) VIP', file: null, isPrivate: true }]);
    expect(readWhisper('Sussurro(Marina) VIP')).toEqual({ name: 'Marina', text: 'VIP' });
    expect(readWhisper('VIP')).toEqual({ name: null, text: 'VIP' });
  });

  // spec: S101
  it('makes one message per file, each with its caption', () => {
    const draft = {
      text: '',
      files: [
        { file, caption: 'nota' },
        { file, caption: '' },
      ],
    };
    expect(toPieces(draft, open, { ...style, isSigned: true }).map((piece) => piece.body)).toEqual([
      '*Marina:*\nnota',
      '',
    ]);
    // what is whispered waits: the files are for the customer
    expect(toPieces({ ...draft, text: 'VIP' }, open, { ...style, isWhisper: true })).toEqual([
      { body: 'nota', file, isPrivate: false },
      { body: '', file, isPrivate: false },
    ]);
  });

  // spec: S139
  it('sends on Enter alone', () => {
    const key = { key: 'Enter', shiftKey: false, isComposing: false };
    expect(isSendKey(key)).toBe(true);
    expect(isSendKey({ ...key, shiftKey: true })).toBe(false);
    expect(isSendKey({ ...key, isComposing: true })).toBe(false);
  });
});

// Without the mend cells copied from a spreadsheet went to the customer as a picture of them.
describe('what is pasted', () => {
  const picture = new File(['x'], 'image.png', { type: 'image/png' });
  const clipboard = (files: File[], texts: Record<string, string>) => ({
    files: files as unknown as FileList,
    getData: (type: string) => texts[type] ?? '',
  });

  it('is the text where cells come as text and as a picture of it', () => {
    expect(pastedFiles(clipboard([picture], { 'text/html': '<table>', 'text/plain': '1\t2' }))).toEqual([]);
  });

  it('is the file where there is no text, or only its name', () => {
    const copied = new File(['x'], 'nota.pdf', { type: 'application/pdf' });
    expect(pastedFiles(clipboard([picture], { 'text/html': '<img>' }))).toEqual([picture]);
    expect(pastedFiles(clipboard([picture], { 'text/plain': 'foto.png' }))).toEqual([picture]);
    expect(pastedFiles(clipboard([copied], { 'text/html': '<b>', 'text/plain': 'nota' }))).toEqual([copied]);
  });
});
