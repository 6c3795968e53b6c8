import { useEffect, useRef } from 'react';
import { useT } from '@/i18n';
import { FileField } from '@/ui/FileField';
import { Panel } from '@/ui/Panel';
import { TextArea } from '@/ui/TextArea';
import { TextField } from '@/ui/TextField';
import { TITLE_MAX, type MenuNode, type NodeChange } from './tree';

/** Characters that the server takes of a message. */
const MESSAGE_MAX = 2000;

interface NodeFormProps {
  node: MenuNode;
  /** The first letter after the form opened begins a step that can be undone. */
  onType: (part: NodeChange, isNew: boolean) => void;
}

export function NodeForm({ node, onType }: NodeFormProps) {
  const t = useT();
  const title = useRef<HTMLInputElement>(null);
  const hasTyped = useRef(false);
  // Synchronises with the keyboard: whoever asks for an option types its title next.
  useEffect(() => title.current?.focus(), []);
  const type = (part: Parameters<typeof onType>[0]) => {
    onType(part, !hasTyped.current);
    hasTyped.current = true;
  };
  return (
    <Panel>
      <TextField
        ref={title}
        label={t('queues.optionTitle')}
        value={node.label}
        maxLength={TITLE_MAX}
        autoComplete="off"
        error={node.label.trim() === '' ? t('common.required') : undefined}
        onChange={(event) => type({ label: event.target.value })}
      />
      <TextArea
        label={t('queues.optionMessage')}
        value={node.message}
        maxLength={MESSAGE_MAX}
        rows={3}
        onChange={(event) => type({ message: event.target.value })}
      />
      <FileField
        name={node.mediaName}
        // a step of its own
        onChange={(file) => onType({ file, mediaName: file?.name ?? null }, true)}
      />
    </Panel>
  );
}
