import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { Dialog } from '@/ui/Dialog';
import { SHORTCUTS } from '@/lib/shortcuts';

const List = styled.dl`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  gap: 10px 16px;
  font-size: ${font.base};

  & > dd {
    margin: 0;
    color: ${color.textMuted};
  }
`;

const Key = styled.kbd`
  display: inline-block;
  min-width: 24px;
  margin-right: 4px;
  padding: 2px 7px;
  border: 1px solid ${color.lineStrong};
  border-bottom-width: 2px;
  border-radius: ${radius.sm};
  font-family: inherit;
  font-size: ${font.sm};
  text-align: center;
`;

/** Every shortcut in one place. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <Dialog isOpen onClose={onClose} size="sm" title={t('commands.shortcuts')}>
      <List>
        {SHORTCUTS.map(({ keys, labelId }) => (
          <Shortcut key={labelId} keys={keys} label={t(labelId)} />
        ))}
      </List>
    </Dialog>
  );
}

const Shortcut = ({ keys, label }: { keys: readonly string[]; label: string }) => (
  <>
    <dt>
      {keys.map((key) => (
        <Key key={key}>{key}</Key>
      ))}
    </dt>
    <dd>{label}</dd>
  </>
);
