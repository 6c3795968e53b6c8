/** S134 */
const SUBMIT_DELAY_MS = 400;
/** A135: forms of companies, plans and helps. */
export const LONG_SUBMIT_DELAY_MS = 500;

let noted = 0;

/**
 * A form was submitted: what it asks the server for is sent after this time. It is checked at once, what is wrong is
 * said at once, and what is sent is what stood in it then.
 */
export function noteSubmit(delay = SUBMIT_DELAY_MS): void {
  noted = delay;
  // Checks are over before the next task; what begins later is not this form's.
  setTimeout(() => {
    noted = 0;
  });
}

/** Waits, in the name of a call that begins now, as long as the form behind it asks for. */
export function waitForSubmit(): Promise<void> | undefined {
  if (noted === 0) return undefined;
  const delay = noted;
  return new Promise((resolve) => {
    setTimeout(resolve, delay);
  });
}
