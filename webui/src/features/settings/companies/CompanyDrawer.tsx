import LogIn from 'lucide-react/icons/log-in';
import Trash2 from 'lucide-react/icons/trash';
import X from 'lucide-react/icons/x';
import { useEffect, useId, useImperativeHandle, useRef, type KeyboardEvent, type Ref } from 'react';
import styled from 'styled-components';
import type { CompanyDetails, PlanDetails } from '@/api/types';
import { useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { LONG_SUBMIT_DELAY_MS } from '@/lib/submitDelay';
import { useEscape } from '@/lib/useEscape';
import { useUser } from '@/state/session';
import { color, font, shadow } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Failure } from '@/ui/Failure';
import { IconButton } from '@/ui/IconButton';
import { UnsavedQuestion } from '@/ui/UnsavedQuestion';
import { useChanges } from '@/ui/useChanges';
import { useUnsaved } from '@/ui/useUnsaved';
import { useSubmitOnce } from '@/ui/useOnce';
import { CompanyFields } from './CompanyFields';
import { DueNote } from './DueNote';
import { stepOf } from './rows';
import type { CompanyEditing } from './useCompanyForm';

/** To the edges of the page's frame, which has room around what it holds. */
const Root = styled.section`
  display: flex;
  flex: none;
  flex-direction: column;
  width: clamp(376px, 28vw, 400px);
  min-height: 0;
  margin: -16px -24px 0 0;
  border-left: 1px solid ${color.line};
  background: ${color.surface};
  box-shadow: ${shadow.lg};
`;

const Head = styled.header`
  display: flex;
  align-items: flex-start;
  gap: 4px;
  padding: 14px 12px 10px 20px;

  & > :first-child {
    flex: 1;
    min-width: 0;
  }
`;

const Title = styled.h2`
  border-radius: 2px;
  font-size: ${font.lg};
  font-weight: ${font.semibold};
  overflow-wrap: anywhere;
`;

const Since = styled.p`
  margin-top: 2px;
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-variant-numeric: tabular-nums;
`;

const Form = styled.form`
  display: grid;
  flex: 1;
  gap: 16px;
  align-content: start;
  min-height: 0;
  padding: 6px 20px 20px;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Foot = styled.footer`
  display: flex;
  gap: 8px;
  padding: 12px 20px;
  border-top: 1px solid ${color.line};

  & > :first-child {
    margin-right: auto;
  }
`;

export interface DrawerGuard {
  /** Goes on to something else, at once or when what is not saved is given up. */
  leave: (next: () => void) => void;
}

export interface DrawerActions {
  now: Date;
  isRenewing: boolean;
  /** Another one at each opening that takes the focus; null while the focus walks the rows. */
  wanted: object | null;
  onRenew: () => void;
  onEnter: () => void;
  onDelete: () => void;
  /** To the company above or below. */
  onStep: (step: 1 | -1) => void;
}

interface CompanyDrawerProps extends DrawerActions {
  company: CompanyDetails;
  plans: readonly PlanDetails[];
  editing: CompanyEditing;
  guard: Ref<DrawerGuard>;
  onClose: () => void;
}

/** A company beside the table; the table stays in use. */
export function CompanyDrawer({ company, plans, editing, guard, wanted, onClose, ...actions }: CompanyDrawerProps) {
  const t = useT();
  const own = useUser();
  const [titleId, formId] = [useId(), useId()];
  const root = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { note, isChanged } = useChanges(root);
  const unsaved = useUnsaved({
    isOpen: true,
    isLocked: editing.isSaving,
    isChanged: () => editing.isChanged || isChanged(),
    onClose,
  });
  useImperativeHandle(guard, () => ({ leave: unsaved.leave }));
  useEscape(() => {
    if (!editing.isSaving) unsaved.close();
  });
  // Synchronises the browser's focus with what was opened.
  useEffect(() => {
    if (wanted) title.current?.focus({ preventScroll: true });
  }, [wanted]);
  const { name } = company;
  const isOwn = company.id === own.companyId;
  const handleArrow = (event: KeyboardEvent) => {
    const step = stepOf(event);
    if (step === null) return;
    event.preventDefault();
    actions.onStep(step);
  };
  const handleSubmit = useSubmitOnce(editing.isSaving, editing.handleSubmit, LONG_SUBMIT_DELAY_MS);
  return (
    <Root
      ref={root}
      aria-labelledby={titleId}
      onKeyDownCapture={note}
      onPointerDownCapture={note}
      onBeforeInputCapture={note}
    >
      <Head>
        <div>
          <Title ref={title} id={titleId} tabIndex={-1} onKeyDown={handleArrow}>
            {name}
          </Title>
          <Since>{t('platform.company.since', { date: formatDate(company.createdAt), id: company.id })}</Since>
        </div>
        <IconButton
          label={t('platform.company.enter', { name })}
          disabled={isOwn}
          onClick={() => unsaved.leave(actions.onEnter)}
        >
          <LogIn />
        </IconButton>
        <IconButton label={t('common.close')} disabled={editing.isSaving} onClick={unsaved.close}>
          <X />
        </IconButton>
      </Head>
      <Form id={formId} onSubmit={handleSubmit} noValidate>
        <CompanyFields
          editing={editing}
          plans={plans}
          dueNote={
            <DueNote company={company} now={actions.now} isBusy={actions.isRenewing} onRenew={actions.onRenew} />
          }
        />
        {editing.failure !== null && <Failure>{editing.failure}</Failure>}
      </Form>
      <Foot>
        <Button
          variant="danger"
          icon={<Trash2 />}
          aria-label={t('platform.deleteNamed', { name })}
          disabled={isOwn || editing.isSaving}
          onClick={actions.onDelete}
        >
          {t('platform.delete')}
        </Button>
        <Button variant="secondary" disabled={editing.isSaving} onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" form={formId} isBusy={editing.isSaving}>
          {t('platform.save')}
        </Button>
      </Foot>
      <UnsavedQuestion unsaved={unsaved} />
    </Root>
  );
}
