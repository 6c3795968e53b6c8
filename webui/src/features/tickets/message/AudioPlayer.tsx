import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { Suspense, useMemo } from 'react';
import type { Message } from '@/api/types';
import { lazyExtra, useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { htmlLang, useLocale } from '@/state/locale';
import { useAudio } from './useAudio';
import { formatDuration } from '@/features/tickets/format';
import { waveform } from './waveform';
import { useConversationActions } from './conversationActions';
import { Bar, Bars, PlayButton, Root, Seek, SpeedButton, Wave } from './AudioPlayer.styles';

const Transcript = lazyExtra(() => import('@/features/tickets/assist/Transcript'), 'assist');

interface AudioPlayerProps {
  message: Message;
  url: string;
}

/** S034 S138: a recording with its wave and three speeds. */
export function AudioPlayer({ message, url }: AudioPlayerProps) {
  const t = useT();
  const locale = useLocale();
  const { renewLink } = useConversationActions();
  const player = useAudio(message.mediaDuration);
  const { isPlaying, time, duration, speed } = player;
  const wave = useMemo(() => waveform(String(message.id)), [message.id]);
  const fraction = duration > 0 ? Math.min(1, time / duration) : 0;
  const speedText = `${new Intl.NumberFormat(htmlLang(locale)).format(speed)}×`;

  return (
    <>
      <Root>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a customer's voice has no captions */}
        <audio
          ref={player.audio}
          src={url}
          preload={message.mediaDuration ? 'none' : 'metadata'}
          onError={() => void renewLink(message)}
          {...player.handlers}
        />
        <PlayButton
          type="button"
          aria-label={isPlaying ? t('tickets.pause') : t('tickets.play')}
          onClick={player.toggle}
        >
          {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
        </PlayButton>
        <Wave>
          <Bars aria-hidden>
            {wave.map((height, index) => (
              <Bar
                // oxlint-disable-next-line react/no-array-index-key -- the bars never change places
                key={index}
                data-played={index / wave.length < fraction || undefined}
                style={cssVars({ '--h': height })}
              />
            ))}
          </Bars>
          <Seek
            type="range"
            min={0}
            max={1}
            step={0.01}
            value={fraction}
            aria-label={t('tickets.position')}
            aria-valuetext={formatDuration(time)}
            onChange={(event) => player.seek(Number(event.target.value))}
          />
        </Wave>
        <SpeedButton type="button" aria-label={t('tickets.speed', { speed: speedText })} onClick={player.changeSpeed}>
          {speedText}
        </SpeedButton>
      </Root>
      <Suspense fallback={null}>
        <Transcript message={message} />
      </Suspense>
    </>
  );
}
