import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';

const Line = styled.p`
  margin: 0 0 4px;
  color: ${color.textMuted};
  font-size: ${font.sm};
  overflow-wrap: anywhere;
`;

/** Which of the company's articles a model had read before it said this. */
export default function Sources({ titles }: { titles: readonly string[] }) {
  const t = useT();
  return <Line>{t('assist.sources', { titles: titles.join(', ') })}</Line>;
}
