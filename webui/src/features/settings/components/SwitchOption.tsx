import styled from 'styled-components';
import { color, font } from '@/styles/tokens';
import { Switch } from '@/ui/Switch';

const Words = styled.span`
  font-weight: ${font.medium};
`;

const Text = styled.span`
  display: block;
  margin-top: 2px;
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-weight: ${font.regular};
`;

interface SwitchOptionProps {
  label: string;
  text: string;
  isOn: boolean;
  disabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** An option that is on or off, with a sentence on what it does. */
export function SwitchOption({ label, text, ...rest }: SwitchOptionProps) {
  return (
    <Switch
      {...rest}
      isWide
      label={
        <Words>
          {label}
          <Text>{text}</Text>
        </Words>
      }
    />
  );
}
