/** `+55 11 98000-0000`: a Brazilian number is written as Brazilians do, others stay whole; hidden digits are dots. */
export function formatPhone(number: string): string {
  // an id that stands for a hidden number is none
  if (!isPhone(number)) return number;
  const digits = number.replaceAll(/[^\d•]/g, '');
  // what begins with dots is the id of a group
  if (digits === '' || digits.startsWith(DOT)) return number;
  const brazil = /^55(\d{2})([\d•]{4,5})([\d•]{4})$/.exec(digits);
  return brazil ? `+55 ${brazil[1]} ${brazil[2]}-${brazil[3]}` : `+${digits}`;
}

/** Stands for each digit that the company hides from attendants. */
const DOT = '•';

export const isHiddenNumber = (number: string) => number.includes(DOT);

/** What stands for a name may be a bare number, of someone who never told theirs. */
export const isNumberName = (name: string) => /^\+?[\d•]{8,15}$/.test(name.trim());

/** The name as it is shown: a number that stands for it is written as one. */
export const displayName = (name: string) => (isNumberName(name) ? formatPhone(name) : name);

/** Whether what stands as a number is one, maybe with hidden digits, and not an id that stands for it. */
export const isPhone = (number: string) => !/[a-z]/i.test(number);
