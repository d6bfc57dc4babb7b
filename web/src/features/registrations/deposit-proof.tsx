import type { Evidence, Publicity } from '@g2/gateway/contract/certificates';
import { certificateCalls } from '@g2/gateway/contract/gen/calls/certificates';
import type { Registration } from '@g2/gateway/contract/registrations';
import { badgePath, verificationPath } from '@g2/gateway/contract/verification';
import { Button, Switch } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { reasonOf } from '../../lib/failures.ts';
import { evidenceQuery } from '../../shared/certificate/api.ts';
import { EvidenceView } from '../../shared/certificate/evidence.tsx';
import { texts as t } from '../../shared/certificate/texts.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { notify } from '../../ui/toast-store.ts';
import classes from './details.module.css';
import evidenceClasses from './evidence.module.css';
import { texts } from './texts.ts';
import { useBundleDownload } from './use-actions.ts';

/** Evidence of the deposit, available once the file is stored: downloads, sharing and visibility settings. */
export function DepositProof({ registration }: { registration: Registration }) {
  const { id, sha256, paymentPaidAt } = registration;
  const hasFile = sha256 !== null;
  const evidence = useQuery({ ...evidenceQuery(id), enabled: hasFile });
  if (!hasFile) return <p className={classes.note}>{t.noFile}</p>;
  return (
    <EvidenceView query={evidence}>
      {(it) => <ProofDetails evidence={it} isPaid={paymentPaidAt !== null} />}
    </EvidenceView>
  );
}

function ProofDetails({ evidence, isPaid }: { evidence: Evidence; isPaid: boolean }) {
  const bundle = useBundleDownload(evidence.registrationId);
  return (
    <>
      <div className={classes.groupActions}>
        <DownloadButton name={texts.evidence.bundleName} {...bundle}>
          {texts.evidence.bundle}
        </DownloadButton>
      </div>
      <p className={classes.note}>{texts.evidence.bundleText}</p>
      {isPaid && <PublicityChoice evidence={evidence} />}
      {evidence.number !== null && <ShareCertificate number={evidence.number} />}
    </>
  );
}

/** For sharing: the public verification URL of a certificate, and its badge for a README. */
function ShareCertificate({ number }: { number: string }) {
  const address = `${window.location.origin}${verificationPath(number)}`;
  const badge = `${window.location.origin}${badgePath(number)}`;
  return (
    <div className={evidenceClasses.share}>
      <p className={evidenceClasses.legend}>{texts.evidence.share}</p>
      <Copied name={texts.evidence.link} text={address} />
      <Copied
        name={texts.evidence.badge}
        text={`[![${texts.evidence.badgeAlt(number)}](${badge})](${address})`}
      />
      <img src={badgePath(number)} height={22} alt={texts.evidence.badgeAlt(number)} />
    </div>
  );
}

function Copied({ name, text }: { name: string; text: string }) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <div className={evidenceClasses.copied}>
      <span className="g2-meta">{name}</span>
      <code className={evidenceClasses.code}>{text}</code>
      <Button
        size="xs"
        variant="default"
        aria-label={ui.copyOf(name)}
        leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
        onClick={() => copy(text)}
      >
        <span aria-live="polite">{copied ? ui.copied : ui.copy}</span>
      </Button>
    </div>
  );
}

/** Which data besides hash and dates are public. Changes apply optimistically and are reverted on failure. */
function PublicityChoice({ evidence: { registrationId: id, publicity } }: { evidence: Evidence }) {
  const client = useQueryClient();
  const { queryKey } = evidenceQuery(id);
  const show = (next: Publicity) =>
    client.setQueryData(queryKey, (now) => (now ? { ...now, publicity: next } : now));
  const change = useMutation({
    mutationFn: (body: Publicity) => call(certificateCalls.setPublicity, { params: { id }, body }),
    onMutate: async (next) => {
      await client.cancelQueries({ queryKey });
      show(next);
      return publicity;
    },
    onSuccess: show,
    onError: (error, _next, before) => {
      if (before) show(before);
      notify.error(texts.evidence.publicFailed, reasonOf(error, texts.evidence.publicFailedText));
    },
  });
  return (
    <fieldset className={evidenceClasses.publicity}>
      <legend className={evidenceClasses.legend}>{texts.evidence.publicTitle}</legend>
      <p className="g2-note">{texts.evidence.publicText}</p>
      {(['title', 'holders'] as const).map((what) => (
        <Switch
          key={what}
          label={texts.evidence.publicNames[what]}
          description={texts.evidence.publicHints[what]}
          checked={publicity[what]}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ ...publicity, [what]: event.currentTarget.checked })}
        />
      ))}
    </fieldset>
  );
}
