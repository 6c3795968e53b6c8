import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/error';
import { canUsePasskeys, passkeyAsked, toBytes, toText, withPasskey } from './passkeys';

const refusal = (code: string, rpId: string) => new ApiError(code, 400, '', { passkey: { challenge: 'AAAA', rpId } });

class Credential {
  readonly id = 'a-b_';
  readonly response = {
    clientDataJSON: new Uint8Array([1]).buffer,
    authenticatorData: new Uint8Array([251, 255]).buffer,
    signature: new Uint8Array([3]).buffer,
    userHandle: null,
  };
}

describe('passkeys', () => {
  const get = vi.fn();

  beforeEach(() => {
    get.mockReset();
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('PublicKeyCredential', Credential);
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  });

  it('writes bytes as the server reads them', () => {
    expect(toText(new Uint8Array([251, 255, 254]).buffer)).toBe('-__-');
    expect([...toBytes('-__-')]).toEqual([251, 255, 254]);
    expect([...toBytes('AQ')]).toEqual([1]);
  });

  it('is offered on a trusted page of that name alone', () => {
    expect(canUsePasskeys(location.hostname)).toBe(true);
    expect(canUsePasskeys('outra.example')).toBe(false);
    expect(canUsePasskeys(null)).toBe(false);
    expect(passkeyAsked(refusal('ERR_SECOND_FACTOR_NEEDED', 'outra.example'))).toBeNull();
    vi.stubGlobal('isSecureContext', false);
    expect(canUsePasskeys(location.hostname)).toBe(false);
  });

  it('signs what a refusal asks for and sends again', async () => {
    get.mockResolvedValue(new Credential());
    const send = vi.fn();
    send.mockRejectedValueOnce(refusal('ERR_SECOND_FACTOR_NEEDED', location.hostname));
    send.mockResolvedValueOnce('done');
    await expect(withPasskey(send)).resolves.toBe('done');
    expect(send).toHaveBeenLastCalledWith({
      passkey: { credential: 'a-b_', clientData: 'AQ', authenticatorData: '-_8', signature: 'Aw', userHandle: null },
    });
  });

  it('leaves a wrong code, and a question that was closed, to who asks', async () => {
    const wrong = refusal('ERR_SECOND_FACTOR_INVALID', location.hostname);
    await expect(withPasskey(() => Promise.reject(wrong))).rejects.toBe(wrong);
    expect(get).not.toHaveBeenCalled();
    get.mockRejectedValue(new DOMException('closed', 'NotAllowedError'));
    const needed = refusal('ERR_SECOND_FACTOR_NEEDED', location.hostname);
    await expect(withPasskey(() => Promise.reject(needed))).rejects.toMatchObject({ code: 'ERR_PASSKEY_INVALID' });
  });
});
