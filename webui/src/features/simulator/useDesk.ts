import { useSearchParams } from 'react-router';
import { usePhones, useSimulatorConnections } from './api';
import { digitsOf, isNumber, MAX_PHONES, type Phone } from './model';

/** Which connection and which phones lie on the desk; kept in the address. */
export function useDesk() {
  const [params, setParams] = useSearchParams();
  const connections = useSimulatorConnections();
  const wanted = Number(params.get('connection'));
  const connection = connections.data?.find((each) => each.id === wanted) ?? connections.data?.[0] ?? null;
  const phones = usePhones(connection?.id ?? null);

  const listed = params.get('phones');
  const shownNumbers =
    listed === null
      ? (phones.data ?? []).slice(0, 1).map((phone) => phone.number)
      : listed.split(',').map(digitsOf).filter(isNumber).slice(0, MAX_PHONES);
  const shown: Phone[] = shownNumbers.map(
    (number) => phones.data?.find((phone) => phone.number === number) ?? { number, pushName: number, lastAt: null },
  );

  const show = (numbers: readonly string[], id = connection?.id) => {
    const next = new URLSearchParams();
    if (id !== undefined) next.set('connection', String(id));
    next.set('phones', [...new Set(numbers)].slice(-MAX_PHONES).join(','));
    setParams(next, { replace: true });
  };

  return {
    connections,
    phones,
    connection,
    shown,
    chooseConnection: (id: number) => setParams({ connection: String(id) }, { replace: true }),
    add: (number: string) => show([...shownNumbers, number]),
    close: (number: string) => show(shownNumbers.filter((each) => each !== number)),
  };
}
