import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { formatCents } from '../../lib/format.ts';
import { texts as payment } from '../../shared/payment/pay/texts.ts';
import { awaitedText, VoucherLine } from '../../shared/payment/voucher-line.tsx';
import { useOpenVoucher } from '../../shared/payment/vouchers.ts';
import { feeName } from '../../shared/registration/fee.ts';
import { fileTakenTexts } from '../../shared/registration/file-taken.ts';
import { useUploading } from '../../shared/registration/use-uploading.ts';
import classes from './card.module.css';
import { CorrectionActions } from './correction-actions.tsx';
import { texts } from './texts.ts';
import { correctionOf, editPath } from './use-actions.ts';

interface PendingBoxProps {
  readonly registration: Registration;
  readonly onPay: (registration: Registration) => void;
}

/** What a submitted registration waits for: its file, its payment, or its corrections (api-rules R2 and R3). */
export function PendingBox({ registration, onPay }: PendingBoxProps) {
  const t = texts.card;
  const correction = correctionOf(registration, t.defaultCorrection);
  const voucher = useOpenVoucher(registration);
  const uploading = useUploading(registration);
  if (correction !== null) return <CorrectionBox registration={registration} reason={correction} />;
  if (uploading || !registration.canPay) return <FileBox registration={registration} uploading={uploading} />;
  return (
    <div className={classes.box}>
      <div className={classes.boxText}>
        <span className={classes.boxLabel}>{feeName(registration)}</span>
        <strong className={classes.fee}>{formatCents(registration.paymentAmount)}</strong>
        {voucher !== null && (
          <>
            <span className={classes.boxNote}>{awaitedText(voucher)}</span>
            <VoucherLine voucher={voucher} />
          </>
        )}
      </div>
      <Button size="sm" onClick={() => onPay(registration)}>
        {voucher === null ? texts.actions.pay : payment.voucher.show[voucher.method]}
      </Button>
    </div>
  );
}

/** The file that is missing, still uploading, or registered and paid by another account. */
function FileBox({ registration, uploading }: { registration: Registration; uploading: boolean }) {
  const t = texts.card;
  const { fileTaken: taken } = registration;
  return (
    <div className={classes.box} data-tone={taken && !uploading ? 'warning' : undefined}>
      <div className={classes.boxText}>
        {uploading && <strong>{t.uploading}</strong>}
        {taken && !uploading ? (
          <span className={classes.boxNote}>
            {fileTakenTexts.owner}{' '}
            <Link className="g2-link" to="/help">
              {fileTakenTexts.contact}
            </Link>
          </span>
        ) : (
          <span className={classes.boxNote}>{uploading ? t.uploadingNote : t.noFile}</span>
        )}
      </div>
      <Button size="sm" component={Link} to={editPath(registration.id, 'upload')}>
        {uploading ? texts.actions.upload : texts.actions.continue}
      </Button>
    </div>
  );
}

interface CorrectionBoxProps {
  readonly registration: Registration;
  readonly reason: string;
}

function CorrectionBox({ registration, reason }: CorrectionBoxProps) {
  const t = texts.card;
  return (
    <div className={classes.box} data-tone="warning">
      <div className={classes.boxText}>
        <span className={classes.boxLabel}>{t.correction}</span>
        <p className={classes.reason} title={reason}>
          {reason}
        </p>
      </div>
      <div className="g2-row">
        <CorrectionActions registration={registration} />
      </div>
    </div>
  );
}
