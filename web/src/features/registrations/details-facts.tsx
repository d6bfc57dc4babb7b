import type { Registration, RegistrationDocument } from '@g2/gateway/contract/registrations';
import type { ReactNode } from 'react';
import { texts as changes } from '../../shared/archive/changes-texts.ts';
import { texts as archive } from '../../shared/archive/texts.ts';
import { texts as evidence } from '../../shared/certificate/texts.ts';
import { DepositProof } from './deposit-proof.tsx';
import classes from './details.module.css';
import {
  ApplicantBody,
  ChangesBody,
  ContentsBody,
  HoldersBody,
  isComparable,
  LegalBody,
  PaymentBody,
  ProofBody,
  SoftwareBody,
} from './fact-bodies.tsx';
import { texts } from './texts.ts';
import { isDraft } from './use-actions.ts';

const t = texts.details;

interface DetailsFactsProps {
  readonly registration: Registration;
  /** The download button of this document receives the initial focus. */
  readonly document: RegistrationDocument | undefined;
}

export function DetailsFacts({ registration, document }: DetailsFactsProps) {
  return (
    <div className={classes.facts}>
      <Group title={t.proof}>
        <ProofBody registration={registration} />
      </Group>
      {registration.sha256 !== null && (
        <Group title={archive.title}>
          <ContentsBody registration={registration} document={document} />
        </Group>
      )}
      {isComparable(registration) && (
        <Group title={changes.title}>
          <ChangesBody registration={registration} />
        </Group>
      )}
      <Group title={evidence.title}>
        <DepositProof registration={registration} />
      </Group>
      <Group title={t.software}>
        <SoftwareBody registration={registration} />
      </Group>
      {!isDraft(registration) && (
        <Group title={t.payment}>
          <PaymentBody registration={registration} document={document} />
        </Group>
      )}
      <Group title={t.holder}>
        <HoldersBody registration={registration} />
      </Group>
      <Group title={t.applicant}>
        <ApplicantBody registration={registration} />
      </Group>
      <Group title={t.legal}>
        <LegalBody />
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
