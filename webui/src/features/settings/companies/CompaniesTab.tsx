import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import styled from 'styled-components';
import type { CompanyDetails } from '@/api/types';
import { useT } from '@/i18n';
import { useHasRoom } from '@/lib/useMedia';
import { MINUTE_MS, useNow } from '@/lib/useNow';
import { media } from '@/styles/tokens';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { pagedList, useListSearch } from '@/ui/list';
import { toast } from '@/ui/toast';
import { plansOptions } from '../plans/api';
import { useCompanies, useDeleteCompany } from './api';
import type { DrawerGuard } from './CompanyDrawer';
import { CompanyEditor } from './CompanyEditor';
import { CompanyFilters, NewCompany, type Chosen } from './CompanyFilters';
import { CompanyList } from './CompanyList';
import { CompanyRow } from './CompanyRow';
import { companyAt, focusRow, stepOf } from './rows';
import { StayDialog } from './StayDialog';
import { useRenewal } from './useRenewal';

const Split = styled.div`
  @media ${media.pair} {
    display: flex;
    gap: 24px;
    height: 100%;
  }
`;

const Main = styled.div`
  @media ${media.pair} {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
  }
`;

/** What is open, as it was then; `wanted` is another one at each opening that takes the focus. */
interface Opened {
  company: CompanyDetails | null;
  wanted: object | null;
}

interface CompaniesTabProps {
  /** Whoever leads away from the companies asks here. */
  guard?: RefObject<DrawerGuard | null>;
}

/** A012 A102: the companies of this server. */
export default function CompaniesTab({ guard }: CompaniesTabProps) {
  const hasRoom = useHasRoom();
  const search = useListSearch();
  const now = new Date(useNow(MINUTE_MS));
  const [chosen, setChosen] = useState<Chosen>({ planId: '', standing: null });
  const plans = useQuery(plansOptions);
  const planId = chosen.planId === '' ? null : Number(chosen.planId);
  const query = useCompanies({ searchParam: search.search, planId, standing: chosen.standing });
  const list = pagedList(query, ({ companies }) => companies);
  const last = query.data?.pages.at(-1);
  const own = useRef<DrawerGuard>(null);
  const held = guard ?? own;
  const drawer = useDrawer(list.rows ?? [], held, hasRoom);
  const [entered, setEntered] = useState<CompanyDetails | null>(null);
  const [doomed, setDoomed] = useState<CompanyDetails | null>(null);
  const renewal = useRenewal(drawer.onMoved);
  const { shown } = drawer;
  const onNew = () => drawer.open(null);
  const isFiltered = search.search !== '' || planId !== null || chosen.standing !== null;
  return (
    <Split>
      <Main>
        <CompanyFilters
          search={search}
          plans={plans.data}
          chosen={chosen}
          standings={last?.standings}
          onChoose={setChosen}
          onNew={onNew}
        />
        <CompanyList
          list={list}
          count={last?.count}
          isFiltered={isFiltered}
          newButton={<NewCompany isReady={plans.data !== undefined} onNew={onNew} />}
          onKeyDown={hasRoom ? drawer.onKeyDown : undefined}
          row={(company) => (
            <CompanyRow
              key={company.id}
              company={company}
              now={now}
              isBusy={renewal.isBusy(company.id)}
              drawer={hasRoom ? { isOpen: company.id === shown?.company?.id } : null}
              onRenew={() => renewal.renew(company)}
              onEdit={() => drawer.open(company)}
              onEnter={() => setEntered(company)}
              onDelete={() => setDoomed(company)}
            />
          )}
        />
      </Main>
      {shown && plans.data && (
        <CompanyEditor
          key={shown.company?.id ?? 'new'}
          company={shown.company}
          plans={plans.data}
          drawer={
            hasRoom && shown.company
              ? {
                  guard: held,
                  now,
                  wanted: shown.wanted,
                  isRenewing: renewal.isBusy(shown.company.id),
                  onRenew: () => shown.company && renewal.renew(shown.company),
                  onEnter: () => setEntered(shown.company),
                  onDelete: () => setDoomed(shown.company),
                  onStep: drawer.onStep,
                }
              : null
          }
          onClose={drawer.close}
        />
      )}
      {entered && <StayDialog company={entered} onClose={() => setEntered(null)} />}
      <Deletion company={doomed} onDeleted={drawer.drop} onClose={() => setDoomed(null)} />
    </Split>
  );
}

/** Which company is open, and the ways from one to another. What is not saved is asked about by the drawer itself. */
function useDrawer(rows: readonly CompanyDetails[], guard: RefObject<DrawerGuard | null>, hasRoom: boolean) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const company = rows.find(({ id }) => id === opened?.company?.id) ?? opened?.company ?? null;
  const leave = (next: () => void) => (guard.current ? guard.current.leave(next) : next());
  const neighbour = (id: number, step: 1 | -1) => {
    const at = rows.findIndex((row) => row.id === id);
    return at === -1 ? undefined : rows[at + step];
  };
  const open = (next: CompanyDetails | null) => {
    const show = () => setOpened({ company: next, wanted: {} });
    // The one that is open only takes the focus.
    if (next && next.id === company?.id) show();
    else leave(show);
  };
  return {
    shown: opened && { company, wanted: opened.wanted },
    open,
    close: () => {
      setOpened(null);
      if (company && hasRoom) focusRow(company.id);
    },
    /** What is deleted has nothing to ask about. */
    drop: (id: number) => {
      if (company?.id === id) setOpened(null);
    },
    onMoved: (id: number, dueDate: string | null) =>
      setOpened((now) => (now?.company?.id === id ? { ...now, company: { ...now.company, dueDate } } : now)),
    onStep: (step: 1 | -1) => {
      const next = company && neighbour(company.id, step);
      if (next) open(next);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const [step, id] = [stepOf(event), companyAt(event.target)];
      const next = step !== null && id !== null ? neighbour(id, step) : undefined;
      if (!next) return;
      event.preventDefault();
      if (!opened) {
        focusRow(next.id);
        return;
      }
      leave(() => {
        setOpened({ company: next, wanted: null });
        focusRow(next.id);
      });
    },
  };
}

interface DeletionProps {
  company: CompanyDetails | null;
  onDeleted: (id: number) => void;
  onClose: () => void;
}

function Deletion({ company, onDeleted, onClose }: DeletionProps) {
  const t = useT();
  const remove = useDeleteCompany();
  const handleConfirm = (id: number) =>
    remove.mutate(id, {
      onSuccess: () => {
        onDeleted(id);
        toast.success(t('platform.saved'));
      },
      onError: () => toast.error(t('platform.deleteFailed')),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      isOpen={company !== null}
      title={t('platform.company.deleteTitle', { name: company?.name ?? '' })}
      text={t('platform.company.deleteText')}
      confirmLabel={t('platform.delete')}
      isDanger
      isBusy={remove.isPending}
      onConfirm={() => company && handleConfirm(company.id)}
      onClose={onClose}
    />
  );
}
