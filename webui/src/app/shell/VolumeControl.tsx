import Volume1 from 'lucide-react/icons/volume-1';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import styled from 'styled-components';
import { cssVars } from '@/lib/cssVars';
import { playPing } from '@/lib/sound';
import { useT } from '@/i18n';
import { setVolume, useVolume } from '@/state/volume';
import { color, radius } from '@/styles/tokens';

const Root = styled.label`
  display: flex;
  align-items: center;
  gap: 9px;
  margin-right: 10px;
  color: ${color.textMuted};

  & > svg {
    flex: none;
    width: 17px;
    height: 17px;
    stroke-width: 1.75;
  }
`;

const Range = styled.input`
  width: 74px;
  height: 16px;
  margin: 0;
  border-radius: ${radius.full};
  background:
    linear-gradient(${color.accent}, ${color.accent}) 0 50% / var(--v) 4px no-repeat,
    linear-gradient(${color.lineStrong}, ${color.lineStrong}) 0 50% / 100% 4px no-repeat;
  appearance: none;
  cursor: pointer;

  &::-webkit-slider-thumb {
    width: 14px;
    height: 14px;
    border: 0;
    border-radius: 50%;
    background: ${color.accent};
    appearance: none;
  }
  &::-moz-range-thumb {
    width: 14px;
    height: 14px;
    border: 0;
    border-radius: 50%;
    background: ${color.accent};
  }
`;

/** S137: 0 to 1 in steps of 0.1; the new volume is heard when the slider is let go. */
export function VolumeControl() {
  const t = useT();
  const volume = useVolume();
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <Root>
      <Icon aria-hidden />
      <Range
        type="range"
        min={0}
        max={1}
        step={0.1}
        value={volume}
        aria-label={t('shell.volume')}
        style={cssVars({ '--v': `${volume * 100}%` })}
        onChange={(event) => setVolume(Number(event.target.value))}
        onPointerUp={() => playPing(volume)}
      />
    </Root>
  );
}
