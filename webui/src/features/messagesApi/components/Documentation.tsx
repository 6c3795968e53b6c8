import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, media, radius } from '@/styles/tokens';
import { CopyButton, Mono } from '@/ui/Code';
import { Pill } from '@/ui/Pill';
import { megabytes, toneOf } from '../model';

const Heading = styled.h2`
  margin: 22px 0 8px;
  font-size: ${font.md};

  &:first-child {
    margin-top: 0;
  }
`;

const Address = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 6px 6px 6px 10px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  background: ${color.surfaceAlt};

  & > code {
    flex: 1;
    min-width: 0;
  }
`;

const Rows = styled.dl`
  margin: 0;
  border-top: 1px solid ${color.line};
`;

const Row = styled.div`
  display: grid;
  grid-template-columns: 150px 90px minmax(0, 1fr);
  gap: 4px 12px;
  padding: 10px 0;
  border-bottom: 1px solid ${color.line};
  color: ${color.textMuted};
  font-size: ${font.base};

  & dd {
    margin: 0;
  }
  & dt {
    color: ${color.text};
  }
  & dt > small {
    margin-left: 6px;
    color: ${color.danger};
    font-size: ${font.sm};
  }

  @media ${media.sm} {
    grid-template-columns: minmax(0, 1fr) auto;

    & > :last-child {
      grid-column: 1 / -1;
    }
  }
`;

const Answers = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;

  & > li {
    display: flex;
    align-items: baseline;
    gap: 12px;
    padding: 6px 0;
    border-bottom: 1px solid ${color.line};
    color: ${color.textMuted};
    font-size: ${font.base};
  }
`;

const Note = styled.p`
  margin-top: 10px;
  color: ${color.textMuted};
  font-size: ${font.base};
`;

const STATUSES = [200, 400, 401, 403, 409, 413, 422, 429] as const;

function FieldRow({
  name,
  type,
  isRequired,
  children,
}: {
  name: string;
  type: string;
  isRequired?: boolean;
  children: ReactNode;
}) {
  const t = useT();
  return (
    <Row>
      <dt>
        <Mono>{name}</Mono>
        {isRequired && <small>{t('messagesApi.required')}</small>}
      </dt>
      <dd>{type}</dd>
      <dd>{children}</dd>
    </Row>
  );
}

interface DocumentationProps {
  url: string;
  perMinute: number;
  fileBytesMax: number;
  /** The tokens, which stand where they are spoken of. */
  children: ReactNode;
}

/** A017: the address, who may call it, the fields and what is answered. */
export function Documentation({ url, perMinute, fileBytesMax, children }: DocumentationProps) {
  const t = useT();
  const text = t('messagesApi.type.text');
  const yes = t('messagesApi.type.yes');
  return (
    <>
      <Heading>{t('messagesApi.send')}</Heading>
      <Address>
        <Pill tone="accent">POST</Pill>
        <Mono>{url}</Mono>
        <CopyButton label={t('messagesApi.copyAddress')} copiedLabel={t('messagesApi.copied')} text={url} />
      </Address>
      <Heading>{t('messagesApi.auth')}</Heading>
      {children}
      <Heading>{t('messagesApi.fields')}</Heading>
      <Rows>
        <FieldRow name="number" type={text} isRequired>
          {t('messagesApi.field.number')}
        </FieldRow>
        <FieldRow name="body" type={text} isRequired>
          {t('messagesApi.field.body')}
        </FieldRow>
        <FieldRow name="medias" type={t('messagesApi.type.files')}>
          {t('messagesApi.field.medias', { size: megabytes(fileBytesMax) })}
        </FieldRow>
        <FieldRow name="closeTicket" type={yes}>
          {t('messagesApi.field.closeTicket')}
        </FieldRow>
        <FieldRow name="queue" type={yes}>
          {t('messagesApi.field.queue')}
        </FieldRow>
      </Rows>
      <Note>{t('messagesApi.idempotency')}</Note>
      <Note>{t('messagesApi.status')}</Note>
      <Heading>{t('messagesApi.answers')}</Heading>
      <Answers>
        {STATUSES.map((status) => (
          <li key={status}>
            <Pill tone={toneOf(status)}>{status}</Pill>
            {t(`messagesApi.answer.${status}`, { count: perMinute })}
          </li>
        ))}
      </Answers>
    </>
  );
}
