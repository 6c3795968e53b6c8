import styled from 'styled-components';
import { font } from '@/styles/tokens';

/** Controls that belong together under one legend, which looks like a field's label. */
export const FieldGroup = styled.fieldset`
  display: grid;
  gap: 8px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;

  & > legend {
    margin-bottom: 6px;
    padding: 0;
    font-size: ${font.base};
    font-weight: ${font.medium};
  }
`;
