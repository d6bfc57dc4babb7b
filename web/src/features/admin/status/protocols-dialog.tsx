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
import { BulkModal, type Moves, ResultRow, Rows, useMoves } from './bulk-modal.tsx';
import { completions, outcomeText } from './protocols.ts';
import { texts as statusTexts } from './texts.ts';

const texts = statusTexts.protocols;

/** Completes the registrations named by a list of protocols. Each line is looked up and shown before any change. */
export function ProtocolsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [lines, setLines] = useState<readonly ProtocolLine[] | null>(null);
  const [text, setText] = useState('');
  const bulk: Moves = useMoves(() => {
    onClose();
    setLines(null);
    if (bulk.rows !== null) setText('');
  });
  const days = new Map((lines ?? []).map(({ registration, day }) => [registration?.id, day]));
  const start = () =>
    bulk.move(completions(lines ?? []), { status: 'completed' }, ({ id }) => {
      const completedOn = days.get(id);
      return completedOn ? { completedOn } : {};
    });
  return (
    <BulkModal opened={opened} title={texts.title} bulk={bulk} locked>
      {lines === null ? (
        <ProtocolsForm text={text} onText={setText} onFound={setLines} onCancel={bulk.leave} />
      ) : (
        <Preview lines={lines} onBack={() => setLines(null)} onStart={start} />
      )}
    </BulkModal>
  );
}

interface ProtocolsFormProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onFound: (lines: readonly ProtocolLine[]) => void;
  readonly onCancel: () => void;
}

function ProtocolsForm({ text, onText, onFound, onCancel }: ProtocolsFormProps) {
  const find = useMutation({
    mutationFn: () => call(governmentCalls.findProtocols, { body: { text } }),
    onSuccess: ({ items }) => onFound(items),
  });
  const { error } = find;
  const why = error instanceof HttpError ? (error.fields.text ?? error.message) : null;
  const readFile = (file: File | null) => void file?.text().then(onText);
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        find.mutate();
      }}
      onCancel={onCancel}
      submit={texts.check}
      pending={find.isPending}
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
        error={error === null ? undefined : (why ?? reasonOf(error, texts.failed))}
        onChange={(event) => {
          onText(event.currentTarget.value);
          find.reset();
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
  const allowed = completions(lines).length;
  return (
    <div className={dialogClasses.form}>
      <p className={dialogClasses.lead} role="status">
        {texts.found(allowed, lines.length)}
      </p>
      <Rows label={texts.lines}>
        {lines.map((line) => (
          <ResultRow
            key={line.number}
            state={line.outcome === 'found' ? 'done' : 'failed'}
            title={line.titles[0] ?? (line.protocol || texts.noProtocol)}
            note={outcomeText(line)}
            beside={
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
