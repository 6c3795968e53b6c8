import { isMessageId, useT } from '@/i18n';

/** The name that a kind of actor has on this page, and of what there is one; its own name where nobody has given it one. */
export function useKindName() {
  const t = useT();
  return (kind: string): { name: string; note: string | null } => {
    const [name, note] = [`operators.kind.${kind}`, `operators.kindNote.${kind}`];
    return { name: isMessageId(name) ? t(name) : kind, note: isMessageId(note) ? t(note) : null };
  };
}

/** What a job is called on this page. */
export function useJobName() {
  const t = useT();
  return (job: string): string => {
    const id = `operators.job.${job}`;
    return isMessageId(id) ? t(id) : job;
  };
}
