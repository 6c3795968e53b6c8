const NOTICES = [
  'numberChanged',
  'numberTaken',
  'accountChanged',
  'identityChanged',
  'optedOut',
  'optedIn',
  'other',
] as const;

/** What a notice says; one of tomorrow is shown as some other one. */
export const noticeOf = (word: string) => NOTICES.find((known) => known === word) ?? 'other';
