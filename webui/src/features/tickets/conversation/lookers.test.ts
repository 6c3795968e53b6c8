import { describe, expect, it } from 'vitest';
import { noticeOf } from './lookers';

const marina = { id: 1, name: 'Marina', isWriting: false };
const rafael = { id: 2, name: 'Rafael', isWriting: false };
const bia = { id: 3, name: 'Bia', isWriting: false };

describe('the notice of others in a conversation', () => {
  it('says nothing of oneself', () => {
    expect(noticeOf([], 1)).toBeNull();
    expect(noticeOf([{ ...marina, isWriting: true }], 1)).toBeNull();
  });

  it('names one and counts the rest', () => {
    expect(noticeOf([marina, rafael], 1)).toEqual({ isWriting: false, name: 'Rafael', more: 0 });
    expect(noticeOf([marina, rafael, bia], 1)).toEqual({ isWriting: false, name: 'Rafael', more: 1 });
  });

  it('is about those who write, if anybody does', () => {
    const users = [marina, rafael, { ...bia, isWriting: true }];
    expect(noticeOf(users, 1)).toEqual({ isWriting: true, name: 'Bia', more: 0 });
  });
});
