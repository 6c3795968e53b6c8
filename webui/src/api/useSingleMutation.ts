import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

type Settled<Made> = { onSuccess?: (made: Made) => void };

/**
 * A mutation that runs once for a double click: a button is busy only when it has been drawn again. What does more before it
 * begins, a form that is checked for one, has the whole of it pass `ui/useOnce`.
 */
export function useSingleMutation<Made, Wish = void>(options: UseMutationOptions<Made, Error, Wish>) {
  const isRunning = useRef(false);
  const { mutate, ...state } = useMutation({
    ...options,
    onSettled: () => {
      isRunning.current = false;
    },
  });
  return {
    ...state,
    mutate: (wish: Wish, then?: Settled<Made>) => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutate(wish, then);
    },
  };
}
