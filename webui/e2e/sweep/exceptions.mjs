// What the sweep finds and is meant so: each with its reason. A line matches `surface › control: gesture: fault`.

const ACCEPTED = [
  // two dates of a filter that was not applied: nothing is lost that was anywhere
  [/^\/ › button «Datas de [^»]*»: dirty input: Escape drops what was typed$/],
];

export const isAccepted = (line) => ACCEPTED.some(([pattern]) => pattern.test(line));
