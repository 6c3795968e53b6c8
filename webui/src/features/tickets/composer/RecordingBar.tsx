import SendHorizontal from 'lucide-react/icons/send-horizontal';
import Trash2 from 'lucide-react/icons/trash';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { record, type Recording } from '@/lib/recorder/recorder';
import { color, font } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { Spinner } from '@/ui/Spinner';
import { toast } from '@/ui/toast';
import { formatDuration } from '@/features/tickets/format';

/** A voice message is no lecture, and its samples have to fit into memory. */
const SECONDS_MAX = 15 * 60;

const Root = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  height: 50px;
  padding: 0 8px 0 14px;
`;

const Dot = styled.span`
  width: 10px;
  height: 10px;
  border-radius: 50%;
  background: ${color.danger};
  animation: recording 1.4s ease-in-out infinite;

  @keyframes recording {
    50% {
      opacity: 0.25;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    animation: none;
  }
`;

const Time = styled.span`
  flex: 1;
  font-size: ${font.md};
  font-variant-numeric: tabular-nums;
`;

interface RecordingBarProps {
  onRecorded: (file: File) => void;
  onClose: () => void;
}

/** S036 S079 S138: stands in place of the text while the microphone is open. */
export default function RecordingBar({ onRecorded, onClose }: RecordingBarProps) {
  const t = useT();
  const recording = useRef<Recording | null>(null);
  const [seconds, setSeconds] = useState<number | null>(null);
  const [isFinishing, setIsFinishing] = useState(false);

  const fail = useEffectEvent(() => {
    toast.error(t('recorder.denied'));
    onClose();
  });
  // Synchronises with the microphone: it is open while the bar is shown.
  useEffect(() => {
    let isGone = false;
    record().then(
      (begun) => {
        if (isGone) begun.discard();
        else {
          recording.current = begun;
          setSeconds(0);
        }
      },
      () => {
        if (!isGone) fail();
      },
    );
    return () => {
      isGone = true;
      recording.current?.discard();
    };
  }, []);

  const finish = async () => {
    const begun = recording.current;
    if (!begun || isFinishing) return;
    setIsFinishing(true);
    try {
      const file = await begun.finish();
      if (file) onRecorded(file);
      else toast.info(t('recorder.tooShort'));
    } catch {
      toast.error(t('recorder.failed'));
    }
    onClose();
  };
  const tick = useEffectEvent(() => {
    const next = (seconds ?? 0) + 1;
    setSeconds(next);
    if (next >= SECONDS_MAX) void finish();
  });
  const isRecording = seconds !== null && !isFinishing;
  // Synchronises with the clock.
  useEffect(() => {
    if (!isRecording) return undefined;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [isRecording]);

  return (
    <Root role="group" aria-label={t('recorder.title')}>
      <Dot aria-hidden />
      <Time role="timer">{formatDuration(seconds ?? 0)}</Time>
      <IconButton label={t('recorder.discard')} disabled={isFinishing} onClick={onClose}>
        <Trash2 />
      </IconButton>
      <IconButton
        variant="primary"
        label={t('recorder.send')}
        disabled={seconds === null || isFinishing}
        onClick={() => void finish()}
      >
        {isFinishing ? <Spinner size={16} /> : <SendHorizontal />}
      </IconButton>
    </Root>
  );
}
