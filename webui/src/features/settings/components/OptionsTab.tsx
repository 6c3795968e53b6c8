import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { settingsOptions } from '@/api/settings';
import { useT } from '@/i18n';
import { DEFAULT_ZONE } from '@/lib/dates';
import { useUser } from '@/state/session';
import { ErrorState } from '@/ui/ErrorState';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { Select } from '@/ui/Select';
import { useChangeSetting } from '../api';
import {
  auditDays,
  chatBotTypes,
  DEFAULT_AUDIT_DAYS,
  DEFAULT_RATING_MINUTES,
  isOn,
  leadHours,
  LEADS_MODES,
  NEVER,
  ratingMinutes,
  SCHEDULE_TYPES,
  scheduleTypeOf,
  SWITCHES,
  valueOf,
} from '../model';
import { BankKey } from './BankKey';
import { OptionGroup } from './OptionGroup';
import { SwitchOption } from './SwitchOption';
import { TimeoutOptions } from './TimeoutOptions';
import { ZoneSelect } from './ZoneSelect';

const Sections = styled.div`
  display: grid;
  gap: 24px;
  max-width: 720px;
`;

type SwitchKey =
  | (typeof SWITCHES)[keyof typeof SWITCHES][number]
  | 'userRating'
  | 'botOutOfHours'
  | 'transferTimerHours'
  | 'transferTimerGreeting';

/** A012, A139: the options of the company. Each is saved at once. */
export function OptionsTab() {
  const t = useT();
  const { data: settings, error, refetch } = useQuery(settingsOptions);
  const change = useChangeSetting();
  const { super: isSuper } = useUser();
  if (!settings) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  const of = (key: string, otherwise: string) => valueOf(settings, key) ?? otherwise;
  const save = (key: string) => (value: string) => change.mutate({ key, value });
  const toggle = (key: SwitchKey, { isOnUnset = false, disabled = false } = {}) => (
    <SwitchOption
      key={key}
      label={t(`settings.${key}`)}
      text={t(`settings.${key}Text`)}
      isOn={isOn(settings, key) || (isOnUnset && valueOf(settings, key) === undefined)}
      disabled={disabled}
      onChange={(on) => save(key)(on ? 'enabled' : 'disabled')}
    />
  );
  const rating = of('ratingTimeout', DEFAULT_RATING_MINUTES);
  const leads = of('leadsMode', 'disabled');
  const lead = of('leadExpires', NEVER);
  const schedule = scheduleTypeOf(settings);
  const robot = of('chatBotType', 'text');
  const days = of('auditDays', DEFAULT_AUDIT_DAYS);
  return (
    <Sections>
      <OptionGroup title={t('settings.messages')}>{SWITCHES.messages.map((key) => toggle(key))}</OptionGroup>
      <OptionGroup title={t('settings.rating')}>
        {toggle('userRating')}
        <Select
          isWide
          label={t('settings.ratingTimeout')}
          hint={t('settings.ratingTimeoutText')}
          value={rating}
          options={ratingMinutes(rating).map((count) => ({ value: count, label: t('settings.minutes', { count }) }))}
          disabled={!isOn(settings, 'userRating')}
          onValueChange={save('ratingTimeout')}
        />
      </OptionGroup>
      <OptionGroup title={t('settings.leadsTitle')}>
        <Select
          isWide
          label={t('settings.leadsMode')}
          hint={t('settings.leadsModeText')}
          value={leads}
          options={LEADS_MODES.map((mode) => ({ value: mode, label: t(`settings.leads.${mode}`) }))}
          onValueChange={save('leadsMode')}
        />
        <Select
          isWide
          label={t('settings.leadExpires')}
          hint={t('settings.leadExpiresText')}
          value={lead}
          options={leadHours(lead).map((count) => ({
            value: count,
            label: count === NEVER ? t('settings.never') : t('settings.hours', { count }),
          }))}
          disabled={leads === 'disabled'}
          onValueChange={save('leadExpires')}
        />
      </OptionGroup>
      <OptionGroup title={t('settings.hoursAndRobot')}>
        <Select
          isWide
          label={t('settings.scheduleType')}
          hint={t(`settings.schedule.${schedule}Text`)}
          value={schedule}
          options={SCHEDULE_TYPES.map((type) => ({ value: type, label: t(`settings.schedule.${type}`) }))}
          onValueChange={save('scheduleType')}
        />
        {toggle('botOutOfHours', { disabled: schedule === 'disabled' })}
        <Select
          isWide
          label={t('settings.chatBotType')}
          hint={t('settings.chatBotTypeText')}
          value={robot}
          options={chatBotTypes(robot).map((type) => ({ value: type, label: t(`settings.robot.${type}`) }))}
          onValueChange={save('chatBotType')}
        />
        {toggle('transferTimerHours', { disabled: schedule === 'disabled' })}
        {toggle('transferTimerGreeting', { isOnUnset: true })}
      </OptionGroup>
      <OptionGroup title={t('settings.idle')}>
        <TimeoutOptions settings={settings} onSave={(key, value) => save(key)(value)} />
      </OptionGroup>
      <OptionGroup title={t('settings.privacy')}>{SWITCHES.service.map((key) => toggle(key))}</OptionGroup>
      <OptionGroup title={t('settings.region')}>
        <ZoneSelect value={of('timeZone', DEFAULT_ZONE)} onChange={save('timeZone')} />
        <Select
          isWide
          label={t('settings.language')}
          hint={t('settings.languageText')}
          value={of('language', 'pt')}
          options={(['pt', 'en', 'es'] as const).map((value) => ({ value, label: t(`settings.language.${value}`) }))}
          onValueChange={save('language')}
        />
        <Select
          isWide
          label={t('settings.auditDays')}
          hint={t('settings.auditDaysText')}
          value={days}
          options={auditDays(days).map((count) => ({ value: count, label: t('settings.days', { count }) }))}
          onValueChange={save('auditDays')}
        />
      </OptionGroup>
      {isSuper && (
        <OptionGroup title={t('settings.installation')}>
          <BankKey isSet={of('asaas', '') !== ''} />
        </OptionGroup>
      )}
    </Sections>
  );
}
