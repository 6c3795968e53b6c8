import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import styled from 'styled-components';
import { api } from '@/api/client';
import { keys } from '@/api/keys';
import { settingsOptions } from '@/api/settings';
import type { Setting } from '@/api/types';
import { DEFAULT_ZONE } from '@/lib/dates';
import { errorText, useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { ErrorState } from '@/ui/ErrorState';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { Select } from '@/ui/Select';
import { Switch } from '@/ui/Switch';
import { toast } from '@/ui/toast';
import {
  DEFAULT_RATING_MINUTES,
  LEADS_MODES,
  NEVER,
  isOn,
  leadHours,
  ratingMinutes,
  sections,
  valueOf,
} from '../model';
import { ZoneSelect } from './ZoneSelect';

const Sections = styled.div`
  display: grid;
  gap: 20px;
  max-width: 720px;
`;

const Group = styled.section`
  display: grid;
  gap: 8px;
`;

const Title = styled.h2`
  font-size: ${font.base};
`;

const Panel = styled.div`
  display: grid;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};

  & > * {
    padding: 12px 14px;
  }
  & > * + * {
    border-top: 1px solid ${color.line};
  }
`;

const Text = styled.span`
  display: block;
  margin-top: 2px;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

/** Shows the new value at once and the old one again where it was refused. */
function useChange() {
  const t = useT();
  const client = useQueryClient();
  return useMutation({
    // One after the other: of two wishes the later one counts.
    mutationKey: keys.settings,
    scope: { id: 'settings' },
    mutationFn: ({ key, value }: Setting) =>
      api.put('/settings/{settingKey}', { path: { settingKey: key }, body: { value } }),
    onMutate: (changed) => {
      client.setQueryData<Setting[]>(keys.settings, (known = []) => [
        ...known.filter((each) => each.key !== changed.key),
        changed,
      ]);
    },
    onSuccess: () => toast.success(t('settings.saved')),
    onError: (error) => toast.error(errorText(error)),
    // Only after the last one: what is stored between two wishes is what nobody wants to see.
    onSettled: () => {
      if (client.isMutating({ mutationKey: keys.settings }) === 1) {
        void client.invalidateQueries({ queryKey: keys.settings });
      }
    },
  });
}

/** A012: the options of the company. */
export function OptionsTab() {
  const t = useT();
  const { data: settings, error, refetch } = useQuery(settingsOptions);
  const change = useChange();
  const minutes = valueOf(settings ?? [], 'ratingTimeout') ?? DEFAULT_RATING_MINUTES;
  const leads = valueOf(settings ?? [], 'leadsMode') ?? 'disabled';
  const hours = valueOf(settings ?? [], 'leadExpires') ?? NEVER;
  return (
    <>
      {!settings && !error && <RowsSkeleton />}
      {!settings && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {settings && (
        <Sections>
          {sections.map(({ title, switches }) => (
            <Group key={title} aria-label={t(title)}>
              <Title>{t(title)}</Title>
              <Panel>
                {switches.map((key) => (
                  <Switch
                    key={key}
                    isWide
                    label={
                      <span>
                        {t(`settings.${key}`)}
                        <Text>{t(`settings.${key}Text`)}</Text>
                      </span>
                    }
                    isOn={isOn(settings, key)}
                    onChange={(on) => change.mutate({ key, value: on ? 'enabled' : 'disabled' })}
                  />
                ))}
              </Panel>
            </Group>
          ))}
          <Select
            label={t('settings.ratingTimeout')}
            hint={t('settings.ratingTimeoutText')}
            value={minutes}
            options={ratingMinutes(minutes).map((count) => ({ value: count, label: t('settings.minutes', { count }) }))}
            disabled={!isOn(settings, 'userRating')}
            onValueChange={(value) => change.mutate({ key: 'ratingTimeout', value })}
          />
          <Select
            label={t('settings.leadsMode')}
            hint={t('settings.leadsModeText')}
            value={leads}
            options={LEADS_MODES.map((mode) => ({ value: mode, label: t(`settings.leads.${mode}`) }))}
            onValueChange={(value) => change.mutate({ key: 'leadsMode', value })}
          />
          <Select
            label={t('settings.leadExpires')}
            hint={t('settings.leadExpiresText')}
            value={hours}
            options={leadHours(hours).map((count) => ({
              value: count,
              label: count === NEVER ? t('settings.never') : t('settings.hours', { count }),
            }))}
            disabled={leads === 'disabled'}
            onValueChange={(value) => change.mutate({ key: 'leadExpires', value })}
          />
          <ZoneSelect
            value={valueOf(settings, 'timeZone') ?? DEFAULT_ZONE}
            onChange={(value) => change.mutate({ key: 'timeZone', value })}
          />
        </Sections>
      )}
    </>
  );
}
