// What the sweep finds and is meant so: each with its reason. A line matches `surface › control: gesture: fault`.

const ACCEPTED = [];

export const isAccepted = (line) => ACCEPTED.some(([pattern]) => pattern.test(line));
