import { Dialog as Base } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, layer, media, motion, radius, shadow } from '@/styles/tokens';
import type { DialogProps } from './Dialog';
import { IconButton } from './IconButton';
import { UnsavedQuestion } from './UnsavedQuestion';
import { useChanges } from './useChanges';
import { useUnsaved } from './useUnsaved';

const Backdrop = styled(Base.Backdrop)`
  position: fixed;
  inset: 0;
  z-index: ${layer.scrim};
  background: ${color.scrim};
  transition: opacity ${motion.base};

  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
  }
`;

const Popup = styled(Base.Popup)`
  position: fixed;
  top: 50%;
  left: 50%;
  z-index: ${layer.dialog};
  display: flex;
  flex-direction: column;
  width: min(var(--w, 520px), calc(100vw - 32px));
  max-height: calc(100dvh - 48px);
  border: 1px solid ${color.line};
  border-radius: ${radius.xl};
  outline: none;
  background: ${color.surface};
  box-shadow: ${shadow.lg};
  transform: translate(-50%, var(--y, -50%));
  transition:
    opacity ${motion.base},
    transform ${motion.base};

  &[data-size='sm'] {
    --w: 400px;
  }
  &[data-size='lg'] {
    --w: 720px;
  }
  &[data-size='xl'] {
    --w: 920px;
  }
  &[data-steady] {
    --y: 0px;
    top: 14dvh;
    max-height: 72dvh;
  }
  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
    transform: translate(-50%, calc(var(--y, -50%) + 8px));
  }

  @media ${media.sm} {
    &,
    &[data-steady] {
      top: auto;
    }

    bottom: 0;
    left: 0;
    width: 100vw;
    max-height: calc(100dvh - 32px);
    border-width: 1px 0 0;
    border-radius: ${radius.xl} ${radius.xl} 0 0;
    transform: none;

    &[data-starting-style],
    &[data-ending-style] {
      transform: translateY(16px);
    }
  }
`;

const Head = styled.div`
  display: flex;
  align-items: flex-start;
  gap: 12px;
  padding: 18px 14px 10px 20px;
`;

const Heading = styled.div`
  flex: 1;
  min-width: 0;
  padding-top: 4px;
`;

const Title = styled(Base.Title)`
  font-size: ${font.lg};
  font-weight: ${font.semibold};
`;

const Description = styled(Base.Description)`
  margin-top: 4px;
  color: ${color.textMuted};
  font-size: ${font.base};
`;

const Body = styled.div`
  flex: 1;
  min-height: 0;
  padding: 6px 20px 20px;
  font-size: ${font.base};
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Foot = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
  padding: 12px 20px;
  border-top: 1px solid ${color.line};
  font-size: ${font.base};
`;

const FIELDS = 'input:not([type=radio], [type=checkbox]), textarea';

export default function DialogPopup({
  isOpen,
  onClose,
  title,
  description,
  footer,
  size = 'md',
  isSteady,
  isLocked = false,
  hasChanges = false,
  children,
}: DialogProps) {
  const t = useT();
  const popup = useRef<HTMLDivElement>(null);
  // A form begins at its first field, behind what stands there; on a touch screen the keyboard waits until it is wanted.
  const firstField = (how: string) => {
    const field = how === 'touch' ? null : popup.current?.querySelector<HTMLInputElement>(FIELDS);
    // Fields for dates and numbers have no place for a cursor.
    if (field && field.selectionStart !== null) field.setSelectionRange(field.value.length, field.value.length);
    return field ?? true;
  };
  const { note, isChanged: isFieldChanged } = useChanges(popup);
  const isChanged = () => hasChanges || isFieldChanged();
  const unsaved = useUnsaved({ isOpen, isLocked, isChanged, onClose });
  const handleOpenChange = (next: boolean, { reason }: Base.Root.ChangeEventDetails) => {
    // A stray press beside a form does not empty it.
    if (next || isLocked || (reason === 'outside-press' && isChanged())) return;
    unsaved.close();
  };
  return (
    <Base.Root open={isOpen} onOpenChange={handleOpenChange}>
      <Base.Portal>
        {/* what is typed after a stray press still goes into the field */}
        <Backdrop onMouseDown={(event) => isChanged() && event.preventDefault()} />
        <Popup
          ref={popup}
          data-size={size}
          data-steady={isSteady || undefined}
          initialFocus={firstField}
          onKeyDownCapture={note}
          onPointerDownCapture={note}
          onBeforeInputCapture={note}
        >
          <Head>
            <Heading>
              <Title>{title}</Title>
              {description && <Description>{description}</Description>}
            </Heading>
            <IconButton label={t('common.close')} onClick={unsaved.close} disabled={isLocked}>
              <X />
            </IconButton>
          </Head>
          {children !== undefined && <Body>{children}</Body>}
          {footer && <Foot>{footer}</Foot>}
        </Popup>
      </Base.Portal>
      <UnsavedQuestion unsaved={unsaved} />
    </Base.Root>
  );
}
