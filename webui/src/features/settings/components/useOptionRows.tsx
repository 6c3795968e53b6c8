import type { ReactElement } from 'react';
import type { Setting } from '@/api/types';
import { useT } from '@/i18n';
import { DEFAULT_ZONE } from '@/lib/dates';
import { matches } from '@/lib/shortcuts';
import { useUser } from '@/state/session';
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
  TRANSFER_TEXTS,
  valueOf,
} from '../model';
import { BankKey } from './BankKey';
import { SwitchOption } from './SwitchOption';
import { TextOption } from './TextOption';
import { useTimeoutRows } from './useTimeoutRows';
import { ZoneSelect } from './ZoneSelect';

type SwitchKey =
  | (typeof SWITCHES)[keyof typeof SWITCHES][number]
  | 'userRating'
  | 'botOutOfHours'
  | 'transferTimerHours'
  | 'transferTimerGreeting';

/** A row of the options: what it says is what it is found by. */
type Row = ReactElement<{ label: string; text?: string; hint?: string }>;

export interface OptionRows {
  id: string;
  title: string;
  rows: readonly Row[];
}

/** The rows that a search finds, and whole groups whose title it names. */
export const foundIn = (groups: readonly OptionRows[], search: string): OptionRows[] =>
  groups
    .map((group) => {
      if (matches(group.title, search)) return group;
      const says = ({ props: { label, text = '', hint = '' } }: Row) => `${label} ${text} ${hint}`;
      return { ...group, rows: group.rows.filter((row) => matches(says(row), search)) };
    })
    .filter(({ rows }) => rows.length > 0);

/** A012, A139: the options of the company in their groups. Each is saved at once. */
export function useOptionRows(settings: readonly Setting[]): OptionRows[] {
  const t = useT();
  const change = useChangeSetting();
  const { super: isSuper } = useUser();
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
  const transferTexts = TRANSFER_TEXTS.map((key) => (
    <TextOption
      key={key}
      settingKey={key}
      label={t(`settings.${key}`)}
      hint={t(`settings.${key}Hint`)}
      placeholder={t(`settings.${key}Default`)}
      value={of(key, '')}
      onSave={(value) => change.mutateAsync({ key, value })}
    />
  ));
  const timeouts = useTimeoutRows(settings, (key, value) => save(key)(value));
  return [
    {
      id: 'messages',
      title: t('settings.messages'),
      rows: SWITCHES.messages.flatMap((key) => [
        toggle(key),
        ...(key === 'sendMsgTransfTicket' && isOn(settings, key) ? transferTexts : []),
      ]),
    },
    {
      id: 'rating',
      title: t('settings.rating'),
      rows: [
        toggle('userRating'),
        <Select
          key="ratingTimeout"
          isWide
          label={t('settings.ratingTimeout')}
          hint={t('settings.ratingTimeoutText')}
          value={rating}
          options={ratingMinutes(rating).map((count) => ({ value: count, label: t('settings.minutes', { count }) }))}
          disabled={!isOn(settings, 'userRating')}
          onValueChange={save('ratingTimeout')}
        />,
      ],
    },
    {
      id: 'leadsTitle',
      title: t('settings.leadsTitle'),
      rows: [
        <Select
          key="leadsMode"
          isWide
          label={t('settings.leadsMode')}
          hint={t('settings.leadsModeText')}
          value={leads}
          options={LEADS_MODES.map((mode) => ({ value: mode, label: t(`settings.leads.${mode}`) }))}
          onValueChange={save('leadsMode')}
        />,
        <Select
          key="leadExpires"
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
        />,
      ],
    },
    {
      id: 'hoursAndRobot',
      title: t('settings.hoursAndRobot'),
      rows: [
        <Select
          key="scheduleType"
          isWide
          label={t('settings.scheduleType')}
          hint={t(`settings.schedule.${schedule}Text`)}
          value={schedule}
          options={SCHEDULE_TYPES.map((type) => ({ value: type, label: t(`settings.schedule.${type}`) }))}
          onValueChange={save('scheduleType')}
        />,
        toggle('botOutOfHours', { disabled: schedule === 'disabled' }),
        <Select
          key="chatBotType"
          isWide
          label={t('settings.chatBotType')}
          hint={t('settings.chatBotTypeText')}
          value={robot}
          options={chatBotTypes(robot).map((type) => ({ value: type, label: t(`settings.robot.${type}`) }))}
          onValueChange={save('chatBotType')}
        />,
        toggle('transferTimerHours', { disabled: schedule === 'disabled' }),
        toggle('transferTimerGreeting', { isOnUnset: true }),
      ],
    },
    { id: 'idle', title: t('settings.idle'), rows: timeouts },
    { id: 'privacy', title: t('settings.privacy'), rows: SWITCHES.service.map((key) => toggle(key)) },
    {
      id: 'region',
      title: t('settings.region'),
      rows: [
        <ZoneSelect
          key="timeZone"
          label={t('settings.timeZone')}
          hint={t('settings.timeZoneText')}
          value={of('timeZone', DEFAULT_ZONE)}
          onChange={save('timeZone')}
        />,
        <Select
          key="language"
          isWide
          label={t('settings.language')}
          hint={t('settings.languageText')}
          value={of('language', 'pt')}
          options={(['pt', 'en', 'es'] as const).map((value) => ({ value, label: t(`settings.language.${value}`) }))}
          onValueChange={save('language')}
        />,
        <Select
          key="auditDays"
          isWide
          label={t('settings.auditDays')}
          hint={t('settings.auditDaysText')}
          value={days}
          options={auditDays(days).map((count) => ({ value: count, label: t('settings.days', { count }) }))}
          onValueChange={save('auditDays')}
        />,
      ],
    },
    ...(isSuper
      ? [
          {
            id: 'installation',
            title: t('settings.installation'),
            rows: [<BankKey key="asaas" label={t('settings.asaas')} isSet={of('asaas', '') !== ''} />],
          },
        ]
      : []),
  ];
}
