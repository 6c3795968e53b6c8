import { useInfiniteQuery } from '@tanstack/react-query';
import BookUser from 'lucide-react/icons/book-user';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Contact } from '@/api/types';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { pagedList, useListSearch } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { contactListOptions } from './api';
import { ContactDays, type Days } from './components/ContactDays';
import { ContactDialogs, type OpenDialog } from './components/ContactDialogs';
import { ContactRow, type RowDialog } from './components/ContactRow';
import { ContactTools } from './components/ContactTools';

/** S012: the company's customers, searched as one types and kept right by events. */
export default function ContactsPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const search = useListSearch(params.get('search') ?? '');
  const [days, setDays] = useState<Days>({ from: params.get('from') ?? '', to: params.get('to') ?? '' });
  const query = useInfiniteQuery(contactListOptions(search.search, days));
  const list = pagedList(query, (page) => page.contacts);
  const [open, setOpen] = useState<OpenDialog>(null);

  const searched = search.search;
  // Synchronises with the address, so that a search can be linked and survives a reload.
  useEffect(() => {
    const found = Object.entries({ search: searched, ...days }).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(found), { replace: true });
  }, [searched, days, setParams]);

  const count = query.data?.pages[0]?.count;
  const handleNew = () => setOpen({ dialog: 'form', contact: null });
  const handleOpen = (dialog: RowDialog, contact: Contact) => setOpen({ dialog, contact });

  return (
    <ListPage
      title={t('contacts.title')}
      count={count === undefined ? null : t('contacts.count', { count })}
      search={{ ...search, label: t('contacts.search'), placeholder: t('contacts.searchPlaceholder') }}
      tools={
        <>
          <ContactDays days={days} onChange={setDays} />
          <ContactTools search={search.search} onNew={handleNew} onImport={() => setOpen({ dialog: 'import' })} />
        </>
      }
      list={list}
      words={{
        icon: <BookUser />,
        empty: t('contacts.empty'),
        emptyText: t('contacts.emptyText'),
        none: t('contacts.none'),
        noneText: t('contacts.noneText', { search: search.search }),
      }}
      emptyAction={<Button onClick={handleNew}>{t('contacts.new')}</Button>}
      renderRow={(contact) => <ContactRow contact={contact} onOpen={handleOpen} />}
      dialogs={<ContactDialogs open={open} onClose={() => setOpen(null)} />}
    />
  );
}
