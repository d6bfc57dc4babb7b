import type { Act, ActName } from '@g2/terms/acts';

export const certificateAct = (action: ActName, number: string, actorId: string): Act => ({
  action,
  actorId,
  subjectType: 'certificate',
  subjectId: number,
});

/** A user other than the owner downloaded the proof. */
export const proofDownloadedAct = (registrationId: string, actorId: string): Act => ({
  action: 'file-downloaded',
  actorId,
  subjectType: 'registration',
  subjectId: registrationId,
  detail: { what: 'proof' },
});
