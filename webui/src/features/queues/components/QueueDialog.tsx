import { valibotResolver } from '@hookform/resolvers/valibot';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import styled from 'styled-components';
import { settingsOptions } from '@/api/settings';
import type { Queue } from '@/api/types';
import { errorText, problemText, useT } from '@/i18n';
import { htmlLang, useLocale } from '@/state/locale';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { ColorChoice } from '@/ui/ColorChoice';
import { Dialog } from '@/ui/Dialog';
import { Failure } from '@/ui/Failure';
import { IntegrationChoice } from '@/ui/IntegrationChoice';
import { SWATCHES } from '@/ui/palette';
import { Panel } from '@/ui/Panel';
import { PromptChoice } from '@/ui/PromptChoice';
import { Switch } from '@/ui/Switch';
import { Tabs } from '@/ui/Tabs';
import { TextArea } from '@/ui/TextArea';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { isSameWeek, isSound, toWeek } from '@/ui/week';
import { WeeklyHours } from '@/ui/WeeklyHours';
import { useSubmitOnce } from '@/ui/useOnce';
import { useSaveQueue } from '../api';
import { queueSchema, toForm, type QueueForm } from '../model';

const FORM_ID = 'queue-form';

const PANEL = 'queue-panel';

const Form = styled.form`
  display: grid;
  gap: 16px;
`;

/** Both parts stay, so that nothing of one is lost while the other is shown. */
const Part = styled.div`
  display: grid;
  gap: 16px;

  &[hidden] {
    display: none;
  }
`;

const Hint = styled.p`
  margin: 0;
  color: ${color.textMuted};
  font-size: ${font.base};
`;

/** A new queue begins with the hours that the server gives it where nobody changes them here (A136). */
const USUAL = [
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [day, '08:00', '18:00'] as const),
  ['saturday', '08:00', '12:00'] as const,
].map(([weekdayEn, startTime, endTime]) => ({ weekday: weekdayEn, weekdayEn, startTime, endTime, ranges: [] }));

interface QueueDialogProps {
  /** Null makes a new one. */
  queue: Queue | null;
  /** The colours of other queues, and whose each is. */
  taken: ReadonlyMap<string, string>;
  onClose: () => void;
}

export function QueueDialog({ queue, taken, onClose }: QueueDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(queue);
  const save = useSaveQueue(edited?.id ?? null);
  const { register, handleSubmit, control, formState } = useForm<QueueForm>({
    defaultValues: toForm(edited, [...taken.keys()]),
    resolver: valibotResolver(queueSchema),
  });
  const tint = useController({ control, name: 'color' }).field;
  const autoAssign = useController({ control, name: 'autoAssign' }).field;
  const prompt = useController({ control, name: 'promptId' }).field;
  const integration = useController({ control, name: 'integrationId' }).field;
  const language = htmlLang(useLocale());
  const { data: settings } = useQuery(settingsOptions);
  // A010: a queue has hours of its own where the company wants it so.
  const hasHours = settings?.some(({ key, value }) => key === 'scheduleType' && value === 'queue') ?? false;
  const [tab, setTab] = useState<'data' | 'hours'>('data');
  const [saved] = useState(() => toWeek(edited?.schedules ?? USUAL));
  const [week, setWeek] = useState(saved);
  const [showsProblems, setShowsProblems] = useState(false);
  const isData = tab === 'data' || !hasHours;
  const locked = SWATCHES.flatMap((swatch) => taken.get(swatch) ?? []);
  const names = new Intl.ListFormat(language).format(locked);
  const reasons = new Map([...taken].map(([tinted, name]) => [tinted, t('queues.colorTaken', { name })]));
  const problemOf = (field: keyof QueueForm) => {
    const id = formState.errors[field]?.message;
    return problemText(id);
  };

  const handleSave = handleSubmit(
    (form) => {
      setShowsProblems(true);
      if (hasHours && !isSound(week)) {
        setTab('hours');
        return;
      }
      const isChanged = hasHours && !isSameWeek(week, saved);
      save.mutate(
        { form, week: isChanged ? week : null },
        {
          onSuccess: () => {
            toast.success(t('queues.saved'));
            onClose();
          },
        },
      );
    },
    () => setTab('data'),
  );

  const submit = useSubmitOnce(save.isPending, handleSave);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={save.isPending}
      hasChanges={!isSameWeek(week, saved)}
      size={hasHours ? 'lg' : 'md'}
      title={edited ? t('queues.edit') : t('queues.new')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={save.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={FORM_ID} isBusy={save.isPending}>
            {t('queues.save')}
          </Button>
        </>
      }
    >
      <Form id={FORM_ID} onSubmit={submit} noValidate>
        {hasHours && (
          <Tabs
            label={t('queues.tabs')}
            look="underlined"
            panelId={PANEL}
            items={[
              { id: 'data', label: t('queues.tab.data') },
              { id: 'hours', label: t('queues.tab.hours') },
            ]}
            selected={tab}
            onSelect={setTab}
          />
        )}
        <Part hidden={!isData} id={isData ? PANEL : undefined}>
          <TextField
            label={t('queues.field.name')}
            autoComplete="off"
            error={problemOf('name')}
            {...register('name')}
          />
          <ColorChoice
            value={tint.value}
            palette={SWATCHES}
            taken={reasons}
            takenNote={locked.length > 0 ? t('queues.colorTaken', { name: names }) : undefined}
            onChange={tint.onChange}
          />
          <TextField
            label={t('queues.field.order')}
            hint={t('queues.orderHint')}
            inputMode="numeric"
            autoComplete="off"
            error={problemOf('order')}
            {...register('order')}
          />
          <TextArea
            label={t('queues.field.greeting')}
            hint={t('queues.greetingHint')}
            error={problemOf('greetingMessage')}
            {...register('greetingMessage')}
          />
          <TextArea
            label={t('queues.field.outOfHours')}
            error={problemOf('outOfHoursMessage')}
            {...register('outOfHoursMessage')}
          />
          <PromptChoice
            label={t('queues.field.prompt')}
            hint={t('queues.promptHint')}
            none={t('queues.noPrompt')}
            value={prompt.value}
            onChange={prompt.onChange}
          />
          <IntegrationChoice
            label={t('queues.field.integration')}
            hint={t('queues.integrationHint')}
            none={t('queues.noIntegration')}
            value={integration.value}
            onChange={integration.onChange}
          />
          <Panel>
            <Switch
              label={t('queues.field.autoAssign')}
              isOn={autoAssign.value}
              onChange={autoAssign.onChange}
              isWide
            />
            {autoAssign.value && (
              <TextField
                label={t('queues.field.assignMax')}
                hint={t('queues.assignHint')}
                inputMode="numeric"
                autoComplete="off"
                error={problemOf('assignMax')}
                {...register('assignMax')}
              />
            )}
          </Panel>
        </Part>
        {hasHours && (
          <Part hidden={isData} id={isData ? undefined : PANEL}>
            <WeeklyHours
              week={week}
              saved={saved}
              showsProblems={showsProblems}
              onChange={(next) => {
                setShowsProblems(false);
                setWeek(next);
              }}
            />
            <Hint>{t('hours.hint')}</Hint>
          </Part>
        )}
        {save.isError && <Failure>{errorText(save.error)}</Failure>}
      </Form>
    </Dialog>
  );
}
