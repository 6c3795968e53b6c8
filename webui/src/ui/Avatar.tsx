import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import styled from 'styled-components';
import { cssVars } from '@/lib/cssVars';
import { isNumberName } from '@/lib/phone';
import { font, radius } from '@/styles/tokens';
import { initialsOf, tintOf } from './avatarModel';

const Root = styled.span`
  position: relative;
  display: inline-grid;
  flex: none;
  place-items: center;
  width: var(--s);
  height: var(--s);
  overflow: hidden;
  border-radius: ${radius.full};
  background: var(--av-bg);
  color: var(--av-fg);
  font-size: calc(var(--s) * 0.36);
  font-weight: ${font.semibold};
  line-height: 1;
  user-select: none;

  /* Drawn, not written: a button that holds a picture is not named by its initials. */
  &::before {
    content: attr(data-initials);
  }

  &[data-tint='0'] {
    --av-bg: var(--av0-bg);
    --av-fg: var(--av0-fg);
  }
  &[data-tint='1'] {
    --av-bg: var(--av1-bg);
    --av-fg: var(--av1-fg);
  }
  &[data-tint='2'] {
    --av-bg: var(--av2-bg);
    --av-fg: var(--av2-fg);
  }
  &[data-tint='3'] {
    --av-bg: var(--av3-bg);
    --av-fg: var(--av3-fg);
  }
  &[data-tint='4'] {
    --av-bg: var(--av4-bg);
    --av-fg: var(--av4-fg);
  }

  & > svg {
    position: absolute;
    inset: 25%;
    width: 50%;
    height: 50%;
  }
  & > img {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

interface AvatarProps {
  name: string;
  picture?: string | null | undefined;
  size?: number;
}

/** The picture when there is one, else the initials on a tint chosen by the name. Decorative: the name stands beside. */
export function Avatar({ name, picture, size = 40 }: AvatarProps) {
  const isNumber = isNumberName(name);
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <Root
      aria-hidden
      data-tint={tintOf(name)}
      data-initials={isNumber ? '' : initialsOf(name)}
      style={cssVars({ '--s': `${size}px` })}
    >
      {isNumber && <UserRound />}
      {picture && picture !== failed && (
        <img src={picture} alt="" loading="lazy" decoding="async" onError={() => setFailed(picture)} />
      )}
    </Root>
  );
}
