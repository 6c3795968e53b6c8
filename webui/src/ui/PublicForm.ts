import styled from 'styled-components';
import { color, font } from '@/styles/tokens';
import { Link } from './Link';

/** The parts of a form on a page for visitors. */
export const PublicBox = styled.div`
  grid-row: 2;
  width: 100%;
  max-width: 372px;
`;

export const PublicTitle = styled.h1`
  font-size: ${font.xxl};
  letter-spacing: -0.026em;
`;

export const PublicSubtitle = styled.p`
  margin: 6px 0 20px;
  color: ${color.textMuted};
  font-size: ${font.md};
`;

export const PublicFields = styled.form`
  display: grid;
  gap: 20px;
`;

export const PublicAside = styled.p`
  margin-top: 20px;
  color: ${color.textMuted};
  font-size: ${font.base};
  text-align: center;
`;

export const PublicLink = styled(Link)`
  color: ${color.accentText};
  font-weight: ${font.medium};
`;
