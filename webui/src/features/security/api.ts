import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import { makePasskey, withPasskey } from '@/lib/passkeys';

/** What shows who one is: the present password and a code of the second factor. Without a code a passkey is asked. */
export interface Proof {
  code: string;
  currentPassword: string;
}

const shown = ({ code, currentPassword }: Proof) => ({
  currentPassword,
  ...(code.trim() === '' ? {} : { code: code.trim() }),
});

export const secondFactorOptions = queryOptions({
  queryKey: pageKeys.secondFactor,
  queryFn: ({ signal }) => api.get('/second-factor', { signal }),
});

export const useSetUp = () => useMutation({ mutationFn: () => api.post('/second-factor') });

/** With the first code of the app; a passkey that is there already is asked too. */
export const useSwitchOn = () =>
  useMutation({
    mutationFn: ({ code, currentPassword, proof }: Proof & { proof: string }) =>
      withPasskey((signed) =>
        api.put('/second-factor', { body: { code: code.trim(), currentPassword, proof, ...signed } }),
      ),
  });

export const useSwitchOff = () =>
  useMutation({
    mutationFn: (proof: Proof) =>
      withPasskey((signed) => api.delete('/second-factor', { body: { ...shown(proof), ...signed } })),
  });

export const useRenewCodes = () =>
  useMutation({
    mutationFn: (proof: Proof) =>
      withPasskey((signed) => api.post('/second-factor/recovery-codes', { body: { ...shown(proof), ...signed } })),
  });

/** The server asks, the browser makes it, the server keeps it. */
export const useAddPasskey = () =>
  useMutation({
    mutationFn: async ({ name, ...proof }: Proof & { name: string }) => {
      const { options } = await withPasskey((signed) =>
        api.post('/second-factor/passkeys/begin', { body: { ...shown(proof), ...signed } }),
      );
      const passkey = await makePasskey(options);
      return await api.post('/second-factor/passkeys', { body: { name: name.trim(), passkey } });
    },
  });

export const useRemovePasskey = () =>
  useMutation({
    mutationFn: ({ id, ...proof }: Proof & { id: number }) =>
      withPasskey((signed) =>
        api.delete('/second-factor/passkeys/{passkey}', {
          path: { passkey: id },
          body: { ...shown(proof), ...signed },
        }),
      ),
  });
