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
import { Modal } from '../../../ui/modal.tsx';
import { BulkResults, ResultRow } from './bulk-modal.tsx';
import { completions, wordsOf } from './protocols.ts';
import classes from './status.module.css';
import { texts as statusTexts } from './texts.ts';
import { type Moves, useMoves } from './use-moves.tsx';

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
    <Modal
      opened={opened}
      onClose={bulk.leave}
      title={texts.title}
      size={640}
      closeOnClickOutside={false}
      closeOnEscape={!bulk.running}
      withCloseButton={!bulk.running}
    >
      {bulk.rows !== null ? (
        <BulkResults bulk={bulk} />
      ) : lines === null ? (
        <ProtocolsForm text={text} onText={setText} onFound={setLines} onCancel={bulk.leave} />
      ) : (
        <Preview lines={lines} onBack={() => setLines(null)} onStart={start} />
      )}
    </Modal>
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
  const take = (file: File | null) => void file?.text().then(onText);
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
        onFile={take}
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
  const able = completions(lines).length;
  return (
    <div className={dialogClasses.form}>
      <p className={dialogClasses.lead} role="status">
        {texts.found(able, lines.length)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ul className={classes.rows} aria-label={texts.lines} tabIndex={0}>
        {lines.map((line) => (
          <ResultRow
            key={line.number}
            state={line.outcome === 'found' ? 'done' : 'failed'}
            title={line.titles[0] ?? (line.protocol || texts.noProtocol)}
            note={wordsOf(line)}
            beside={
              <span className="g2-meta">
                {texts.line(line.number)}
                {line.titles.length > 0 && ` · ${line.protocol}`}
              </span>
            }
          />
        ))}
      </ul>
      {able > 0 && <p className="g2-note">{texts.effect}</p>}
      <div className={dialogClasses.actions}>
        <Button variant="default" onClick={onBack}>
          {texts.back}
        </Button>
        <Button disabled={able === 0} onClick={onStart} data-autofocus>
          {texts.start(able)}
        </Button>
      </div>
    </div>
  );
}
