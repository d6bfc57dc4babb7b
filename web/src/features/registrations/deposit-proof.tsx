import type { Evidence } from '@g2/gateway/contract/certificates';
import type { Registration } from '@g2/gateway/contract/registrations';
import { useQuery } from '@tanstack/react-query';
import { evidenceQuery } from '../../shared/certificate/api.ts';
import { EvidenceView } from '../../shared/certificate/evidence.tsx';
import { texts as t } from '../../shared/certificate/texts.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import classes from './details.module.css';
import { PublicityChoice } from './publicity.tsx';
import { ShareCertificate } from './share-certificate.tsx';
import { texts } from './texts.ts';
import { useBundleDownload } from './use-actions.ts';

/** What proves the deposit from the payment on, days before the certificate; to keep, to show, and to keep private. */
export function DepositProof({ registration: { id, paymentPaidAt } }: { registration: Registration }) {
  const isPaid = paymentPaidAt !== null;
  const evidence = useQuery({ ...evidenceQuery(id), enabled: isPaid });
  if (!isPaid) return <p className={classes.note}>{t.unpaid}</p>;
  return <EvidenceView query={evidence}>{(it) => <Belongings evidence={it} />}</EvidenceView>;
}

function Belongings({ evidence }: { evidence: Evidence }) {
  const bundle = useBundleDownload(evidence.registrationId);
  return (
    <>
      <div className={classes.groupActions}>
        <DownloadButton
          name={texts.evidence.bundleName}
          transfer={bundle.transfer}
          onStart={bundle.start}
          onCancel={bundle.cancel}
        >
          {texts.evidence.bundle}
        </DownloadButton>
      </div>
      <p className={classes.note}>{texts.evidence.bundleText}</p>
      <PublicityChoice evidence={evidence} />
      {evidence.number !== null && <ShareCertificate number={evidence.number} />}
    </>
  );
}
