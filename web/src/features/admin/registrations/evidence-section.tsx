import type { Evidence } from '@g2/gateway/contract/certificates';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffEvidenceQuery } from '../../../shared/certificate/api.ts';
import { EvidenceView } from '../../../shared/certificate/evidence.tsx';
import { texts as certificate } from '../../../shared/certificate/texts.ts';
import { texts } from '../texts.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import classes from './registrations.module.css';

/** The evidence of a paid deposit, with the button by which an admin revokes its certificate. */
export function EvidenceSection({ id }: { id: string }) {
  const evidence = useQuery(staffEvidenceQuery(id));
  return (
    <section aria-label={certificate.title}>
      <h3 className={classes.partTitle}>{certificate.title}</h3>
      <EvidenceView query={evidence}>{(it) => <Revocation evidence={it} />}</EvidenceView>
    </section>
  );
}

function Revocation({ evidence: { number, status } }: { evidence: Evidence }) {
  const [opened, setOpened] = useState(false);
  if (number === null || status === 'revoked') return null;
  return (
    <div className={classes.revoke}>
      <Button size="sm" variant="default" color="red" onClick={() => setOpened(true)}>
        {texts.revoke.open}
      </Button>
      <DecisionDialog decision="revoke" number={number} opened={opened} onClose={() => setOpened(false)} />
    </div>
  );
}
