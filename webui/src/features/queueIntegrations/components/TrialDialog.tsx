import styled from 'styled-components';
import type { QueueIntegration } from '@/api/types';
import { useT } from '@/i18n';
import { Dialog } from '@/ui/Dialog';
import { TrialBox } from './TrialBox';

const Box = styled.div`
  display: grid;
  gap: 12px;
`;

interface TrialDialogProps {
  integration: QueueIntegration;
  onClose: () => void;
}

/** A118: asks an integration as it is stored; no customer hears of it. */
export function TrialDialog({ integration, onClose }: TrialDialogProps) {
  const t = useT();
  return (
    <Dialog
      isOpen
      title={t('queueIntegrations.trySession')}
      description={t('queueIntegrations.tryText', { name: integration.name })}
      onClose={onClose}
    >
      <Box>
        <TrialBox bodyOf={(text) => ({ integrationId: integration.id, text: text.trim() || undefined })} />
      </Box>
    </Dialog>
  );
}
