import { useQuery } from '@tanstack/react-query';
import { api } from '@/api/client';
import { demoLogins } from '@/api/demo';
import { simulatorApi } from '@/api/simulator';
import type { Connection } from '@/api/types';
import { useSingleMutation } from '@/api/useSingleMutation';
import { errorText } from '@/i18n';
import { useUser } from '@/state/session';
import { PALETTE } from '@/ui/palette';
import { toast } from '@/ui/toast';
import { weekOf } from './model';

/** Simulated phones exist only in a demo. */
export const useIsDemo = () =>
  useQuery({ queryKey: ['demo'], queryFn: async () => (await demoLogins()) !== null }).data ?? false;

const TRIES = 20;
const TRY_AGAIN_MS = 500;
const pause = () =>
  new Promise((resolve) => {
    setTimeout(resolve, TRY_AGAIN_MS);
  });

/** Its code is there a moment after the number was made. */
async function pair(id: number, triesLeft = TRIES): Promise<void> {
  const { status } = await api.get('/whatsapp/{id}', { path: { id } });
  if (status === 'qrcode' || triesLeft === 0) {
    await simulatorApi.post(`/${id}/session/scan`);
    return;
  }
  await pause();
  await pair(id, triesLeft - 1);
}

const onError = (error: Error) => toast.error(errorText(error));

/** A number without a SIM card, which is paired at once. */
export const useSimulatedPhone = () =>
  useSingleMutation({
    mutationFn: async ({ name, queueIds }: { name: string; queueIds: number[] }) => {
      const { id } = await api.post('/whatsapp', { body: { name, provider: 'simulator', queueIds } });
      await pair(id);
    },
    onError,
  });

/** A queue with the first colour that no other has. */
export const useNewQueue = () =>
  useSingleMutation({
    mutationFn: ({ name, taken }: { name: string; taken: readonly string[] }) =>
      api.post('/queue', { body: { name, color: PALETTE.find((each) => !taken.includes(each)) ?? randomColor() } }),
    onError,
  });

const randomColor = () => {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `#${(number % 0x1_00_00_00).toString(16).padStart(6, '0')}`;
};

interface Welcome {
  opens: string;
  closes: string;
  greeting: string;
  connection: Connection;
  queueIds: number[];
}

/** Hours from Monday to Friday, and a number that greets and offers every queue. */
export function useSaveWelcome() {
  const id = useUser().companyId;
  return useSingleMutation({
    mutationFn: async ({ opens, closes, greeting, connection, queueIds }: Welcome) => {
      const { schedules } = await api.get('/companies/{id}/schedules', { path: { id } });
      await api.put('/companies/{id}/schedules', {
        path: { id },
        body: { schedules: weekOf(schedules, opens, closes) },
      });
      await api.put('/settings/{settingKey}', { path: { settingKey: 'scheduleType' }, body: { value: 'company' } });
      await api.put('/whatsapp/{id}', { path: { id: connection.id }, body: { greetingMessage: greeting, queueIds } });
    },
    onError,
  });
}

export const useSkip = () => useSingleMutation({ mutationFn: () => api.post('/first-hour/skip'), onError });
