import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

type Settled<Made> = { onSuccess?: (made: Made) => void };

/** A mutation that runs once for a double click: a button is busy only when it has been drawn again. */
export function useSingleMutation<Made, Wish = void>(options: UseMutationOptions<Made, Error, Wish>) {
  const isRunning = useRef(false);
  const { mutate, isPending } = useMutation({
    ...options,
    onSettled: () => {
      isRunning.current = false;
    },
  });
  return {
    isPending,
    mutate: (wish: Wish, then?: Settled<Made>) => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutate(wish, then);
    },
  };
}
