import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import List from 'lucide-react/icons/list';
import Plus from 'lucide-react/icons/plus';
import Upload from 'lucide-react/icons/upload';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { Menu } from '@/ui/Menu';
import { saveSample, useExportList } from '../api';

interface ItemToolsProps {
  listId: number;
  onImport: () => void;
  onNew: () => void;
}

/** A022: the buttons of a list's head. */
export function ItemTools({ listId, onImport, onNew }: ItemToolsProps) {
  const t = useT();
  const navigate = useNavigate();
  const download = useExportList();
  return (
    <>
      <Menu
        label={t('contactLists.more')}
        trigger={
          <IconButton label={t('contactLists.more')}>
            <Ellipsis />
          </IconButton>
        }
        items={[
          { id: 'sample', icon: <FileSpreadsheet />, label: t('contactLists.sample'), onSelect: saveSample },
          {
            id: 'export',
            icon: <Download />,
            label: t('contactLists.export'),
            disabled: download.isPending,
            onSelect: () => download.mutate(listId),
          },
        ]}
      />
      <IconButton label={t('contactLists.lists')} onClick={() => void navigate(paths.contactLists)}>
        <List />
      </IconButton>
      <Button variant="secondary" icon={<Upload />} onClick={onImport}>
        {t('contactLists.import')}
      </Button>
      <Button icon={<Plus />} onClick={onNew}>
        {t('contactLists.newContact')}
      </Button>
    </>
  );
}
