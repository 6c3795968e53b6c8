import { useState, type FormEvent } from 'react';
import type { CompanyDetails } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { toast } from '@/ui/toast';
import { useSaveCompany } from './api';
import { toBody, toForm, type CompanyForm } from './model';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const isWrongEmail = (value: string) => value.trim() !== '' && !EMAIL.test(value.trim());

/** What is written about a company; null makes a new one. */
export function useCompanyForm(company: CompanyDetails | null, onClose: () => void) {
  const t = useT();
  const [begun] = useState(() => new Date());
  // Remembered, because the list behind it changes while the form is open.
  const [known, setKnown] = useState(company);
  const [form, setForm] = useState(() => toForm(company, begun));
  const [isTried, setIsTried] = useState(false);
  const save = useSaveCompany(known?.id ?? null);
  const clean = toForm(known, begun);
  // Its due date moves by a button of its own as well: the form follows, unless somebody has written another one there.
  const dueDate = company?.dueDate ?? null;
  if (known && dueDate !== (known.dueDate ?? null)) {
    const moved = { ...known, dueDate };
    setKnown(moved);
    if (form.due === clean.due) setForm({ ...form, due: toForm(moved, begun).due });
  }
  const set = (change: Partial<CompanyForm>) => setForm((before) => ({ ...before, ...change }));
  const text = (field: keyof CompanyForm) => ({
    value: String(form[field]),
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
  });
  const length = form.name.trim().length;
  // A080: and the first administrator has it unless he has one of his own.
  const emailProblem = () => {
    if (form.email.trim() === '') return t('platform.required');
    return isWrongEmail(form.email) ? t('platform.emailInvalid') : undefined;
  };
  const problems = {
    name: length < 2 || length > 50 ? t('platform.nameLength') : undefined,
    planId: form.planId === '' ? t('platform.required') : undefined,
    email: emailProblem(),
    adminEmail: isWrongEmail(form.adminEmail) ? t('platform.emailInvalid') : undefined,
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (Object.values(problems).some((problem) => problem !== undefined)) return;
    save.mutate(toBody(form, known), {
      onSuccess: ({ invitationSent }) => {
        if (invitationSent === false) toast.warning(t('platform.company.notInvited'));
        else toast.success(t('platform.saved'));
        onClose();
      },
    });
  };
  return {
    known,
    form,
    set,
    text,
    shown: isTried ? problems : ({} as Partial<typeof problems>),
    isChanged: JSON.stringify(form) !== JSON.stringify(clean),
    isSaving: save.isPending,
    failure: save.isError ? `${t('platform.companyFailed')} ${errorText(save.error)}` : null,
    handleSubmit,
  };
}

export type CompanyEditing = ReturnType<typeof useCompanyForm>;
