import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Plus from 'lucide-react/icons/plus';
import Upload from 'lucide-react/icons/upload';
import { useT } from '@/i18n';
import { useUser } from '@/state/session';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { Menu, type MenuEntry } from '@/ui/Menu';
import { useExport } from '../api';

interface ContactToolsProps {
  /** What the list shows is what is exported. */
  search: string;
  onNew: () => void;
  onImport: () => void;
}

/** What can be done with contacts as a whole. Importing is for those who lead, exporting for admins. */
export function ContactTools({ search, onNew, onImport }: ContactToolsProps) {
  const t = useT();
  const { profile } = useUser();
  const download = useExport();
  const items: MenuEntry[] = [];
  if (profile !== 'user') {
    items.push({ id: 'import', icon: <Upload />, label: t('contacts.import.title'), onSelect: onImport });
  }
  if (profile === 'admin') {
    items.push({
      id: 'export',
      icon: <Download />,
      label: search === '' ? t('contacts.export') : t('contacts.exportFound'),
      disabled: download.isPending,
      onSelect: () => download.mutate(search),
    });
  }
  return (
    <>
      {items.length > 0 && (
        <Menu
          label={t('contacts.more')}
          trigger={
            <IconButton label={t('contacts.more')}>
              <Ellipsis />
            </IconButton>
          }
          items={items}
        />
      )}
      <Button icon={<Plus />} onClick={onNew}>
        {t('contacts.new')}
      </Button>
    </>
  );
}
