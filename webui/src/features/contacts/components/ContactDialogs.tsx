import { Suspense } from 'react';
import type { Contact } from '@/api/types';
import { useT } from '@/i18n';
import { displayName } from '@/lib/phone';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { lazyLayer } from '@/ui/lazyLayer';
import { toast } from '@/ui/toast';
import { useBlockContact, useDeleteContact, useEraseContact } from '../api';

// The form library is heavy, and needed only once a dialog opens.
const ContactDialog = lazyLayer(() => import('./ContactDialog'));
const ContactImport = lazyLayer(() => import('./ContactImport'));
const MergeDialog = lazyLayer(() => import('./MergeDialog'));

export type OpenDialog =
  | { dialog: 'form'; contact: Contact | null }
  | { dialog: 'delete' | 'block' | 'merge' | 'erase'; contact: Contact }
  | { dialog: 'import' }
  | null;

interface ContactDialogsProps {
  open: OpenDialog;
  onClose: () => void;
}

/** What can be open above the list, one at a time. */
export function ContactDialogs({ open, onClose }: ContactDialogsProps) {
  const t = useT();
  const remove = useDeleteContact();
  const block = useBlockContact();
  const erase = useEraseContact();
  const contact = open && 'contact' in open ? open.contact : null;
  const name = displayName(contact?.name ?? '');
  const isBlocked = contact?.blocked ?? false;

  const handleDelete = () => {
    if (!contact) return;
    remove.mutate(contact.id, { onSuccess: () => toast.success(t('contacts.deleted')), onSettled: onClose });
  };
  const handleErase = () => {
    if (!contact) return;
    erase.mutate(contact.id, { onSuccess: () => toast.success(t('contacts.erased')), onSettled: onClose });
  };
  const handleBlock = () => {
    if (!contact) return;
    const done = t(isBlocked ? 'contacts.unblockDone' : 'contacts.blockDone');
    block.mutate({ id: contact.id, blocked: !isBlocked }, { onSuccess: () => toast.success(done), onSettled: onClose });
  };

  return (
    <>
      <Suspense fallback={null}>
        {open?.dialog === 'form' && <ContactDialog contact={open.contact} onClose={onClose} />}
        {open?.dialog === 'import' && <ContactImport onClose={onClose} />}
        {open?.dialog === 'merge' && <MergeDialog contact={open.contact} onClose={onClose} />}
      </Suspense>
      <ConfirmDialog
        isOpen={open?.dialog === 'delete'}
        title={t('contacts.deleteTitle', { name })}
        text={t('contacts.deleteText')}
        confirmLabel={t('contacts.delete')}
        isDanger
        isBusy={remove.isPending}
        onConfirm={handleDelete}
        onClose={onClose}
      />
      <ConfirmDialog
        isOpen={open?.dialog === 'erase'}
        title={t('contacts.eraseTitle', { name })}
        text={t('contacts.eraseText')}
        confirmLabel={t('contacts.erase')}
        isDanger
        isBusy={erase.isPending}
        onConfirm={handleErase}
        onClose={onClose}
      />
      <ConfirmDialog
        isOpen={open?.dialog === 'block'}
        title={t(isBlocked ? 'contacts.unblockTitle' : 'contacts.blockTitle', { name })}
        text={t(isBlocked ? 'contacts.unblockText' : 'contacts.blockText')}
        confirmLabel={t(isBlocked ? 'contacts.unblock' : 'contacts.block')}
        isDanger={!isBlocked}
        isBusy={block.isPending}
        onConfirm={handleBlock}
        onClose={onClose}
      />
    </>
  );
}
