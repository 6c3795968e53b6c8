import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import Upload from 'lucide-react/icons/upload';
import type { UseMutationResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import styled from 'styled-components';
import type { ImportPreview } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { Failure } from './Failure';
import { goodRows, mendedFile, type Mended } from './importMending';
import { ImportSummary } from './ImportSummary';
import { Spinner } from './Spinner';
import { useOnce } from './useOnce';

const ACCEPTED = '.xlsx,.xls,.csv,text/csv';

const Root = styled.div`
  display: grid;
  gap: 14px;
`;

const Drop = styled.label`
  display: grid;
  justify-items: center;
  gap: 6px;
  padding: 24px 16px;
  border: 1px dashed ${color.lineStrong};
  border-radius: ${radius.lg};
  color: ${color.textMuted};
  font-size: ${font.base};
  text-align: center;
  cursor: pointer;

  &:hover,
  &[data-over] {
    border-color: ${color.accent};
    background: ${color.selected};
  }
  &:has(:focus-visible) {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
  }
  & > svg {
    width: 22px;
    height: 22px;
    stroke-width: 1.6;
  }
  & > b {
    color: ${color.text};
    font-weight: ${font.medium};
    overflow-wrap: anywhere;
  }
`;

const Progress = styled.p`
  display: grid;
  gap: 6px;
  font-size: ${font.sm};
  font-variant-numeric: tabular-nums;

  & > progress {
    width: 100%;
    accent-color: ${color.accent};
  }
`;

interface ImportDialogProps<Done> {
  title: string;
  /** What a file may be. */
  hint: string;
  /** Why a row is left out whose number is there already. */
  known: string;
  preview: UseMutationResult<ImportPreview, unknown, File>;
  run: UseMutationResult<Done, unknown, File>;
  /** Of the file, and of the rows that were mended. */
  onDone: (done: readonly Done[]) => void;
  /** How many are there by now, while it runs. */
  progress?: number | null;
  onClose: () => void;
}

/**
 * People from a spreadsheet: first the file, then what would happen, and only then the import. Its texts are those of the
 * catalogue `contacts`.
 */
export function ImportDialog<Done>(props: ImportDialogProps<Done>) {
  const { title, hint, known, preview, run, onDone, progress = null, onClose } = props;
  const t = useT();
  const [file, setFile] = useState<File | null>(null);
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // What runs is told to its end before anything else begins, another file too.
  const once = useOnce();
  const [mended, setMended] = useState<Mended>({});
  const ready = (preview.data?.ready ?? 0) + goodRows(mended).length;

  const handleFile = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    setMended({});
    run.reset();
    preview.mutate(chosen);
    // The same file may be chosen again after it was mended.
    if (input.current) input.current.value = '';
  };
  const handleImport = async () => {
    const files = [preview.data?.ready ? file : null, mendedFile(mended)].filter((each) => each !== null);
    const done: Done[] = [];
    try {
      // One after the other: what stands in the first one is left out of the second.
      // oxlint-disable-next-line no-await-in-loop
      for (const each of files) done.push(await run.mutateAsync(each));
    } catch {
      // Said below; what was stored is left out the next time.
      return;
    }
    onDone(done);
    onClose();
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={run.isPending}
      size="lg"
      title={title}
      description={t('contacts.import.text')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={run.isPending}>
            {t('common.cancel')}
          </Button>
          <Button
            icon={<Upload />}
            onClick={() => once(handleImport)}
            isBusy={run.isPending}
            disabled={ready === 0 || preview.isPending}
          >
            {ready > 0 ? t('contacts.import.run', { count: ready }) : t('contacts.import.runNone')}
          </Button>
        </>
      }
    >
      <Root>
        <Drop
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setIsOver(false);
            once(() => handleFile(event.dataTransfer.files[0]));
          }}
        >
          <input
            ref={input}
            type="file"
            className="visually-hidden"
            accept={ACCEPTED}
            disabled={run.isPending}
            aria-label={t('contacts.import.choose')}
            onChange={(event) => once(() => handleFile(event.target.files?.[0]))}
          />
          <FileSpreadsheet aria-hidden />
          <b>{file?.name ?? t('contacts.import.choose')}</b>
          <span>{hint}</span>
        </Drop>
        {preview.isPending && <Spinner />}
        {preview.isError && <Failure>{errorText(preview.error)}</Failure>}
        {preview.data && (
          <ImportSummary
            preview={preview.data}
            known={known}
            mended={mended}
            onMend={({ line, name, number, email }) =>
              setMended((before) => ({ ...before, [line]: { name, number, email } }))
            }
          />
        )}
        {run.isPending && progress !== null && ready > 0 && (
          <Progress role="status">
            {t('contacts.import.progress', { done: Math.min(progress, ready), count: ready })}
            <progress aria-label={t('contacts.import.progressLabel')} value={Math.min(progress, ready)} max={ready} />
          </Progress>
        )}
        {run.isError && <Failure>{errorText(run.error)}</Failure>}
      </Root>
    </Dialog>
  );
}
