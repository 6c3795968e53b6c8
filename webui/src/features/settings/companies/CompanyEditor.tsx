import type { Ref } from 'react';
import type { CompanyDetails, PlanDetails } from '@/api/types';
import { useT } from '@/i18n';
import { LONG_SUBMIT_DELAY_MS } from '@/lib/submitDelay';
import { FormDialog } from '@/ui/FormDialog';
import { CompanyDrawer, type DrawerActions, type DrawerGuard } from './CompanyDrawer';
import { CompanyFields } from './CompanyFields';
import { useCompanyForm } from './useCompanyForm';

interface CompanyEditorProps {
  /** Null makes a new one. */
  company: CompanyDetails | null;
  plans: readonly PlanDetails[];
  /** Where it is a drawer beside the table: what that offers. */
  drawer?: (DrawerActions & { guard: Ref<DrawerGuard> }) | null;
  onClose: () => void;
}

/** A form about a company: in a drawer where there is room for one, in a dialog elsewhere. What is written survives the turn of a tablet. */
export function CompanyEditor({ company, plans, drawer, onClose }: CompanyEditorProps) {
  const t = useT();
  const editing = useCompanyForm(company, onClose);
  if (company && drawer) {
    return <CompanyDrawer {...drawer} company={company} plans={plans} editing={editing} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={t(company ? 'platform.company.edit' : 'platform.company.new')}
      size="lg"
      hasChanges={editing.isChanged}
      saveLabel={t('platform.save')}
      isSaving={editing.isSaving}
      failure={editing.failure}
      onSubmit={editing.handleSubmit}
      submitDelay={LONG_SUBMIT_DELAY_MS}
      onClose={onClose}
    >
      <CompanyFields editing={editing} plans={plans} />
    </FormDialog>
  );
}
