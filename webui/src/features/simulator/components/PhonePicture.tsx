import ImageOff from 'lucide-react/icons/image-off';
import ImageUp from 'lucide-react/icons/image-up';
import { useRef, type ComponentProps } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, radius } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Menu, type MenuEntry } from '@/ui/Menu';
import { usePicture } from '../api';
import type { Phone } from '../model';

const Trigger = styled.button`
  display: inline-grid;
  flex: none;
  place-items: center;
  min-width: 44px;
  min-height: 44px;
  padding: 0;
  border: 0;
  border-radius: ${radius.full};
  background: transparent;
  cursor: pointer;

  &:hover {
    background: ${color.hover};
  }
`;

interface PhonePictureProps {
  connectionId: number;
  phone: Phone;
}

/** The picture that a customer shows, which he puts there, changes and takes away. */
export function PhonePicture({ connectionId, phone }: PhonePictureProps) {
  const t = useT();
  const put = usePicture(connectionId, phone.number);
  const input = useRef<HTMLInputElement>(null);
  const label = t('simulator.picture', { name: phone.pushName });
  const items: MenuEntry[] = [
    {
      id: 'put',
      icon: <ImageUp />,
      label: t('simulator.picture.put'),
      disabled: put.isPending,
      onSelect: () => input.current?.click(),
    },
    {
      id: 'takeAway',
      icon: <ImageOff />,
      label: t('simulator.picture.takeAway'),
      disabled: put.isPending || !phone.pictureUrl,
      onSelect: () => put.mutate(null),
    },
  ];
  return (
    <>
      <Menu
        label={label}
        align="start"
        side="bottom"
        items={items}
        trigger={
          <NamedTrigger label={label}>
            <Avatar name={phone.pushName} picture={phone.pictureUrl} size={32} />
          </NamedTrigger>
        }
      />
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) put.mutate(file);
        }}
      />
    </>
  );
}

const NamedTrigger = ({ label, ...rest }: { label: string } & ComponentProps<'button'>) => (
  <Trigger type="button" aria-label={label} {...rest} />
);
