import type { Registration } from '@g2/gateway/contract/registrations';
import { JURISDICTION_NAMES } from '@g2/gateway/contract/statuses';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDateTime, formatMegabytes } from '../../lib/format.ts';
import { holdersQuery } from '../../lib/registrations.ts';
import { HashBlock } from '../../ui/hash-line.tsx';
import classes from './details.module.css';
import { texts } from './texts.ts';

const t = texts.details;

/** Holder, applicant, software, proof and legal protection, from top to bottom. */
export function DetailsFacts({ registration }: { registration: Registration }) {
  const holders = useQuery(holdersQuery(registration.id)).data?.items ?? [];
  return (
    <div className={classes.facts}>
      <Group title={t.proof}>
        {registration.sha256 === null ? (
          <p className={classes.note}>{texts.card.noFile}</p>
        ) : (
          <>
            <HashBlock hash={registration.sha256} />
            <p className={classes.note}>{t.proofText}</p>
          </>
        )}
      </Group>
      <Group title={t.software}>
        <dl className={classes.list}>
          <Fact name={t.titleField}>{registration.title}</Fact>
          <Fact name={t.description}>{registration.description}</Fact>
          <Fact name={t.jurisdiction}>{JURISDICTION_NAMES[registration.jurisdiction]}</Fact>
          {registration.fileName !== null && <Fact name={t.fileName}>{registration.fileName}</Fact>}
          {registration.fileSize !== null && (
            <Fact name={t.fileSize}>{formatMegabytes(registration.fileSize)}</Fact>
          )}
          <Fact name={t.created}>{formatDateTime(registration.createdAt)}</Fact>
          {registration.paymentPaidAt !== null && (
            <Fact name={t.paid}>{formatDateTime(registration.paymentPaidAt)}</Fact>
          )}
          {registration.certificateIssuedAt !== null && (
            <Fact name={t.issued}>{formatDateTime(registration.certificateIssuedAt)}</Fact>
          )}
          {registration.notes !== null && <Fact name={t.notes}>{registration.notes}</Fact>}
        </dl>
      </Group>
      <Group title={t.holder}>
        <dl className={classes.list}>
          <Fact name={t.name}>{registration.holderName}</Fact>
          {holders.map((holder) => (
            <Fact key={holder.id} name={`${t.share} ${holder.ownershipPercentage}%`}>
              {holder.holderName} · {holder.holderTaxId}
            </Fact>
          ))}
        </dl>
      </Group>
      <Group title={t.applicant}>
        <dl className={classes.list}>
          <Fact name={t.name}>{registration.applicantName}</Fact>
          <Fact name={t.email}>{registration.applicantEmail}</Fact>
          <Fact name={t.taxId}>{registration.applicantTaxId}</Fact>
        </dl>
      </Group>
      <Group title={t.legal}>
        <ul className={classes.legal}>
          {t.legalPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
