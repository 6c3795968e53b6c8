/** Notices while no page is open: what the user wants of this browser, its subscription, and what the server knows of it. */
import { api } from '@/api/client';
import { onSignOut } from '@/state/session';
import { readStored, writeStored } from '@/state/storage';
import { canBePushed, clickedTicket, isForKey, toBody } from './pushModel';

/** Holds the number of the user who wants to be told on this browser. */
const WISH = 'push';

const isWantedBy = (userId: number) => readStored(WISH) === String(userId);

const findManager = async () => (await navigator.serviceWorker.getRegistration())?.pushManager ?? null;
const findSubscription = async () => (await (await findManager())?.getSubscription()) ?? null;

/** Whether the switch means anything here, and how it stands. */
export async function findPush(userId: number): Promise<{ isPossible: boolean; isOn: boolean }> {
  const manager = canBePushed() ? await findManager() : null;
  if (!manager) return { isPossible: false, isOn: false };
  const { enabled } = await api.get('/push');
  const isOn = isWantedBy(userId) && (await manager.getSubscription()) !== null;
  return { isPossible: enabled, isOn };
}

export async function switchOn(userId: number): Promise<void> {
  const [manager, { publicKey }] = await Promise.all([findManager(), api.get('/push')]);
  if (!manager || !publicKey) throw new Error('no push here');
  const known = await manager.getSubscription();
  if (known && !isForKey(known.options.applicationServerKey, publicKey)) await known.unsubscribe();
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const body = toBody(subscription.toJSON());
  if (!body) throw new Error('a subscription without keys');
  await api.post('/push/subscriptions', { body });
  writeStored(WISH, String(userId));
}

export async function switchOff(): Promise<void> {
  writeStored(WISH, null);
  const subscription = await findSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await api.delete('/push/subscriptions', { body: { endpoint } });
}

/** After a sign-in: what this user wanted before counts again, and what somebody else wanted does not. */
async function takeUp(userId: number): Promise<void> {
  if (!canBePushed()) return;
  if (!isWantedBy(userId)) await (await findSubscription())?.unsubscribe();
  else if (Notification.permission === 'granted') await switchOn(userId);
}

let takenUp: number | null = null;

/** Follows what the signed-in user wants, and clicks on notices. Answers the function that stops listening. */
export function follow(userId: number, onClick: (ticket: string) => void): () => void {
  if (takenUp !== userId) {
    takenUp = userId;
    // a browser that cannot now can at the next start
    takeUp(userId).catch(() => undefined);
  }
  const handleClick = ({ data }: MessageEvent<unknown>) => {
    const ticket = clickedTicket(data);
    if (ticket !== null) onClick(ticket);
  };
  navigator.serviceWorker?.addEventListener('message', handleClick);
  return () => navigator.serviceWorker?.removeEventListener('message', handleClick);
}

// The server tells nothing after the end of the sign-in; neither shall what is still at the push service come.
onSignOut(() => {
  takenUp = null;
  void findSubscription()
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => undefined);
});
