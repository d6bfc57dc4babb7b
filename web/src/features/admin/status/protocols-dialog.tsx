import type { ProtocolLine } from '@g2/gateway/contract/protocols';
import { governmentRoutes } from '@g2/gateway/contract/routes/government';
import { Button, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { HttpError, reasonOf } from '../../../lib/failures.ts';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { BulkResults } from './bulk-modal.tsx';
import { completions, wordsOf } from './protocols.ts';
import { texts } from './protocols-texts.ts';
import classes from './status.module.css';
import { useMoves } from './use-moves.tsx';

interface ProtocolsDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Completes the registrations named by a list of protocols. Each line is looked up and shown before any change. */
export function ProtocolsDialog({ opened, onClose }: ProtocolsDialogProps) {
  const [lines, setLines] = useState<readonly ProtocolLine[] | null>(null);
  const [text, setText] = useState('');
  const leave = () => {
    onClose();
    setLines(null);
    if (bulk.rows !== null) setText('');
    bulk.reset();
  };
  const bulk = useMoves(leave);
  const days = new Map((lines ?? []).map(({ registration, day }) => [registration?.id, day]));
  const start = () =>
    bulk.move(completions(lines ?? []), { status: 'completed' }, ({ id }) => {
      const completedOn = days.get(id);
      return completedOn ? { completedOn } : {};
    });
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={texts.title}
      size={640}
      closeOnClickOutside={false}
      closeOnEscape={!bulk.running}
      withCloseButton={!bulk.running}
    >
      {bulk.rows !== null ? (
        <BulkResults bulk={bulk} onClose={leave} />
      ) : lines === null ? (
        <ProtocolsForm text={text} onText={setText} onFound={setLines} onCancel={leave} />
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
    mutationFn: () => call(governmentRoutes.findProtocols, { body: { text } }),
    onSuccess: ({ items }) => onFound(items),
  });
  const { error } = find;
  const why = error instanceof HttpError ? (error.fields.text ?? error.message) : null;
  const take = (file: File | null) => void file?.text().then(onText);
  return (
    <form
      className={dialogClasses.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        find.mutate();
      }}
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
      <DialogActions onCancel={onCancel}>
        <Button type="submit" loading={find.isPending}>
          {texts.check}
        </Button>
      </DialogActions>
    </form>
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
      <ProtocolRows lines={lines} />
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

/** Each line of the protocol list, with what would happen to it. */
function ProtocolRows({ lines }: { lines: readonly ProtocolLine[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <ul className={classes.rows} aria-label={texts.lines} tabIndex={0}>
      {lines.map((line) => (
        <Row key={line.number} line={line} />
      ))}
    </ul>
  );
}

function Row({ line }: { line: ProtocolLine }) {
  const isFound = line.outcome === 'found';
  const Icon = isFound ? IconCircleCheck : IconAlertTriangle;
  const [title] = line.titles;
  return (
    <li className={classes.row} data-state={isFound ? 'done' : 'failed'}>
      <span className={classes.mark}>
        <Icon size={20} aria-hidden />
      </span>
      <div className={classes.rowText}>
        <span className={classes.rowTitle}>{title ?? (line.protocol || texts.noProtocol)}</span>
        <span className={classes.rowNote}>{wordsOf(line)}</span>
      </div>
      <span className="g2-meta">
        {texts.line(line.number)}
        {title !== undefined && ` · ${line.protocol}`}
      </span>
    </li>
  );
}
