import { useInfiniteQuery } from '@tanstack/react-query';
import Sparkles from 'lucide-react/icons/sparkles';
import Plus from 'lucide-react/icons/plus';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import styled from 'styled-components';
import { lazyPart, useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { pagedList, useListSearch } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { PageFrame } from '@/ui/PageFrame';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { Tabs } from '@/ui/Tabs';
import { toast } from '@/ui/toast';
import { promptPageOptions, useDeletePrompt } from './api';
import { PromptDialog } from './components/PromptDialog';
import { PromptTable } from './components/PromptTable';

const UsageTab = lazyPart(() => import('./components/UsageTab'));
const KnowledgeTab = lazyPart(() => import('./components/KnowledgeTab'));

const Bar = styled.div`
  margin-bottom: 16px;
`;

const TABS = ['prompts', 'knowledge', 'usage'] as const;

type Open = { dialog: 'form' | 'delete'; id: number | null } | null;

function PromptList({ tabs }: { tabs: ReactNode }) {
  const t = useT();
  const search = useListSearch();
  const found = useInfiniteQuery(promptPageOptions(search.search));
  const list = pagedList(found, (page) => page.prompts);
  const remove = useDeletePrompt();
  const [open, setOpen] = useState<Open>(null);
  const chosen = list.rows?.find((each) => each.id === open?.id) ?? null;
  const close = () => setOpen(null);
  const newButton = (
    <Button icon={<Plus />} onClick={() => setOpen({ dialog: 'form', id: null })}>
      {t('prompts.new')}
    </Button>
  );

  const handleDelete = () => {
    if (!chosen) return;
    remove.mutate(chosen.id, { onSuccess: () => toast.success(t('prompts.deleted')), onSettled: close });
  };

  return (
    <ListPage
      title={t('prompts.title')}
      note={t('prompts.subtitle')}
      search={{ ...search, label: t('prompts.search') }}
      newButton={newButton}
      above={tabs}
      list={list}
      words={{
        icon: <Sparkles />,
        empty: t('prompts.empty'),
        emptyText: t('prompts.emptyText'),
        none: t('prompts.notFound'),
        noneText: t('prompts.notFoundText'),
      }}
      dialogs={
        <>
          {open?.dialog === 'form' && <PromptDialog key={open.id} record={chosen} onClose={close} />}
          <ConfirmDialog
            isOpen={open?.dialog === 'delete' && chosen !== null}
            title={t('prompts.deleteTitle', { name: chosen?.name ?? '' })}
            text={t('prompts.deleteText')}
            confirmLabel={t('prompts.delete')}
            isDanger
            isBusy={remove.isPending}
            onConfirm={handleDelete}
            onClose={close}
          />
        </>
      }
    >
      {(records) => (
        <PromptTable
          records={records}
          onEdit={(id) => setOpen({ dialog: 'form', id })}
          onDelete={(id) => setOpen({ dialog: 'delete', id })}
        />
      )}
    </ListPage>
  );
}

/** A028: what a language model is told, so that it answers customers before people do, and what models take. */
export default function PromptsPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const tab = TABS.find((name) => name === params.get('tab')) ?? 'prompts';
  const bar = useRef<HTMLDivElement>(null);
  const isMoved = useRef(false);
  // Synchronises the browser's focus with the tab: each has a frame of its own, with tabs of its own.
  useEffect(() => {
    if (isMoved.current) bar.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }, [tab]);
  const tabs = (
    <Bar ref={bar}>
      <Tabs
        label={t('prompts.tabs')}
        look="underlined"
        items={TABS.map((id) => ({ id, label: t(`prompts.tab.${id}`) }))}
        selected={tab}
        onSelect={(id) => {
          isMoved.current = true;
          setParams(id === 'prompts' ? {} : { tab: id }, { replace: true });
        }}
      />
    </Bar>
  );
  if (tab === 'prompts') return <PromptList tabs={tabs} />;
  return (
    <PageFrame title={t('prompts.title')} note={t(tab === 'usage' ? 'prompts.usageNote' : 'prompts.knowledge.note')}>
      {tabs}
      <Suspense fallback={<RowsSkeleton />}>{tab === 'usage' ? <UsageTab /> : <KnowledgeTab />}</Suspense>
    </PageFrame>
  );
}
