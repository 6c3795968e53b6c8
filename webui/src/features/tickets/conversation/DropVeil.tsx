import Upload from 'lucide-react/icons/upload';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, layer, radius } from '@/styles/tokens';

const Root = styled.div`
  position: absolute;
  inset: 8px;
  z-index: ${layer.cover};
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 8px;
  border: 2px dashed ${color.accent};
  border-radius: ${radius.lg};
  background: color-mix(in srgb, ${color.accentSoft} 90%, transparent);
  color: ${color.accentText};
  font-size: ${font.md};
  font-weight: ${font.medium};
  pointer-events: none;
`;

export default function DropVeil() {
  const t = useT();
  return (
    <Root>
      <Upload aria-hidden />
      {t('tickets.dropHere')}
    </Root>
  );
}
