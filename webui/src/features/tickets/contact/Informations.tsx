import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import { keys } from '@/api/keys';
import type { Ticket } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { applyTicket } from '@/realtime/handlers/ticket';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useViewer } from '@/features/tickets/useViewer';
import { INFORMATION_KEYS, INFORMATION_MAX, readInformations, type Informations as Fields } from './freeFields';
import { noteCalls } from './noteCalls';
import { Section } from './Section';

const Form = styled.form`
  display: grid;
  gap: 10px;
`;

const Foot = styled.div`
  display: flex;
  justify-content: flex-end;
`;

/** S038 S045: free fields of the ticket. */
export function Informations({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const viewer = useViewer();
  const client = useQueryClient();
  const stored = readInformations(ticket.informations);
  // Only what was typed here lies over what is stored, so that a colleague's change shows in the other fields.
  const [typed, setTyped] = useState<Partial<Fields>>({});
  const isChanged = INFORMATION_KEYS.some((key) => (typed[key] ?? stored[key]) !== stored[key]);
  const save = useMutation({
    mutationFn: () => noteCalls.saveInformations(ticket.id, JSON.stringify({ ...stored, ...typed })),
    onSuccess: (next) => {
      setTyped({});
      client.setQueryData(keys.ticket(next.uuid), next);
      applyTicket(client, next, viewer);
      toast.success(t('drawer.informationsSaved'));
    },
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <Section title={t('drawer.informations')}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged) save.mutate();
        }}
      >
        {INFORMATION_KEYS.map((key) => (
          <TextField
            key={key}
            label={t(`drawer.information.${key}`)}
            maxLength={INFORMATION_MAX}
            autoComplete="off"
            value={typed[key] ?? stored[key]}
            onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
          />
        ))}
        <Foot>
          <Button type="submit" variant="secondary" size="sm" disabled={!isChanged} isBusy={save.isPending}>
            {t('drawer.save')}
          </Button>
        </Foot>
      </Form>
    </Section>
  );
}
