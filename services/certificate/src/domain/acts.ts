import type { Act, ActName } from '@g2/terms/acts';

/** What was done to a certificate, as the trail has it. */
export const onCertificate = (action: ActName, number: string, actorId: string): Act => ({
  action,
  actorId,
  subjectType: 'certificate',
  subjectId: number,
});

/** Somebody who is not its owner took a registration's proof. */
export const proofTaken = (registrationId: string, actorId: string): Act => ({
  action: 'file-downloaded',
  actorId,
  subjectType: 'registration',
  subjectId: registrationId,
  detail: { what: 'proof' },
});
