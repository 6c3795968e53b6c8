import { useRef, useState } from 'react';
import { Select } from '@/ui/Select';
import { zones } from '../model';

interface ZoneSelectProps {
  label: string;
  hint: string;
  value: string;
  onChange: (zone: string) => void;
}

/** Letters run through the list on their way to a zone: what they choose counts when the field is left, or by Enter. */
export function ZoneSelect({ label, hint, value, onChange }: ZoneSelectProps) {
  const isTyped = useRef(false);
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    if (typed !== null && typed !== value) onChange(typed);
    setTyped(null);
  };
  return (
    <Select
      isWide
      label={label}
      hint={hint}
      value={typed ?? value}
      options={zones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      onPointerDown={() => {
        isTyped.current = false;
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') settle();
        else isTyped.current = true;
      }}
      onBlur={settle}
      onValueChange={(zone) => (isTyped.current ? setTyped(zone) : onChange(zone))}
    />
  );
}
