import { EmojiPicker as Base, type EmojiPickerListEmojiProps } from 'frimousse';
import { useRef, useState, type ComponentProps } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { useLocale } from '@/state/locale';
import { color, font, height, radius } from '@/styles/tokens';
import { controlStyle } from '@/ui/Input';
import { emojiData } from './emojiData';
import { noteEmoji, recentEmojis } from './recentEmojis';

const COLUMNS = 8;

const Root = styled(Base.Root)`
  display: grid;
  gap: 8px;
  padding: 10px;
`;

const Search = styled(Base.Search)`
  ${controlStyle}
`;

/** Of one height from the beginning, so that nothing jumps when the names arrive. */
const Viewport = styled(Base.Viewport)`
  position: relative;
  height: 260px;
  outline: none;
  overscroll-behavior: contain;
`;

const Row = styled.div`
  display: grid;
  grid-template-columns: repeat(${COLUMNS}, 1fr);
`;

const Heading = styled.div`
  padding: 8px 2px 4px;
  background: ${color.raised};
  color: ${color.textSubtle};
  font-size: ${font.xs};
  font-weight: ${font.medium};
`;

const Item = styled.button`
  height: ${height.md};
  border-radius: ${radius.sm};
  font-size: 1.25rem;
  line-height: 1;

  &:hover,
  &[data-active] {
    background: ${color.active};
  }
`;

const Note = styled.p`
  position: absolute;
  inset: 40% 0 auto;
  color: ${color.textMuted};
  font-size: ${font.sm};
  text-align: center;
`;

const Hint = styled.p`
  padding: 0 2px;
  color: ${color.textSubtle};
  font-size: ${font.xs};
`;

const parts = {
  CategoryHeader: ({ category, ...rest }: { category: { label: string } }) => (
    <Heading {...rest}>{category.label}</Heading>
  ),
  // The library counts rows and columns from 0, where those who listen count from 1. It finds rows by their count.
  Row: ({ 'aria-rowindex': row, ...rest }: ComponentProps<'div'>) => <Row {...rest} aria-rowindex={row || undefined} />,
  Emoji: ({ emoji, 'aria-colindex': column = 0, ...rest }: EmojiPickerListEmojiProps) => (
    <Item type="button" {...rest} aria-colindex={column + 1}>
      {emoji.emoji}
    </Item>
  ),
};

interface EmojiPickerProps {
  /** `isMoreWanted`: picked with Shift. */
  onPick: (emoji: string, isMoreWanted: boolean) => void;
}

/** The list follows what is typed this much later; an Enter before that would take what was found for the text before. */
const CATCH_UP_MS = 250;

const focus = (input: HTMLInputElement | null) => input?.focus();

/** S036: emoji by kind, those picked last above them, and a search by their names in the user's language. */
export default function EmojiPicker({ onPick }: EmojiPickerProps) {
  const t = useT();
  const locale = useLocale();
  const [recent] = useState(recentEmojis);
  const hasShift = useRef(false);
  const typedAt = useRef(0);
  const note = (event: { shiftKey: boolean }) => {
    hasShift.current = event.shiftKey;
  };
  const pick = (emoji: string) => {
    noteEmoji(emoji);
    onPick(emoji, hasShift.current);
  };
  return (
    <Root
      columns={COLUMNS}
      locale={locale}
      resolveEmojiData={emojiData}
      onEmojiSelect={({ emoji }) => pick(emoji)}
      onKeyDownCapture={note}
      onClickCapture={note}
    >
      <Search
        ref={focus}
        onChange={() => {
          typedAt.current = Date.now();
        }}
        onKeyDown={(event) => {
          const { key, shiftKey, currentTarget } = event;
          if (key !== 'Enter' || Date.now() - typedAt.current >= CATCH_UP_MS) return;
          event.preventDefault();
          const again = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true });
          setTimeout(() => currentTarget.dispatchEvent(again), CATCH_UP_MS);
        }}
        aria-label={t('compose.emojiSearch')}
        placeholder={t('compose.emojiSearch')}
      />
      {recent.length > 0 && (
        <Row role="group" aria-label={t('compose.emojiRecent')}>
          {recent.map((emoji) => (
            <Item key={emoji} type="button" onClick={() => pick(emoji)}>
              {emoji}
            </Item>
          ))}
        </Row>
      )}
      <Viewport>
        <Base.Loading>
          <Note as="span">{t('common.loading')}</Note>
        </Base.Loading>
        <Base.Empty>
          <Note as="span">{t('compose.emojiNone')}</Note>
        </Base.Empty>
        <Base.List components={parts} aria-label={t('tickets.emoji')} />
      </Viewport>
      <Hint>{t('compose.emojiMore')}</Hint>
    </Root>
  );
}
