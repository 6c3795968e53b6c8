import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { simulatorApi } from '@/api/simulator';
import { errorText } from '@/i18n';
import { toast } from '@/ui/toast';
import type { Card, OwnPhone, Phone, PhoneMessage, Place, SimulatorConnection } from './model';

const POLL_MS = 1000;

const keysOf = {
  connections: ['simulator', 'connections'] as const,
  bank: ['simulator', 'bank'] as const,
  own: (connection: number) => ['simulator', connection, 'session'] as const,
  phones: (connection: number) => ['simulator', connection, 'phones'] as const,
  messages: (connection: number, number: string) => ['simulator', connection, 'messages', number] as const,
};

export const useSimulatorConnections = () =>
  useQuery({
    queryKey: keysOf.connections,
    queryFn: () => simulatorApi.get<SimulatorConnection[]>('/connections'),
    retry: false,
  });

export const usePhones = (connection: number | null) =>
  useQuery({
    queryKey: keysOf.phones(connection ?? 0),
    queryFn: () => simulatorApi.get<Phone[]>(`/${connection}/phones`),
    enabled: connection !== null,
    refetchInterval: POLL_MS,
  });

export const usePhoneMessages = (connection: number, number: string) =>
  useQuery({
    queryKey: keysOf.messages(connection, number),
    queryFn: () => simulatorApi.get<PhoneMessage[]>(`/${connection}/phones/${number}/messages`),
    refetchInterval: POLL_MS,
  });

export interface Outgoing {
  type: string;
  body?: string;
  quotedId?: string | null;
  location?: Place;
  contacts?: Card[];
  file?: File;
}

function toBody(from: string, pushName: string, { file, ...message }: Outgoing): FormData | object {
  const fields = { from, pushName, ...message, quotedId: message.quotedId ?? undefined };
  if (!file) return fields;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (typeof value === 'string') form.set(name, value);
  form.set('media', file);
  return form;
}

/** What a customer can do with his phone. */
export function usePhoneActions(connection: number, phone: Phone) {
  const client = useQueryClient();
  const { number, pushName } = phone;
  const onError = (error: unknown) => toast.error(errorText(error));
  const onSettled = () => client.invalidateQueries({ queryKey: keysOf.messages(connection, number) });

  const send = useMutation({
    mutationFn: (message: Outgoing) =>
      simulatorApi.post<{ id: string }>(`/${connection}/messages`, toBody(number, pushName, message)),
    onError,
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: (id: string) => simulatorApi.post<unknown>(`/${connection}/messages/${encodeURIComponent(id)}/revoke`),
    onError,
    onSettled,
  });
  return { send, revoke };
}

/** Tells the company that the customer writes, or has stopped; one that is lost is told again by the next. */
export const sayWriting = (connection: number, number: string, isTyping: boolean) =>
  simulatorApi.post<unknown>(`/${connection}/phones/${number}/typing`, { isTyping }).catch(() => undefined);

/** Tells the company how far its message came; a failure is told again with the next message. */
export const acknowledge = (connection: number, id: string, ack: number) =>
  simulatorApi.post<unknown>(`/${connection}/receipts`, { id, ack });

export function usePutPhone(connection: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ number, ...settings }: { number: string; pushName: string; readReceipts: boolean }) =>
      simulatorApi.put<unknown>(`/${connection}/phones/${number}`, settings),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: keysOf.phones(connection) }),
  });
}

/** The picture that the customer shows. */
export function usePicture(connection: number, number: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File | null) => {
      const path = `/${connection}/phones/${number}/picture`;
      if (!file) return simulatorApi.delete<unknown>(path);
      const form = new FormData();
      form.set('picture', file);
      return simulatorApi.put<unknown>(path, form);
    },
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: keysOf.phones(connection) }),
  });
}

const DAY_SECONDS = 86_400;
export type OwnAct = 'scan' | 'drop' | 'restore' | 'logout';

/** The business's own phone, and what it can do to its session with the desk. */
export function useOwnPhone(connection: number) {
  const client = useQueryClient();
  const phone = useQuery({
    queryKey: keysOf.own(connection),
    queryFn: () => simulatorApi.get<OwnPhone>(`/${connection}/session`),
    refetchInterval: POLL_MS,
  });
  const act = useMutation({
    mutationFn: (what: OwnAct) =>
      simulatorApi.post<unknown>(`/${connection}/session/${what}`, what === 'drop' ? { seconds: DAY_SECONDS } : {}),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: keysOf.own(connection) }),
  });
  return { phone: phone.data ?? null, act };
}

/** A charge of the demo's bank. */
export interface BankCharge {
  txid: string;
  note: string;
  value: string;
  isPaid: boolean;
}

/** The demo's bank, and somebody who pays. */
export function useBank() {
  const client = useQueryClient();
  const charges = useQuery({
    queryKey: keysOf.bank,
    queryFn: () => simulatorApi.get<BankCharge[]>('/bank/charges'),
    refetchInterval: 2 * POLL_MS,
    retry: false,
  });
  const pay = useMutation({
    mutationFn: (txid: string) => simulatorApi.post<unknown>(`/bank/charges/${txid}/pay`),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: keysOf.bank }),
  });
  return { charges: charges.data, pay };
}
