import { Menu as Base } from '@base-ui/react/menu';
import Check from 'lucide-react/icons/check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode, RefObject } from 'react';
import styled, { css } from 'styled-components';
import { color, font, layer, radius, shadow } from '@/styles/tokens';
import { backTo } from './backTo';
import type { MenuChoice, MenuEntry, MenuProps } from './Menu';

const Positioner = styled(Base.Positioner)`
  z-index: ${layer.popup};
  outline: none;
`;

const Popup = styled(Base.Popup)`
  min-width: 180px;
  max-width: min(320px, calc(100vw - 16px));
  max-height: min(420px, var(--available-height));
  padding: 4px;
  overflow-y: auto;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  outline: none;
  background: ${color.raised};
  box-shadow: ${shadow.lg};
  transform-origin: var(--transform-origin);
  transition:
    opacity 100ms,
    transform 100ms;

  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
    transform: scale(0.97);
  }
`;

const itemStyle = css`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 32px;
  padding: 5px 8px;
  border-radius: ${radius.sm};
  outline: none;
  font-size: ${font.base};
  cursor: pointer;
  user-select: none;

  & svg {
    flex: none;
    width: 16px;
    height: 16px;
    stroke-width: 1.75;
    color: ${color.textMuted};
  }
  &[data-highlighted],
  &[data-popup-open] {
    background: ${color.hover};
  }
  &[data-disabled] {
    opacity: 0.5;
    cursor: not-allowed;
  }
  &[data-danger],
  &[data-danger] svg {
    color: ${color.danger};
  }
`;

const Item = styled(Base.Item)`
  ${itemStyle}
`;
const CheckItem = styled(Base.CheckboxItem)`
  ${itemStyle}
`;
const RadioItem = styled(Base.RadioItem)`
  ${itemStyle}
`;
const SubTrigger = styled(Base.SubmenuTrigger)`
  ${itemStyle}
`;

const Label = styled.span`
  flex: 1;
  min-width: 0;
`;

const Box = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 16px;
  height: 16px;
  border: 1px solid ${color.lineStrong};
  border-radius: 4px;

  &[data-on] {
    border-color: ${color.accent};
    background: ${color.accent};
  }
  && svg {
    width: 12px;
    height: 12px;
    stroke-width: 3;
    color: ${color.onAccent};
  }
`;

const Line = styled(Base.Separator)`
  height: 1px;
  margin: 4px 0;
  background: ${color.line};
`;

const Heading = styled.div`
  padding: 6px 8px 4px;
  color: ${color.textSubtle};
  font-size: ${font.sm};
`;

interface MenuPopupProps extends Required<Pick<MenuProps, 'label' | 'items' | 'align' | 'side'>> {
  isOpen: boolean;
  onClose: () => void;
  anchor: RefObject<HTMLElement | null>;
}

export default function MenuPopup({ label, items, isOpen, onClose, anchor, align, side }: MenuPopupProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => !next && onClose()} modal={false}>
      <Base.Portal>
        <Positioner anchor={anchor} align={align} side={side} sideOffset={6} collisionPadding={8}>
          <Popup aria-label={label} finalFocus={backTo(anchor)}>
            {renderAll(items)}
          </Popup>
        </Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Choices that stand together are one radio group. */
function renderAll(items: readonly MenuEntry[]) {
  const out: ReactNode[] = [];
  let choices: MenuChoice[] = [];
  const flush = () => {
    const [first] = choices;
    if (first) out.push(<Choices key={first.id} choices={choices} />);
    choices = [];
  };
  for (const entry of items) {
    if (entry.kind === 'choice') choices.push(entry);
    else {
      flush();
      out.push(render(entry));
    }
  }
  flush();
  return out;
}

function Choices({ choices }: { choices: readonly MenuChoice[] }) {
  const chosen = choices.find((choice) => choice.isChosen);
  return (
    <Base.RadioGroup
      value={chosen?.id ?? ''}
      onValueChange={(id: string) => choices.find((choice) => choice.id === id)?.onSelect()}
    >
      {choices.map((choice) => (
        <RadioItem key={choice.id} value={choice.id} disabled={choice.disabled} closeOnClick>
          {choice.icon}
          <Label>{choice.label}</Label>
          {choice.isChosen && <Check />}
        </RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

function render(entry: Exclude<MenuEntry, MenuChoice>) {
  if (entry.kind === 'separator') return <Line key={entry.id} />;
  if (entry.kind === 'heading') return <Heading key={entry.id}>{entry.label}</Heading>;
  if (entry.kind === 'submenu') {
    return (
      <Base.SubmenuRoot key={entry.id}>
        <SubTrigger disabled={entry.disabled}>
          {entry.icon}
          <Label>{entry.label}</Label>
          <ChevronRight />
        </SubTrigger>
        <Base.Portal>
          <Positioner sideOffset={4} alignOffset={-5} collisionPadding={8}>
            <Popup>{renderAll(entry.items)}</Popup>
          </Positioner>
        </Base.Portal>
      </Base.SubmenuRoot>
    );
  }
  if (entry.kind === 'check') {
    return (
      <CheckItem key={entry.id} checked={entry.isChecked} disabled={entry.disabled} onCheckedChange={entry.onChange}>
        <Box data-on={entry.isChecked || undefined}>{entry.isChecked && <Check />}</Box>
        {entry.icon}
        <Label>{entry.label}</Label>
      </CheckItem>
    );
  }
  return (
    <Item key={entry.id} disabled={entry.disabled} data-danger={entry.isDanger || undefined} onClick={entry.onSelect}>
      {entry.icon}
      <Label>{entry.label}</Label>
    </Item>
  );
}
