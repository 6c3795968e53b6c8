import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash';
import styled from 'styled-components';
import type { Passkey } from '@/api/types';
import { useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';

const Root = styled.section`
  display: grid;
  gap: 10px;
  justify-items: start;
  margin-top: 20px;

  & > h3 {
    margin: 0;
    font-size: ${font.md};
  }
  & > p {
    color: ${color.textMuted};
    font-size: ${font.base};
  }
`;

const Rows = styled.ul`
  width: 100%;
  margin: 0;
  padding: 0;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  list-style: none;

  & > li {
    display: flex;
    gap: 8px;
    align-items: center;
    justify-content: space-between;
    padding: 8px 12px;
  }
  & > li + li {
    border-top: 1px solid ${color.line};
  }
  & span {
    display: block;
    overflow-wrap: anywhere;
  }
  & span + span {
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
`;

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  /** Null where this browser or this page has none, or there are five. */
  onAdd: (() => void) | null;
  onRemove: (passkey: Passkey) => void;
}

/** One's passkeys, as one called them. */
export function PasskeyList({ passkeys, onAdd, onRemove }: PasskeyListProps) {
  const t = useT();
  return (
    <Root>
      <h3>{t('security.passkeys')}</h3>
      <p>{t('security.passkeysText')}</p>
      {passkeys.length > 0 && (
        <Rows aria-label={t('security.passkeys')}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <div>
                <span>{passkey.name}</span>
                <span>
                  {t('security.passkeyDates', {
                    created: formatDate(passkey.createdAt),
                    used: passkey.usedAt === null ? 'never' : formatDate(passkey.usedAt),
                  })}
                </span>
              </div>
              <IconButton
                label={t('security.removePasskey', { name: passkey.name })}
                size="sm"
                onClick={() => onRemove(passkey)}
              >
                <Trash2 />
              </IconButton>
            </li>
          ))}
        </Rows>
      )}
      {onAdd && (
        <Button variant="secondary" size="sm" onClick={onAdd}>
          <Plus />
          {t('security.addPasskey')}
        </Button>
      )}
    </Root>
  );
}
