import { toWall } from './dates';
import { isNumberName } from './phone';

interface Values {
  name: string;
  ticketId: number;
  now: Date;
}

const two = (part: number) => String(part).padStart(2, '0');

function greeting(hour: number): string {
  if (hour >= 6 && hour <= 11) return 'Bom dia';
  if (hour >= 12 && hour <= 17) return 'Boa tarde';
  return hour >= 18 ? 'Boa noite' : 'Boa madrugada';
}

/**
 * S036: what the customer will read of a text with variables. The server fills them in when the message leaves
 * (`actors/rules/texts.rs`), in the words of its language and in the time of the company; so does this, for a preview.
 */
export function filled(text: string, { name, ticketId, now }: Values): string {
  // nobody is called by a number
  const known = isNumberName(name) ? '' : name.trim();
  const wall = toWall(now);
  const hora = [wall.getHours(), wall.getMinutes(), wall.getSeconds()].map(two);
  const day = `${wall.getFullYear()}${two(wall.getMonth() + 1)}${two(wall.getDate())}`;
  const values: Record<string, string> = {
    firstName: known.split(' ')[0] ?? known,
    name: known,
    ms: greeting(wall.getHours()),
    protocol: `${day}${hora.join('')}${ticketId}`,
    hora: hora.join(':'),
  };
  return text.replaceAll(/( ?)\{\{(\w+)\}\}/g, (variable, gap: string, key: string) => {
    const value = values[key];
    if (value === undefined) return variable;
    return value === '' ? '' : gap + value;
  });
}
