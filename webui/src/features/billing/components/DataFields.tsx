import { useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import { problemText, useT } from '@/i18n';
import { media } from '@/styles/tokens';
import { Select } from '@/ui/Select';
import { TextField } from '@/ui/TextField';
import { COUNTRIES, type CheckoutForm } from '../model';

const Grid = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 14px;

  & > [data-wide] {
    grid-column: 1 / -1;
  }

  @media ${media.sm} {
    grid-template-columns: 1fr;
  }
`;

interface DataFieldsProps {
  /** The bank takes only payers whose CPF or CNPJ it is told. */
  needsDocument: boolean;
}

/** Step 1: who is billed. */
export function DataFields({ needsDocument }: DataFieldsProps) {
  const t = useT();
  const { register, setValue, watch, formState } = useFormContext<CheckoutForm>();
  const { errors, isSubmitted } = formState;
  return (
    <Grid>
      <div data-wide>
        <TextField
          label={t('billing.field.name')}
          autoComplete="name"
          maxLength={200}
          error={problemText(errors.name?.message)}
          {...register('name')}
        />
      </div>
      <div data-wide>
        <TextField
          label={t('billing.field.address')}
          autoComplete="street-address"
          maxLength={200}
          error={problemText(errors.address?.message)}
          {...register('address')}
        />
      </div>
      <TextField
        label={t('billing.field.city')}
        autoComplete="address-level2"
        maxLength={200}
        error={problemText(errors.city?.message)}
        {...register('city')}
      />
      <TextField
        label={t('billing.field.state')}
        autoComplete="address-level1"
        maxLength={60}
        error={problemText(errors.state?.message)}
        {...register('state')}
      />
      <TextField
        label={t('billing.field.zipcode')}
        autoComplete="postal-code"
        maxLength={20}
        error={problemText(errors.zipcode?.message)}
        {...register('zipcode')}
      />
      <Select
        label={t('billing.field.country')}
        autoComplete="country"
        value={watch('country')}
        placeholder={t('billing.field.choose')}
        options={COUNTRIES.map((value) => ({ value, label: t(`billing.country.${value}`) }))}
        error={problemText(errors.country?.message)}
        onValueChange={(value) =>
          setValue('country', COUNTRIES.find((each) => each === value) ?? '', {
            shouldDirty: true,
            shouldValidate: isSubmitted,
          })
        }
      />
      {needsDocument && (
        <div data-wide>
          <TextField
            label={t('billing.field.document')}
            hint={t('billing.field.documentText')}
            autoComplete="off"
            maxLength={20}
            error={problemText(errors.document?.message)}
            {...register('document')}
          />
        </div>
      )}
    </Grid>
  );
}
