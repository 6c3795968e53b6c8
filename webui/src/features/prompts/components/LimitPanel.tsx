import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import styled from 'styled-components';
import { errorText, problemText, useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { Failure } from '@/ui/Failure';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useSaveSettings } from '../api';
import { limitSchema, toSettings, type LimitForm } from '../usage';
import { Box } from './Box';

const Form = styled.form`
  display: grid;
  gap: 12px;

  & > button {
    justify-self: start;
  }
`;

/** How much models may take in a month, and what that costs. */
export function LimitPanel({ stored }: { stored: LimitForm }) {
  const t = useT();
  const save = useSaveSettings();
  const form = useForm<LimitForm>({ defaultValues: stored, resolver: valibotResolver(limitSchema) });
  const { errors, isDirty } = form.formState;
  const handleSave = form.handleSubmit((values) =>
    save.mutate(toSettings(values), { onSuccess: () => toast.success(t('prompts.limit.saved')) }),
  );
  return (
    <Box title={t('prompts.limit.title')}>
      <Form noValidate onSubmit={(event) => void handleSave(event)}>
        <TextField
          label={t('prompts.limit.cap')}
          hint={t('prompts.limit.capHint')}
          inputMode="numeric"
          autoComplete="off"
          error={problemText(errors.cap?.message)}
          {...form.register('cap')}
        />
        <TextField
          label={t('prompts.limit.price')}
          hint={t('prompts.limit.priceHint')}
          inputMode="decimal"
          autoComplete="off"
          error={problemText(errors.price?.message)}
          {...form.register('price')}
        />
        {save.isError && <Failure>{errorText(save.error)}</Failure>}
        <Button type="submit" variant="secondary" disabled={!isDirty} isBusy={save.isPending}>
          {t('prompts.limit.save')}
        </Button>
      </Form>
    </Box>
  );
}
