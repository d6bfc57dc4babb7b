import { MAX_LENGTH } from '@g2/gateway/contract/common';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { HttpError, messageOf } from '../../lib/failures.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import { DialogActions } from '../../ui/confirm-dialog.tsx';
import { Modal } from '../../ui/modal.tsx';
import { refreshRegistrations } from '../registration/api.ts';
import { createVersion } from './api.ts';
import { detailsPath, uploadPath } from './paths.ts';
import { texts } from './texts.ts';
import classes from './versions.module.css';

const t = texts.dialog;

interface NewVersionProps {
  readonly previous: Registration;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Dialog for a new version: asks what is new, shows the price and the copied data, and leads to the upload. */
export function NewVersionDialog({ previous, opened, onClose }: NewVersionProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={t.title(previous.versionNumber + 1)} size="lg">
      <NewVersion previous={previous} onClose={onClose} />
    </Modal>
  );
}

function NewVersion({ previous, onClose }: Omit<NewVersionProps, 'opened'>) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { begin, isPending, error } = useBegin(previous.id);
  const submit = () => {
    const news = text.trim();
    setProblem(news === '' ? t.missing : null);
    if (news !== '') begin(news);
  };
  const refused = error instanceof HttpError ? (error.fields.whatIsNew ?? null) : null;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={classes.lead}>{t.lead}</p>
      <ul className={classes.points}>
        {t.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <Textarea
        data-autofocus
        label={t.field}
        description={`${t.hint} ${t.left(Array.from(text).length)}.`}
        autosize
        minRows={4}
        maxRows={10}
        maxLength={MAX_LENGTH.whatIsNew}
        required
        value={text}
        error={problem ?? refused}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {error !== null && refused === null && <Refusal error={error} />}
      <DialogActions onCancel={onClose}>
        <Button type="submit" loading={isPending}>
          {t.submit}
        </Button>
      </DialogActions>
    </form>
  );
}

/** The reason of the refusal; if a next version already exists, with a link to it. */
function Refusal({ error }: { error: Error }) {
  const other = error instanceof HttpError ? error.body.registrationId : undefined;
  return (
    <p className={classes.refusal} role="alert">
      {messageOf(error, t.failed)}{' '}
      {typeof other === 'string' && (
        <Link to={detailsPath(other, 'owner')} className="g2-link">
          {t.open}
        </Link>
      )}
    </p>
  );
}

function useBegin(previousId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const intent = useIntentKey();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (whatIsNew: string) =>
      intent.run([previousId, whatIsNew], (key) => createVersion(previousId, whatIsNew, key)),
    onSuccess: ({ id }) => {
      void refreshRegistrations(client);
      void navigate(uploadPath(id));
    },
  });
  return { begin: mutate, isPending, error };
}
