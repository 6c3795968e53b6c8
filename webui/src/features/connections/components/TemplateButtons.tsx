import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash';
import styled from 'styled-components';
import { problemText, useT } from '@/i18n';
import { color, font, media, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { Select } from '@/ui/Select';
import { TextField } from '@/ui/TextField';
import { BUTTON_KINDS, MAX_BUTTONS, type ButtonForm, type Problems } from '../templates';

const Root = styled.fieldset`
  display: grid;
  gap: 10px;
  min-width: 0;
  padding: 0;
  border: 0;

  & > legend {
    margin-bottom: 6px;
    font-size: ${font.sm};
    font-weight: ${font.medium};
  }
`;

const Row = styled.div`
  display: grid;
  grid-template-columns: 150px minmax(0, 1fr) minmax(0, 1.4fr) auto;
  gap: 10px;
  align-items: start;
  padding: 10px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};

  & > button {
    margin-top: 24px;
  }
  @media ${media.md} {
    grid-template-columns: minmax(0, 1fr) auto;

    & > :not(button) {
      grid-column: 1;
    }
    & > button {
      grid-row: 1;
      grid-column: 2;
    }
  }
`;

interface TemplateButtonsProps {
  buttons: readonly ButtonForm[];
  problems: Problems;
  onChange: (buttons: ButtonForm[]) => void;
}

/** The buttons below a new template. */
export function TemplateButtons({ buttons, problems, onChange }: TemplateButtonsProps) {
  const t = useT();
  const put = (changed: ButtonForm) =>
    onChange(buttons.map((button) => (button.key === changed.key ? changed : button)));
  const add = () => {
    const key = 1 + Math.max(0, ...buttons.map((button) => button.key));
    onChange([...buttons, { key, kind: 'QUICK_REPLY', text: '', target: '' }]);
  };
  return (
    <Root>
      <legend>{t('templates.buttons')}</legend>
      {buttons.map((button) => {
        const { key, kind, text, target } = button;
        const error = problemText(problems[`button${key}`]);
        return (
          <Row key={key}>
            <Select
              label={t('templates.buttonKind')}
              value={kind}
              options={BUTTON_KINDS.map((value) => ({ value, label: t(`templates.button.${value}`) }))}
              onValueChange={(value) => {
                const chosen = BUTTON_KINDS.find((each) => each === value);
                if (chosen) put({ ...button, kind: chosen, target: '' });
              }}
            />
            <TextField
              label={t('templates.buttonText')}
              value={text}
              maxLength={25}
              error={kind === 'QUICK_REPLY' ? error : undefined}
              onChange={(event) => put({ ...button, text: event.target.value })}
            />
            {kind === 'QUICK_REPLY' ? (
              <span />
            ) : (
              <TextField
                label={t(kind === 'URL' ? 'templates.buttonUrl' : 'templates.buttonPhone')}
                hint={kind === 'URL' ? t('templates.buttonUrlHint', { first: '{{1}}' }) : undefined}
                inputMode={kind === 'URL' ? 'url' : 'tel'}
                value={target}
                maxLength={kind === 'URL' ? 2000 : 20}
                error={error}
                onChange={(event) => put({ ...button, target: event.target.value })}
              />
            )}
            <IconButton
              label={t('templates.removeButton', { name: text })}
              onClick={() => onChange(buttons.filter((each) => each.key !== key))}
            >
              <Trash2 />
            </IconButton>
          </Row>
        );
      })}
      {buttons.length < MAX_BUTTONS && (
        <div>
          <Button type="button" variant="secondary" size="sm" icon={<Plus />} onClick={add}>
            {t('templates.addButton')}
          </Button>
        </div>
      )}
    </Root>
  );
}
