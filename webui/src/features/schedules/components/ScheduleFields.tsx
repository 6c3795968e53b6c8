import { Suspense } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { useQuery } from '@tanstack/react-query';
import { connectionsOptions } from '@/api/connections';
import type { Schedule } from '@/api/types';
import { lazyPart, problemText, useT } from '@/i18n';
import type { SchedulingContact } from '@/state/scheduling';
import { media } from '@/styles/tokens';
import { DateField, DateTimeField } from '@/ui/DateField';
import { Select } from '@/ui/Select';
import { TextArea } from '@/ui/TextArea';
import { VariableChips } from '@/ui/VariableChips';
import { REPEATS, type ScheduleForm } from '../model';
import { ContactField } from './ContactField';
import { PictureField } from './PictureField';

const TemplateField = lazyPart(() => import('./TemplateField'), 'templates');

const Grid = styled.div`
  display: grid;
  gap: 16px;
`;

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: 12px;

  @media ${media.sm} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

interface ScheduleFieldsProps {
  edited: Schedule | null;
  contact: SchedulingContact | null;
  onContact: (contact: SchedulingContact | null) => void;
  isLocked: boolean;
  picture: File | null | undefined;
  onPicture: (picture: File | null | undefined) => void;
}

export function ScheduleFields({ edited, contact, onContact, isLocked, picture, onPicture }: ScheduleFieldsProps) {
  const t = useT();
  const { register, control, formState, getValues, setValue, setFocus } = useFormContext<ScheduleForm>();
  const connections = useQuery(connectionsOptions);
  const connection = useController({ control, name: 'whatsappId' }).field;
  const repeat = useController({ control, name: 'repeat' }).field;
  const sendAt = useController({ control, name: 'sendAt' }).field;
  const repeatUntil = useController({ control, name: 'repeatUntil' }).field;
  const error = (name: keyof ScheduleForm) => {
    const id = formState.errors[name]?.message;
    return problemText(id);
  };
  const template = useWatch({ control, name: 'template' });
  const number = connections.data?.find(({ id }) => String(id) === connection.value);
  // A text with its picture is no template; a template may show a file of its own.
  const hasPicture = picture ? true : picture === undefined && Boolean(edited?.mediaName);
  const handleConnection = (id: string) => {
    connection.onChange(id);
    if (template === null) return;
    // The templates of one number are none of another.
    setValue('template', null, { shouldDirty: true });
    setValue('body', '', { shouldDirty: true });
    setValue('needsFile', false);
    onPicture(edited?.mediaName ? null : undefined);
  };
  const handleVariable = (variable: string) => {
    const body = getValues('body');
    const gap = body === '' || body.endsWith(' ') ? '' : ' ';
    setValue('body', `${body}${gap}${variable}`, { shouldDirty: true });
    setFocus('body');
  };
  return (
    <Grid>
      <ContactField chosen={contact} onChoose={onContact} isLocked={isLocked} error={error('contactId')} />
      {template === null && (
        <>
          <TextArea
            label={t('schedules.body')}
            rows={4}
            disabled={isLocked}
            {...register('body')}
            error={error('body')}
          />
          {!isLocked && <VariableChips label={t('schedules.variables')} onChoose={handleVariable} />}
        </>
      )}
      <Pair>
        <DateTimeField label={t('schedules.sendAt')} {...sendAt} disabled={isLocked} error={error('sendAt')} />
        <Select
          label={t('schedules.connection')}
          disabled={isLocked}
          value={connection.value}
          options={[
            { value: '', label: t('schedules.anyConnection') },
            ...(connections.data ?? []).map((each) => ({ value: String(each.id), label: each.name })),
          ]}
          onValueChange={handleConnection}
        />
      </Pair>
      <Pair>
        <Select
          label={t('schedules.repeat')}
          hint={repeat.value === 'monthly' ? t('schedules.shortMonth') : undefined}
          disabled={isLocked}
          value={repeat.value}
          options={[
            { value: '', label: t('schedules.repeat.none') },
            ...REPEATS.map((value) => ({ value, label: t(`schedules.repeat.${value}`) })),
          ]}
          onValueChange={repeat.onChange}
        />
        {repeat.value !== '' && (
          <DateField
            label={t('schedules.repeatUntil')}
            {...repeatUntil}
            disabled={isLocked}
            error={error('repeatUntil')}
          />
        )}
      </Pair>
      {number?.provider === 'cloud' && (template !== null || !hasPicture) && (
        <Suspense fallback={null}>
          <TemplateField
            key={number.id}
            connectionId={number.id}
            isLocked={isLocked}
            stored={edited?.mediaName ?? null}
            picture={picture}
            onPicture={onPicture}
          />
        </Suspense>
      )}
      {template === null && (
        <PictureField stored={edited?.mediaName ?? null} picture={picture} isLocked={isLocked} onPicture={onPicture} />
      )}
    </Grid>
  );
}
