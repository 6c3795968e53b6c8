import { useFormContext } from 'react-hook-form';
import type { QueueIntegration } from '@/api/types';
import { Panel } from '@/ui/Panel';
import { toTrial, type IntegrationForm } from '../model';
import { TrialBox } from './TrialBox';

/** A118: asks the integration as it stands in the dialog. */
export function Trial({ edited }: { edited: QueueIntegration | null }) {
  const form = useFormContext<IntegrationForm>();

  const bodyOf = async (text: string) => {
    // the name is nobody's business here
    const isSound = await form.trigger(['urlN8N', 'typebotSlug', 'projectName', 'language', 'jsonContent']);
    return isSound ? toTrial(form.getValues(), edited?.id ?? null, text) : null;
  };

  return (
    <Panel>
      <TrialBox bodyOf={bodyOf} />
    </Panel>
  );
}
