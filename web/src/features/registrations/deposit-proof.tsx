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

/** Evidence of the deposit, available once the file is stored: downloads, sharing and visibility settings. */
export function DepositProof({
  registration: { id, sha256, paymentPaidAt },
}: {
  registration: Registration;
}) {
  const hasFile = sha256 !== null;
  const evidence = useQuery({ ...evidenceQuery(id), enabled: hasFile });
  if (!hasFile) return <p className={classes.note}>{t.noFile}</p>;
  return (
    <EvidenceView query={evidence}>
      {(it) => <Belongings evidence={it} isPaid={paymentPaidAt !== null} />}
    </EvidenceView>
  );
}

function Belongings({ evidence, isPaid }: { evidence: Evidence; isPaid: boolean }) {
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
      {isPaid && <PublicityChoice evidence={evidence} />}
      {evidence.number !== null && <ShareCertificate number={evidence.number} />}
    </>
  );
}
