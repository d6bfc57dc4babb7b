import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { JURISDICTION_NAMES } from '@g2/gateway/contract/statuses';
import { Button, Modal } from '@mantine/core';
import { Link } from 'react-router';
import { formatBytes, formatCents, formatDateTime } from '../../../lib/format.ts';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { HashBlock } from '../../../ui/hash-line.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import classes from '../admin.module.css';
import { texts } from '../texts.ts';
import { Assignment } from './assignment.tsx';

const t = texts.details;

interface DetailsDialogProps {
  readonly registration: StaffRegistration | null;
  readonly onClose: () => void;
}

export function DetailsDialog({ registration, onClose }: DetailsDialogProps) {
  return (
    <Modal
      opened={registration !== null}
      onClose={onClose}
      title={t.title}
      size={720}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      {registration !== null && <Details registration={registration} />}
    </Modal>
  );
}

function Details({ registration: r }: { registration: StaffRegistration }) {
  return (
    <div className={classes.dialogBody}>
      <div className={classes.cardHead}>
        <h2 className={classes.dialogTitle}>{r.title}</h2>
        <StatusBadge status={r.status} />
      </div>
      <Assignment registration={r} />
      <Facts>
        <Fact name={texts.registrations.applicant}>{r.applicantName}</Fact>
        <Fact name={t.email}>{r.applicantEmail}</Fact>
        <Fact name={t.taxId}>{r.applicantTaxId}</Fact>
        <Fact name={t.holder}>{r.holderName}</Fact>
        <Fact name={t.jurisdiction}>{JURISDICTION_NAMES[r.jurisdiction]}</Fact>
        <Fact name={t.amount}>{formatCents(r.paymentAmount)}</Fact>
        <Fact name={t.paidAt}>{r.paymentPaidAt === null ? t.notPaid : formatDateTime(r.paymentPaidAt)}</Fact>
        <Fact name={t.created}>{formatDateTime(r.createdAt)}</Fact>
        <Fact name={t.updated}>{formatDateTime(r.statusUpdatedAt)}</Fact>
        <Fact name={t.file}>
          {r.fileName === null ? t.noFile : `${r.fileName} (${formatBytes(r.fileSize ?? 0, 'Bytes')})`}
        </Fact>
        <Fact name={t.description}>{r.description}</Fact>
        <Fact name={t.id}>
          <code>{r.id}</code>
        </Fact>
      </Facts>
      {r.sha256 !== null && <HashBlock hash={r.sha256} />}
      <Button component={Link} to={`/operator/registrations/${r.id}`} variant="default">
        {t.full}
      </Button>
    </div>
  );
}
