import { useRef, type KeyboardEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { EMOJI_GROUPS, emojiOf, type EmojiGroup } from './emoji';

const COLUMNS = 8;
const GROUPS = Object.keys(EMOJI_GROUPS) as EmojiGroup[];

const Root = styled.div`
  max-height: 300px;
  padding: 4px 10px 10px;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Heading = styled.h3`
  position: sticky;
  top: -4px;
  padding: 8px 2px 4px;
  background: ${color.raised};
  color: ${color.textSubtle};
  font-size: ${font.xs};
  font-weight: ${font.medium};
`;

const Hint = styled.p`
  padding: 8px 2px 0;
  color: ${color.textSubtle};
  font-size: ${font.xs};
`;

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(${COLUMNS}, 1fr);
`;

const Item = styled.button`
  height: 34px;
  border-radius: ${radius.sm};
  font-size: 1.25rem;
  line-height: 1;

  &:hover {
    background: ${color.hover};
  }
`;

const STEPS: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
};

interface EmojiPickerProps {
  /** `isMoreWanted`: picked with Shift. */
  onPick: (emoji: string, isMoreWanted: boolean) => void;
}

/** S036: emoji by kind; the arrow keys move among them, and one of them takes the tab. */
export default function EmojiPicker({ onPick }: EmojiPickerProps) {
  const t = useT();
  const root = useRef<HTMLDivElement>(null);

  const handleKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const items = [...(root.current?.querySelectorAll('button') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    items[Math.max(0, Math.min(items.length - 1, at + step))]?.focus();
  };

  return (
    <Root ref={root} onKeyDown={handleKeyDown}>
      {GROUPS.map((group, place) => (
        <div key={group} role="group" aria-label={t(`compose.emoji.${group}`)}>
          <Heading aria-hidden>{t(`compose.emoji.${group}`)}</Heading>
          <Grid>
            {emojiOf(group).map((emoji, index) => (
              <Item
                key={emoji}
                type="button"
                tabIndex={place === 0 && index === 0 ? 0 : -1}
                onClick={(event) => onPick(emoji, event.shiftKey)}
              >
                {emoji}
              </Item>
            ))}
          </Grid>
        </div>
      ))}
      <Hint>{t('compose.emojiMore')}</Hint>
    </Root>
  );
}
