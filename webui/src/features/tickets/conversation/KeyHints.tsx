import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, media, radius } from '@/styles/tokens';

const Root = styled.dl`
  display: grid;
  grid-template-columns: auto auto;
  justify-content: center;
  align-items: center;
  gap: 8px 12px;
  color: ${color.textMuted};
  font-size: ${font.sm};
  text-align: left;

  & > dt {
    text-align: right;
  }
  & > dd {
    margin: 0;
  }
  /* No keys, no hints. */
  @media ${media.sm} {
    display: none;
  }
`;

const Key = styled.kbd`
  padding: 1px 6px;
  border: 1px solid ${color.lineStrong};
  border-radius: ${radius.sm};
  background: ${color.surface};
  font-family: inherit;
  font-size: ${font.xs};
`;

/** What the keyboard can do, where nothing else is shown. */
export default function KeyHints() {
  const t = useT();
  const hints = [
    { keys: ['Ctrl', 'K'], text: t('commands.key.bar') },
    { keys: ['?'], text: t('commands.key.sheet') },
    { keys: ['↑', '↓'], text: t('commands.key.rows') },
    { keys: ['Esc'], text: t('commands.key.leave') },
  ];
  return (
    <Root>
      {hints.map(({ keys, text }) => (
        <Hint key={text} keys={keys} text={text} />
      ))}
    </Root>
  );
}

const Hint = ({ keys, text }: { keys: readonly string[]; text: string }) => (
  <>
    <dt>
      {keys.map((key, index) => (
        <span key={key}>
          {index > 0 && ' '}
          <Key>{key}</Key>
        </span>
      ))}
    </dt>
    <dd>{text}</dd>
  </>
);
