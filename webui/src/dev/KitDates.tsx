import { useState } from 'react';
import { DateField, DateTimeField, TimeField } from '@/ui/DateField';

/** The fields for dates: one of each kind. */
export function KitDates() {
  const [day, setDay] = useState('2026-11-26');
  const [moment, setMoment] = useState('2026-11-26T14:30');
  const [time, setTime] = useState('08:00');
  return (
    <>
      <DateField label="Dia" value={day} max="2026-12-31" canBeEmpty onChange={setDay} />
      <DateTimeField label="Dia e hora" value={moment} onChange={setMoment} />
      <TimeField label="Hora" value={time} onChange={setTime} />
    </>
  );
}
