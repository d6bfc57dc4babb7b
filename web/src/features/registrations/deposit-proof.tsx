import type { Evidence, Publicity } from '@g2/gateway/contract/certificates';
import { certificateCalls } from '@g2/gateway/contract/gen/calls/certificates';
import type { Registration } from '@g2/gateway/contract/registrations';
import { badgePath, verificationPath } from '@g2/gateway/contract/verification';
import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { reasonOf } from '../../lib/failures.ts';
import { evidenceQuery } from '../../shared/certificate/api.ts';
import { EvidenceView } from '../../shared/certificate/evidence.tsx';
import { texts as t } from '../../shared/certificate/texts.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';
import { useBundleDownload } from './use-actions.ts';

/** Evidence of the deposit: download, sharing and visibility. It exists once a file is stored. */
export function DepositProof({ registration }: { registration: Registration }) {
  const hasFile = registration.sha256 !== null;
  const evidence = useQuery({ ...evidenceQuery(registration.id), enabled: hasFile });
  if (!hasFile) return <p className="g2-note mt-2">{t.noFile}</p>;
  return (
    <EvidenceView query={evidence}>
      {(loaded) => <ProofDetails evidence={loaded} isPaid={registration.paymentPaidAt !== null} />}
    </EvidenceView>
  );
}

function ProofDetails({ evidence, isPaid }: { evidence: Evidence; isPaid: boolean }) {
  const bundle = useBundleDownload(evidence.registrationId);
  return (
    <>
      <div className="g2-row mt-3">
        <DownloadButton name={texts.evidence.bundleName} {...bundle}>
          {texts.evidence.bundle}
        </DownloadButton>
      </div>
      <p className="g2-note mt-2">{texts.evidence.bundleText}</p>
      {isPaid && <PublicityChoice evidence={evidence} />}
      {evidence.number !== null && <ShareCertificate number={evidence.number} />}
    </>
  );
}

/** Texts to share a certificate: its public verification URL, and its badge for a README file. */
function ShareCertificate({ number }: { number: string }) {
  const verificationUrl = `${window.location.origin}${verificationPath(number)}`;
  const badgeUrl = `${window.location.origin}${badgePath(number)}`;
  return (
    <div className="grid gap-3 min-w-0 mt-5 pt-4 border-t border-line">
      <p className="g2-subtitle">{texts.evidence.share}</p>
      <TextToCopy name={texts.evidence.link} text={verificationUrl} />
      <TextToCopy
        name={texts.evidence.badge}
        text={`[![${texts.evidence.badgeAlt(number)}](${badgeUrl})](${verificationUrl})`}
      />
      <img
        src={badgePath(number)}
        height={22}
        alt={texts.evidence.badgeAlt(number)}
        className="justify-self-start max-w-full"
      />
    </div>
  );
}

function TextToCopy({ name, text }: { name: string; text: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-1 gap-x-3 items-center">
      <span className="g2-meta col-span-full">{name}</span>
      <code className="g2-box g2-mono py-2 px-3 text-xs wrap-anywhere">{text}</code>
      <CopyButton
        value={text}
        label={name}
        className="g2-bare g2-inline min-h-7 text-accent text-sm font-semibold print:hidden"
      />
    </div>
  );
}

/** Choice of the data that anyone can see. A change is shown at once, and reverted if it fails. */
function PublicityChoice({ evidence: { registrationId: id, publicity } }: { evidence: Evidence }) {
  const client = useQueryClient();
  const { queryKey } = evidenceQuery(id);
  const updateCache = (next: Publicity) =>
    client.setQueryData(queryKey, (now) => (now ? { ...now, publicity: next } : now));
  const publicityMutation = useMutation({
    mutationFn: (body: Publicity) => call(certificateCalls.setPublicity, { params: { id }, body }),
    onMutate: async (next) => {
      await client.cancelQueries({ queryKey });
      updateCache(next);
      return publicity;
    },
    onSuccess: updateCache,
    onError: (error, _next, previous) => {
      if (previous) updateCache(previous);
      notify.error(texts.evidence.publicFailed, reasonOf(error, texts.evidence.publicFailedText));
    },
  });
  return (
    <fieldset className="grid gap-3 min-w-0 m-0 mt-5 p-0 pt-4 border-0 border-t border-line">
      {/* The float moves the legend from the border line into the grid. */}
      <legend className="g2-subtitle float-left p-0">{texts.evidence.publicTitle}</legend>
      <p className="g2-note">{texts.evidence.publicText}</p>
      {(['title', 'holders'] as const).map((dataName) => (
        <Switch
          key={dataName}
          label={texts.evidence.publicNames[dataName]}
          description={texts.evidence.publicHints[dataName]}
          checked={publicity[dataName]}
          disabled={publicityMutation.isPending}
          onChange={(event) =>
            publicityMutation.mutate({ ...publicity, [dataName]: event.currentTarget.checked })
          }
        />
      ))}
    </fieldset>
  );
}
