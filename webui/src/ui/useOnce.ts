import { useEffect, useRef, type FormEvent } from 'react';
import { noteSubmit } from '@/lib/submitDelay';

/**
 * Lets one press through each time something is asked, and another only once what the first one began has failed. A second
 * press comes before `isBusy` is drawn, or while its dialog fades away; `isBusy` is not needed where what begins returns a
 * promise of its end.
 */
export function useOnce(isBusy = false, isOpen = true) {
  const isTaken = useRef(false);
  const busyNow = useRef(isBusy);
  useEffect(() => {
    busyNow.current = isBusy;
    if (isOpen && !isBusy) isTaken.current = false;
  }, [isOpen, isBusy]);

  const run = async (act: () => unknown) => {
    try {
      await act();
    } finally {
      // What failed at once was never drawn as busy. Queries draw in a turn of their own, which comes before this one.
      setTimeout(() => {
        isTaken.current = busyNow.current;
      });
    }
  };
  return (act: () => unknown) => {
    if (!isOpen || isTaken.current) return;
    isTaken.current = true;
    void run(act);
  };
}

/** How a form is sent, once: `act` has `delay` milliseconds before its call, or as long as forms have. */
export function useSubmitOnce(isSaving: boolean, act: (event: FormEvent) => unknown, delay?: number) {
  const once = useOnce(isSaving);
  return (event: FormEvent) => {
    event.preventDefault();
    once(() => {
      noteSubmit(delay);
      return act(event);
    });
  };
}
