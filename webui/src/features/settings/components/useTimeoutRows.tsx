import { useQuery } from '@tanstack/react-query';
import { queuesOptions } from '@/api/queues';
import type { Setting } from '@/api/types';
import { useT } from '@/i18n';
import { Select, type SelectOption } from '@/ui/Select';
import { idleMinutes, NEVER, OPEN_ACTIONS, reopenMinutes, TIMEOUTS, valueOf } from '../model';

/** After how long a silence something is done with a conversation, and what (B8); and how long an ended one goes on (B4). */
export function useTimeoutRows(settings: readonly Setting[], onSave: (key: string, value: string) => void) {
  const t = useT();
  const { data: queues = [] } = useQuery(queuesOptions);
  const toQueues: SelectOption[] = queues.map(({ id, name }) => ({
    value: String(id),
    label: t('settings.toQueue', { name }),
  }));
  const actionsOf = (first: string): SelectOption[] =>
    first === 'close'
      ? [{ value: first, label: t('settings.action.close') }, ...toQueues]
      : OPEN_ACTIONS.map((action) => ({ value: action, label: t(`settings.action.${action}`) }));
  const minutesText = (count: string) => {
    if (count === NEVER) return t('settings.never');
    const minutes = Number(count);
    return minutes % 60 === 0 ? t('settings.hours', { count: String(minutes / 60) }) : t('settings.minutes', { count });
  };
  const reopen = valueOf(settings, 'reopenWindow') ?? NEVER;
  const timeouts = TIMEOUTS.flatMap(({ key, actionKey, first }) => {
    const minutes = valueOf(settings, key) ?? NEVER;
    const action = valueOf(settings, actionKey) ?? first;
    const options = actionsOf(first);
    return [
      <Select
        key={key}
        isWide
        label={t(`settings.${key}`)}
        hint={t(`settings.${key}Text`)}
        value={minutes}
        options={idleMinutes(minutes).map((count) => ({ value: count, label: minutesText(count) }))}
        onValueChange={(value) => onSave(key, value)}
      />,
      <Select
        key={actionKey}
        isWide
        label={t(`settings.${actionKey}`)}
        value={action}
        // a queue that was deleted is named by nothing
        options={options.some((each) => each.value === action) ? options : [{ value: action, label: '—' }, ...options]}
        disabled={minutes === NEVER}
        onValueChange={(value) => onSave(actionKey, value)}
      />,
    ];
  });
  return [
    ...timeouts,
    <Select
      key="reopenWindow"
      isWide
      label={t('settings.reopenWindow')}
      hint={t('settings.reopenWindowText')}
      value={reopen}
      options={reopenMinutes(reopen).map((count) => ({ value: count, label: minutesText(count) }))}
      onValueChange={(value) => onSave('reopenWindow', value)}
    />,
  ];
}
