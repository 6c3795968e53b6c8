import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';
import styled from 'styled-components';
import { useSteadyOrder } from './useSteadyOrder';

const Scroller = styled.div`
  position: relative;
  height: 100%;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Inner = styled.div`
  position: relative;
  width: 100%;
`;

const Row = styled.div`
  position: absolute;
  top: 0;
  left: 0;
  width: 100%;
  contain: layout style;
`;

/** S135: a list asks for its next page this near to its end. */
const END_PX = 100;

interface VirtualListProps<T> {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string | number;
  estimateSize: number;
  children: (item: T) => ReactNode;
  onEndReached?: () => void;
  /** Shown after the last row, such as a skeleton while the next page loads. */
  footer?: ReactNode;
}

/** A long list of which only the rows in sight are mounted; they hold still under the pointer and the focus. */
export function VirtualList<T>({
  label,
  items,
  keyOf,
  estimateSize,
  children,
  onEndReached,
  footer,
}: VirtualListProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const { places, handlers } = useSteadyOrder(items, keyOf);
  const virtualizer = useVirtualizer({
    count: places.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimateSize,
    getItemKey: (index) => places[index]?.key ?? index,
    overscan: 6,
  });

  const handleScroll = () => {
    const element = scroller.current;
    if (element && element.scrollHeight - element.scrollTop - element.clientHeight < END_PX) onEndReached?.();
  };
  // Synchronises with the size of the scroller: a list shorter than its box can never be scrolled to its end.
  useEffect(handleScroll);

  return (
    <Scroller ref={scroller} tabIndex={0} onScroll={handleScroll} {...handlers}>
      <Inner role="list" aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((row) => {
          const item = places[row.index]?.item;
          const transform = `translateY(${row.start}px)`;
          // A row that has gone leaves its place.
          if (item === undefined) return <Row key={row.key} style={{ transform, height: row.size }} />;
          return (
            <Row
              key={row.key}
              role="listitem"
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              data-index={row.index}
              ref={virtualizer.measureElement}
              style={{ transform }}
            >
              {children(item)}
            </Row>
          );
        })}
      </Inner>
      {footer}
    </Scroller>
  );
}
