import { useQuery } from '@tanstack/react-query';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useState } from 'react';
import styled from 'styled-components';
import { contactSearchOptions } from '@/api/contactSearch';
import type { Contact } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { displayName, formatPhone } from '@/lib/phone';
import { color, font, radius } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Combobox } from '@/ui/Combobox';
import { useComboSearch } from '@/ui/comboSearch';
import { Dialog } from '@/ui/Dialog';
import { Failure } from '@/ui/Failure';
import { toast } from '@/ui/toast';
import { useOnce } from '@/ui/useOnce';
import { useMergeContacts } from '../api';

const Root = styled.div`
  display: grid;
  gap: 12px;
  font-size: ${font.base};
`;

const Muted = styled.p`
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-variant-numeric: tabular-nums;
`;

const Outcome = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px;
  padding: 10px 12px;
  border-radius: ${radius.md};
  background: ${color.warningSoft};
  color: ${color.warning};

  & > svg {
    width: 14px;
    height: 14px;
  }
`;

interface MergeDialogProps {
  /** The contact that stays. */
  contact: Contact;
  onClose: () => void;
}

/** B20: two contacts that are one person. Those who bear the same name are offered first. */
export default function MergeDialog({ contact, onClose }: MergeDialogProps) {
  const t = useT();
  const combo = useComboSearch(displayName(contact.name));
  const [gone, setGone] = useState<Contact | null>(null);
  const found = useQuery(contactSearchOptions(combo.search, 1));
  const merge = useMergeContacts();
  const once = useOnce(merge.isPending);
  const others = found.data?.contacts.filter((each) => each.id !== contact.id && !each.isGroup) ?? [];

  const handleMerge = () => {
    if (!gone) return;
    merge.mutate(
      { kept: contact.id, gone: gone.id },
      {
        onSuccess: () => {
          toast.success(t('contacts.merge.done'));
          onClose();
        },
      },
    );
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={merge.isPending}
      title={t('contacts.merge.title', { name: displayName(contact.name) })}
      description={t('contacts.merge.text')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={merge.isPending}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" onClick={() => once(handleMerge)} disabled={!gone} isBusy={merge.isPending}>
            {t('contacts.merge.run')}
          </Button>
        </>
      }
    >
      <Root>
        <Combobox
          label={t('contacts.merge.search')}
          isLabelHidden
          placeholder={t('contacts.searchPlaceholder')}
          search={{
            ...combo,
            onText: (text) => {
              combo.onText(text);
              setGone(null);
            },
          }}
          options={others}
          keyOf={(each) => each.id}
          isChosen={(each) => each.id === gone?.id}
          isLocked={merge.isPending}
          isAnswered={combo.isStill && !found.isFetching && !found.isPlaceholderData}
          none={found.isSuccess && t('contacts.merge.none')}
          onChoose={setGone}
        >
          {(each) => (
            <>
              <Avatar name={each.name} picture={each.profilePicUrl} size={36} />
              <div>
                <p>{displayName(each.name)}</p>
                <Muted>{formatPhone(each.number)}</Muted>
              </div>
            </>
          )}
        </Combobox>
        {found.isError && <Failure>{errorText(found.error)}</Failure>}
        {gone && (
          <Outcome>
            {formatPhone(gone.number)} <ArrowRight aria-hidden /> {formatPhone(contact.number)}
          </Outcome>
        )}
        {merge.isError && <Failure>{errorText(merge.error)}</Failure>}
      </Root>
    </Dialog>
  );
}
