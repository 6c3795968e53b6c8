import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { Setting } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { toast } from '@/ui/toast';
import { valueOf, withValue } from './model';

/** A105: shows the new value at once, and the one before again where it was refused. */
export function useChangeSetting() {
  const t = useT();
  const client = useQueryClient();
  return useMutation({
    // One after the other: of two wishes the later one counts.
    mutationKey: pageKeys.settings,
    scope: { id: 'settings' },
    mutationFn: ({ key, value }: Setting) =>
      api.put('/settings/{settingKey}', { path: { settingKey: key }, body: { value } }),
    onMutate: ({ key, value }) => {
      const known = client.getQueryData<Setting[]>(pageKeys.settings) ?? [];
      client.setQueryData(pageKeys.settings, withValue(known, key, value));
      return valueOf(known, key);
    },
    onSuccess: () => toast.success(t('settings.saved')),
    onError: (error, { key, value }, before) => {
      toast.error(errorText(error));
      // A later wish stays.
      client.setQueryData<Setting[]>(pageKeys.settings, (known = []) =>
        valueOf(known, key) === value ? withValue(known, key, before) : known,
      );
    },
    // Only after the last one: what is stored between two wishes is what nobody wants to see.
    onSettled: () => {
      if (client.isMutating({ mutationKey: pageKeys.settings }) === 1) {
        void client.invalidateQueries({ queryKey: pageKeys.settings });
      }
    },
  });
}

/** The installation's key of the payment service: what comes back says only whether there is one. */
export function useBankKey() {
  const t = useT();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (value: string) =>
      api.put('/settings/{settingKey}', { path: { settingKey: 'asaas' }, body: { value } }),
    onSuccess: ({ key, value }) => {
      client.setQueryData<Setting[]>(pageKeys.settings, (known = []) => withValue(known, key, value));
      // Whether anything can be paid may have changed with it.
      void client.invalidateQueries({ queryKey: pageKeys.billing });
      toast.success(t('settings.saved'));
    },
    onError: (error) => toast.error(errorText(error)),
  });
}
