import type { Evidence, Publicity } from '@g2/gateway/contract/certificates';
import { certificateRoutes } from '@g2/gateway/contract/routes/certificates';
import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { reasonOf } from '../../lib/failures.ts';
import { evidenceQuery } from '../../shared/certificate/api.ts';
import { notify } from '../../ui/toast-store.ts';
import classes from './evidence.module.css';
import { texts } from './texts.ts';

const t = texts.evidence;

/** Which data besides hash and dates are public. Changes apply optimistically and are reverted on failure. */
export function PublicityChoice({ evidence: { registrationId: id, publicity } }: { evidence: Evidence }) {
  const client = useQueryClient();
  const { queryKey } = evidenceQuery(id);
  const show = (next: Publicity) =>
    client.setQueryData(queryKey, (now) => (now ? { ...now, publicity: next } : now));
  const change = useMutation({
    mutationFn: (body: Publicity) => call(certificateRoutes.setPublicity, { params: { id }, body }),
    onMutate: async (next) => {
      await client.cancelQueries({ queryKey });
      show(next);
      return publicity;
    },
    onSuccess: show,
    onError: (error, _next, before) => {
      if (before) show(before);
      notify.error(t.publicFailed, reasonOf(error, t.publicFailedText));
    },
  });
  return (
    <fieldset className={classes.publicity}>
      <legend className={classes.legend}>{t.publicTitle}</legend>
      <p className="g2-note">{t.publicText}</p>
      {(['title', 'holders'] as const).map((what) => (
        <Switch
          key={what}
          label={t.publicNames[what]}
          description={t.publicHints[what]}
          checked={publicity[what]}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ ...publicity, [what]: event.currentTarget.checked })}
        />
      ))}
    </fieldset>
  );
}
