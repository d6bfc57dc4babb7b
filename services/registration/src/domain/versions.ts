import { AppError } from '@g2/terms/errors';
import { MAX_LENGTH } from '@g2/terms/limits';
import { UPDATE_FEE_CENTS } from '@g2/terms/prices';
import type { Status } from '@g2/terms/statuses';
import { checkFields } from '@g2/terms/text';
import {
  type Caller,
  ownedBy,
  type Registration,
  type RegistrationDecision,
  type StoredFile,
  submitNew,
} from './registration.ts';

/** What decides, besides the previous version itself, whether a new version may follow it. */
export type VersionContext = {
  /** Newest version of the chain; null if the previous version is the newest. */
  newest: { id: string; status: Status } | null;
  /** Whether the payment of the previous version is refunded or disputed. */
  isFlagged: boolean;
};

/** @throws AppError invalid-input */
export const checkWhatIsNew = (input: string): string =>
  checkFields((errors) =>
    errors.text('whatIsNew', input, MAX_LENGTH.whatIsNew, 'Conte o que mudou nesta versão'),
  );

/**
 * Starts the next version: same details, no file, at the update fee. The previous certificate must be valid,
 * otherwise a first registration could be bought at the lower fee.
 * @throws AppError not-found, forbidden, certificate-not-available; version-exists and newer-version with the
 * id of the newest version
 */
export function startNextVersion(
  state: Registration | null,
  caller: Caller,
  { newest, isFlagged }: VersionContext,
  newVersion: { id: string; whatIsNew: string; now: Date },
): RegistrationDecision {
  const own = ownedBy(state, caller);
  if (newest) throw newerVersionExists(newest);
  if (own.status !== 'certificate_issued') throw new AppError('certificate-not-available');
  if (own.certificateRevokedAt) throw new AppError('certificate-not-available', { message: REVOKED });
  if (isFlagged) throw new AppError('certificate-not-available', { message: FLAGGED });
  const { number, rootId } = own.lineage;
  const lineage = { number: number + 1, rootId, previousId: own.id, whatIsNew: newVersion.whatIsNew };
  const fields = { id: newVersion.id, details: own.details, lineage, paymentAmount: UPDATE_FEE_CENTS };
  return submitNew(fields, own.userId, newVersion.now);
}

/** State of the previous version that decides whether a version can be paid. */
export type PreviousVersion = Pick<Registration, 'certificateRevokedAt'> & Pick<VersionContext, 'isFlagged'>;

/** A version can be paid only while the previous certificate is valid. @throws AppError not-payable */
export function assertPreviousValid(previous: PreviousVersion | null): void {
  if (previous?.certificateRevokedAt) throw new AppError('not-payable', { message: REVOKED });
  if (previous?.isFlagged) throw new AppError('not-payable', { message: FLAGGED });
}

const REVOKED =
  'O certificado deste registro foi revogado, e uma nova versão não pode partir dele. Faça um novo registro.';
const FLAGGED =
  'Há um estorno ou uma contestação do pagamento deste registro, e uma nova versão não pode partir dele.';

/** Error with the id of the newest version, so that the client can open it. */
const newerVersionExists = ({ id, status }: { id: string; status: Status }): AppError =>
  new AppError(status === 'certificate_issued' ? 'newer-version' : 'version-exists', {
    facts: { registrationId: id },
  });

export type WithFile = { state: Registration; file: StoredFile };

/** @throws AppError invalid-input for one version twice, not-found if programs differ or a version has no file */
export function orderVersions(
  one: Registration,
  other: Registration,
): { earlier: WithFile; later: WithFile } {
  if (one.id === other.id)
    throw new AppError('invalid-input', { message: 'Escolha duas versões diferentes.' });
  if (one.lineage.rootId !== other.lineage.rootId) {
    throw new AppError('not-found', { message: 'Os dois registros não são versões do mesmo programa.' });
  }
  const [earlier, later] = one.lineage.number < other.lineage.number ? [one, other] : [other, one];
  return { earlier: withFile(earlier), later: withFile(later) };
}

function withFile(state: Registration): WithFile {
  const { file, lineage } = state;
  if (file) return { state, file };
  throw new AppError('not-found', { message: `A versão ${lineage.number} ainda não tem arquivo.` });
}
