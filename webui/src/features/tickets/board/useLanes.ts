import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useT } from '@/i18n';
import { useUser } from '@/state/session';
import { queueLanesOptions, tagLanesOptions } from './api';
import { laneKey, tagLane, type BoardKind, type Lane } from './model';

interface Lanes {
  /** Undefined until there is an answer. */
  lanes: Lane[] | undefined;
  error: unknown;
  onRetry: () => void;
}

/** What only lanes of tags have. */
const NO_TAG = { priority: 0, category: '' };

/** The lanes of the board in their order. Who is no admin has those of his queues. */
export function useLanes(kind: BoardKind): Lanes {
  const t = useT();
  const user = useUser();
  const tags = useQuery({ ...tagLanesOptions, enabled: kind === 'tags' });
  const queues = useQuery({ ...queueLanesOptions, enabled: kind === 'queues' });
  const lanes = useMemo(() => {
    if (kind === 'tags') return tags.data?.map(tagLane);
    const seen = (id: number) => user.profile === 'admin' || user.queues.some((queue) => queue.id === id);
    const none: Lane = { key: laneKey('queues', 0), kind, id: 0, name: t('board.noQueue'), color: null, ...NO_TAG };
    return (
      queues.data && [
        none,
        ...queues.data
          .filter(({ id }) => seen(id))
          .map(({ id, name, color }): Lane => ({ key: laneKey('queues', id), kind, id, name, color, ...NO_TAG })),
      ]
    );
  }, [kind, tags.data, queues.data, user, t]);
  const query = kind === 'tags' ? tags : queues;
  return { lanes, error: query.data === undefined ? query.error : null, onRetry: () => void query.refetch() };
}
