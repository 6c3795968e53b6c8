import { useMutation, useQuery } from '@tanstack/react-query';
import { pageKeys } from '@/api/pageKeys';
import { useT } from '@/i18n';
import { useUser } from '@/state/session';
import { Switch } from '@/ui/Switch';
import { toast } from '@/ui/toast';
import { findPush, switchOff, switchOn } from '../push';

interface PushSwitchProps {
  /** Asks the browser for leave to show notices; absent when there is nothing to ask. */
  onAsk?: (() => Promise<void>) | undefined;
}

/** Whether this browser tells of messages while no page is open; nothing where it cannot. */
export default function PushSwitch({ onAsk }: PushSwitchProps) {
  const t = useT();
  const { id: userId } = useUser();
  const push = useQuery({ queryKey: pageKeys.push, queryFn: () => findPush(userId) });
  const change = useMutation({
    mutationFn: async (isOn: boolean) => {
      if (!isOn) return switchOff();
      await onAsk?.();
      return switchOn(userId);
    },
    onError: () => toast.error(t('push.failed')),
    onSettled: () => push.refetch(),
  });
  if (!push.data?.isPossible) return null;
  return (
    <Switch
      isWide
      label={t('push.label')}
      isOn={change.isPending ? change.variables : push.data.isOn}
      disabled={change.isPending}
      onChange={(isOn) => change.mutate(isOn)}
    />
  );
}
