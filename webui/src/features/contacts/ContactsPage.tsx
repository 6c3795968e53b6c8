import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Contact } from '@/api/types';
import { useT } from '@/i18n';
import { useDebounced } from '@/lib/useDebounced';
import { ListPage } from '@/ui/ListPage';
import { SearchInput } from '@/ui/SearchInput';
import { contactListOptions } from './api';
import { ContactDialogs, type OpenDialog } from './components/ContactDialogs';
import { ContactList } from './components/ContactList';
import type { RowDialog } from './components/ContactRow';
import { ContactTools } from './components/ContactTools';

/** S012: the company's customers, searched as one types and kept right by events. */
export default function ContactsPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(params.get('search') ?? '');
  const search = useDebounced(text.trim());
  const query = useInfiniteQuery(contactListOptions(search));
  const [open, setOpen] = useState<OpenDialog>(null);

  // Synchronises with the address, so that a search can be linked and survives a reload.
  useEffect(() => {
    setParams(search === '' ? {} : { search }, { replace: true });
  }, [search, setParams]);

  const count = query.data?.pages[0]?.count;
  const handleNew = () => setOpen({ dialog: 'form', contact: null });
  const handleOpen = (dialog: RowDialog, contact: Contact) => setOpen({ dialog, contact });

  return (
    <ListPage
      title={t('contacts.title')}
      note={query.isPending ? t('common.loading') : count !== undefined && t('contacts.count', { count })}
      search={
        <SearchInput
          label={t('contacts.search')}
          placeholder={t('contacts.searchPlaceholder')}
          value={text}
          maxLength={200}
          onSearch={setText}
        />
      }
      tools={<ContactTools search={search} onNew={handleNew} onImport={() => setOpen({ dialog: 'import' })} />}
    >
      <ContactList query={query} search={search} onNew={handleNew} onOpen={handleOpen} onClear={() => setText('')} />
      <ContactDialogs open={open} onClose={() => setOpen(null)} />
    </ListPage>
  );
}
