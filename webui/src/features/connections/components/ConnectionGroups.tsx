import { useId, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import type { Connection } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, media } from '@/styles/tokens';
import { GROUP_NAMES, groupsOf, type Group } from '../groups';
import type { ConnectionForm } from '../model';
import { ApiFields } from './ApiFields';
import { GeneralFields } from './GeneralFields';
import { GroupNav } from './GroupNav';
import { IntegrationField } from './IntegrationField';
import { MessageField } from './MessageField';
import { NumberField } from './NumberField';
import { PromptField } from './PromptField';
import { TransferFields } from './TransferFields';

const Root = styled.div`
  display: grid;
  grid-template-columns: 170px minmax(0, 1fr);
  gap: 20px;
  /* The dialog keeps its height whatever group is shown. */
  height: min(560px, calc(100dvh - 260px));

  @media ${media.sm} {
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto minmax(0, 1fr);
    gap: 12px;
  }
`;

const Panels = styled.div`
  min-height: 0;
  margin: 0 -8px;
  padding: 2px 8px 12px;
  overflow-y: auto;
`;

// Hidden and not gone, so that what was typed stays and the dialog sees that it has changed.
const Panel = styled.section`
  display: grid;
  gap: 16px;

  &[hidden] {
    display: none;
  }
`;

const Title = styled.div`
  & > h3 {
    font-size: ${font.md};
  }
  & > p {
    margin-top: 2px;
    color: ${color.textMuted};
    font-size: ${font.base};
  }
`;

interface ConnectionGroupsProps {
  edited: Connection | null;
  chosen: Group;
  onChoose: (group: Group) => void;
}

/** The fields of a connection in groups (A009). */
export function ConnectionGroups({ edited, chosen, onChoose }: ConnectionGroupsProps) {
  const t = useT();
  const id = useId();
  const { formState } = useFormContext<ConnectionForm>();
  const fields: Record<Group, ReactNode> = {
    general: <GeneralFields edited={edited} />,
    texts: (
      <>
        <MessageField name="greetingMessage" />
        <MessageField name="outOfHoursMessage" />
        <MessageField name="ratingMessage" />
        <MessageField name="complationMessage" />
      </>
    ),
    bot: (
      <>
        <NumberField name="maxUseBotQueues" />
        <NumberField name="timeUseBotQueues" />
        <PromptField />
        <IntegrationField />
      </>
    ),
    idle: (
      <>
        <NumberField name="expiresTicket" />
        <MessageField name="expiresInactiveMessage" />
      </>
    ),
    transfer: <TransferFields />,
    api: <ApiFields edited={edited} />,
  };
  return (
    <Root>
      <GroupNav id={id} chosen={chosen} wrong={groupsOf(Object.keys(formState.errors))} onChoose={onChoose} />
      <Panels>
        {GROUP_NAMES.map((group) => (
          <Panel
            key={group}
            id={`${id}-${group}-panel`}
            role="tabpanel"
            aria-labelledby={`${id}-${group}`}
            hidden={group !== chosen}
          >
            <Title>
              <h3>{t(`connections.group.${group}`)}</h3>
              <p>{t(`connections.groupText.${group}`)}</p>
            </Title>
            {fields[group]}
          </Panel>
        ))}
      </Panels>
    </Root>
  );
}
