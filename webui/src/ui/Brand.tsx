import styled from 'styled-components';
import { color, font } from '@/styles/tokens';

const Root = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 10px;
  color: ${color.text};
  font-size: 1.0625rem;
  font-weight: ${font.semibold};
  letter-spacing: -0.01em;

  & > svg {
    flex: none;
  }
  & rect {
    fill: ${color.accent};
  }
  & circle {
    fill: ${color.accent};
  }
  & path {
    fill: ${color.onAccent};
  }
`;

interface BrandProps {
  isMarkOnly?: boolean;
}

/** The mark, a speech bubble in a rounded square, and the name. */
export function Brand({ isMarkOnly }: BrandProps) {
  return (
    <Root>
      <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden>
        <rect width="28" height="28" rx="8" />
        <path d="M11 8h6a4 4 0 0 1 4 4v2.500a4 4 0 0 1-4 4h-4.200L8.600 20.700A.6.6 0 0 1 7.500 20.300V12A4 4 0 0 1 11 8Z" />
        <circle cx="11.500" cy="13" r="1" />
        <circle cx="14.200" cy="13" r="1" />
        <circle cx="16.900" cy="13" r="1" />
      </svg>
      {isMarkOnly ? <span className="visually-hidden">Guichê</span> : 'Guichê'}
    </Root>
  );
}
