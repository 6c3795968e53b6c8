import { useEffect, useRef, useState } from 'react';
import { nextSpeed, type Speed } from './waveform';

let playing: HTMLAudioElement | null = null;

/** The state of one recording; starting it pauses any other. */
export function useAudio(knownDuration: number | null) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [speed, setSpeed] = useState<Speed>(1);
  const [duration, setDuration] = useState(knownDuration ?? 0);

  // Synchronises with the sound card: a recording that leaves the page falls silent.
  useEffect(() => {
    const element = audio.current;
    return () => element?.pause();
  }, []);

  const toggle = () => {
    const element = audio.current;
    if (!element) return;
    if (!element.paused) {
      element.pause();
      return;
    }
    if (playing !== element) playing?.pause();
    playing = element;
    element.playbackRate = speed;
    element.play().catch(() => setIsPlaying(false));
  };
  const changeSpeed = () => {
    const next = nextSpeed(speed);
    setSpeed(next);
    if (audio.current) audio.current.playbackRate = next;
  };
  const seek = (fraction: number) => {
    if (!audio.current || duration === 0) return;
    audio.current.currentTime = fraction * duration;
    setTime(fraction * duration);
  };
  const handlers = {
    onPlay: () => setIsPlaying(true),
    onPause: () => setIsPlaying(false),
    onEnded: () => setTime(0),
    onTimeUpdate: () => setTime(audio.current?.currentTime ?? 0),
    onLoadedMetadata: () => {
      const length = audio.current?.duration ?? 0;
      if (Number.isFinite(length) && length > 0) setDuration(length);
    },
  };
  return { audio, isPlaying, time, duration, speed, toggle, changeSpeed, seek, handlers };
}
