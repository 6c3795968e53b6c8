import { useQuery } from '@tanstack/react-query';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import CirclePlay from 'lucide-react/icons/circle-play';
import { useState } from 'react';
import styled from 'styled-components';
import { helpsOptions } from '@/api/helps';
import type { Help } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, motion, radius, shadow } from '@/styles/tokens';
import { ListPage } from '@/ui/ListPage';
import { wholeList, type ListSearch } from '@/ui/list';
import { VideoDialog } from './VideoDialog';

const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(240px, 1fr));
  gap: 16px;
  max-width: 1180px;
`;

const Card = styled.button`
  display: grid;
  grid-template-rows: auto 1fr;
  width: 100%;
  height: 100%;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};
  text-align: left;
  overflow: hidden;
  transition: box-shadow ${motion.fast};

  &:hover {
    box-shadow: ${shadow.md};
  }
`;

const Picture = styled.span`
  display: grid;
  place-items: center;
  aspect-ratio: 16 / 9;
  background: ${color.accentSoft};
  color: ${color.accentText};

  & > svg {
    width: 44px;
    height: 44px;
    stroke-width: 1.25;
  }
`;

const Words = styled.span`
  display: grid;
  align-content: start;
  gap: 4px;
  padding: 12px 14px 14px;
`;

const Title = styled.span`
  font-size: ${font.md};
  font-weight: ${font.semibold};
`;

const Text = styled.span`
  color: ${color.textMuted};
  font-size: ${font.base};
  overflow-wrap: anywhere;
`;

/** Lower case without accents, as people type. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** A018: videos as cards, their count in the title. Nothing of another site is asked for before a click. */
export default function HelpsPage() {
  const t = useT();
  const query = useQuery(helpsOptions);
  const [text, setText] = useState('');
  const [watched, setWatched] = useState<Help | null>(null);
  const part = plain(text.trim());
  const list = wholeList(query, (helps) =>
    helps.filter((help) => plain(`${help.title} ${help.description}`).includes(part)),
  );
  const search: ListSearch = { text, search: text.trim(), onText: setText };
  const count = query.data?.length;
  return (
    <ListPage
      title={count === undefined ? t('helps.title') : t('helps.titleCount', { count })}
      note={t('helps.subtitle')}
      search={{ label: t('helps.search'), ...search }}
      list={list}
      words={{
        icon: <CircleQuestionMark />,
        empty: t('helps.empty'),
        emptyText: t('helps.emptyText'),
        none: t('helps.none'),
        noneText: t('helps.noneText'),
      }}
      dialogs={watched && <VideoDialog help={watched} onClose={() => setWatched(null)} />}
    >
      {(helps) => (
        <Cards>
          {helps.map((help) => (
            <li key={help.id}>
              <Card type="button" onClick={() => setWatched(help)}>
                <Picture aria-hidden>
                  <CirclePlay />
                </Picture>
                <Words>
                  <Title>
                    <span className="visually-hidden">{t('helps.watch')} </span>
                    {help.title}
                  </Title>
                  {help.description !== '' && <Text>{help.description}</Text>}
                </Words>
              </Card>
            </li>
          ))}
        </Cards>
      )}
    </ListPage>
  );
}
