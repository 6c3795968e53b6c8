import { Suspense } from 'react';
import styled from 'styled-components';
import { lazyExtra } from '@/i18n';
import type { MenuIconName } from './MenuIcon';

const MenuIcon = lazyExtra(() => import('./MenuIcon'));

const Place = styled.span`
  display: grid;
  flex: none;
  width: 18px;
  height: 18px;

  & > svg {
    width: 18px;
    height: 18px;
    stroke-width: 1.75;
  }
`;

/** Keeps the place of a menu item's picture until it is there. */
export function LateMenuIcon({ name }: { name: MenuIconName }) {
  return (
    <Place aria-hidden>
      <Suspense fallback={null}>
        <MenuIcon name={name} />
      </Suspense>
    </Place>
  );
}
