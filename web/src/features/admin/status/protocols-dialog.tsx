import { governmentCalls } from '@g2/gateway/contract/gen/calls/government';
import type { ProtocolLine } from '@g2/gateway/contract/protocols';
import { Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { HttpError, reasonOf } from '../../../lib/failures.ts';
import { DialogForm } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { BulkModal, type BulkStatusChange, ResultRow, Rows, useBulkStatusChange } from './bulk-modal.tsx';
import { completableRegistrations, outcomeText } from './protocols.ts';
import { texts as statusTexts } from './texts.ts';

const texts = statusTexts.protocols;

/** Completes the registrations of a list of protocol numbers. It shows what each line found before any change. */
export function ProtocolsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [lines, setLines] = useState<readonly ProtocolLine[] | null>(null);
  const [text, setText] = useState('');
  const bulk: BulkStatusChange = useBulkStatusChange(() => {
    onClose();
    setLines(null);
    if (bulk.rows !== null) setText('');
  });
  const completionDays = new Map((lines ?? []).map(({ registration, day }) => [registration?.id, day]));
  const start = () =>
    bulk.changeStatus(completableRegistrations(lines ?? []), { status: 'completed' }, ({ id }) => {
      const completedOn = completionDays.get(id);
      return completedOn ? { completedOn } : {};
    });
  return (
    <BulkModal opened={opened} title={texts.title} bulk={bulk} isLocked>
      {lines === null ? (
        <ProtocolsForm text={text} onTextChange={setText} onLinesFound={setLines} onCancel={bulk.close} />
      ) : (
        <Preview lines={lines} onBack={() => setLines(null)} onStart={start} />
      )}
    </BulkModal>
  );
}

interface ProtocolsFormProps {
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly onLinesFound: (lines: readonly ProtocolLine[]) => void;
  readonly onCancel: () => void;
}

function ProtocolsForm({ text, onTextChange, onLinesFound, onCancel }: ProtocolsFormProps) {
  const lookup = useMutation({
    mutationFn: () => call(governmentCalls.findProtocols, { body: { text } }),
    onSuccess: ({ items }) => onLinesFound(items),
  });
  const { error } = lookup;
  const refusal = error instanceof HttpError ? (error.fields.text ?? error.message) : null;
  const readFile = (file: File | null) => void file?.text().then(onTextChange);
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        lookup.mutate();
      }}
      onCancel={onCancel}
      submit={texts.check}
      pending={lookup.isPending}
    >
      <p className={dialogClasses.lead}>{texts.lead}</p>
      <Textarea
        label={texts.list}
        description={texts.hint}
        placeholder={texts.example}
        autosize
        minRows={5}
        maxRows={12}
        data-autofocus
        spellCheck={false}
        value={text}
        error={error === null ? undefined : (refusal ?? reasonOf(error, texts.failed))}
        onChange={(event) => {
          onTextChange(event.currentTarget.value);
          lookup.reset();
        }}
      />
      <FileDrop
        title={texts.file}
        hint={texts.fileHint}
        button={texts.choose}
        accept=".csv,.txt,text/csv,text/plain"
        quiet
        onFile={readFile}
      />
    </DialogForm>
  );
}

interface PreviewProps {
  readonly lines: readonly ProtocolLine[];
  readonly onBack: () => void;
  readonly onStart: () => void;
}

function Preview({ lines, onBack, onStart }: PreviewProps) {
  const allowed = completableRegistrations(lines).length;
  return (
    <div className={dialogClasses.form}>
      <p className={dialogClasses.lead} role="status">
        {texts.foundCount(allowed, lines.length)}
      </p>
      <Rows label={texts.lines}>
        {lines.map((line) => (
          <ResultRow
            key={line.number}
            state={line.outcome === 'found' ? 'done' : 'failed'}
            title={line.titles[0] ?? (line.protocol || texts.noProtocol)}
            note={outcomeText(line)}
            badge={
              <span className="g2-meta">
                {texts.line(line.number)}
                {line.titles.length > 0 && ` · ${line.protocol}`}
              </span>
            }
          />
        ))}
      </Rows>
      {allowed > 0 && <p className="g2-note">{texts.effect}</p>}
      <div className={dialogClasses.actions}>
        <Button variant="default" onClick={onBack}>
          {texts.back}
        </Button>
        <Button disabled={allowed === 0} onClick={onStart} data-autofocus>
          {texts.start(allowed)}
        </Button>
      </div>
    </div>
  );
}
