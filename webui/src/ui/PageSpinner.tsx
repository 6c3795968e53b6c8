import styled from 'styled-components';
import { useT } from '@/i18n';
import { color } from '@/styles/tokens';
import { Spinner } from './Spinner';

const Center = styled.div`
  display: grid;
  place-items: center;
  height: 100%;
  min-height: 160px;
  color: ${color.textSubtle};
`;

export function PageSpinner() {
  const t = useT();
  return (
    <Center role="status" aria-label={t('common.loading')}>
      <Spinner size={24} />
    </Center>
  );
}
