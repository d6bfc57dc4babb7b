import type { Status } from '@g2/terms/statuses';
import { IN_REVIEW } from './corrections.ts';
import { canResubmit, type Fact, fileReleased, type Registration, type StoredFile } from './registration.ts';

type EarlierFileDecision = Pick<Registration, 'earlierFile'> & { facts: Fact[] };

/**
 * Keeps the first file replaced after a request for corrections. Any other replaced file is released, also if the bytes
 * are the same.
 */
export function replaceFile(state: Registration, file: StoredFile): EarlierFileDecision {
  const { file: before, earlierFile } = state;
  if (!before || before.objectKey === file.objectKey) return { earlierFile, facts: [] };
  const isUnderCorrection = canResubmit(state) && !earlierFile && before.sha256 !== file.sha256;
  if (!isUnderCorrection) return { earlierFile, facts: [fileReleased(before, 'replaced')] };
  const { sha256, fileName, fileSize, objectKey, attachedAt } = before;
  return { earlierFile: { sha256, fileName, fileSize, objectKey, attachedAt }, facts: [] };
}

/** Releases the earlier file when the review ends or corrections are requested again. */
export function earlierFileAfter({ earlierFile }: Registration, to: Status): EarlierFileDecision {
  if (!earlierFile || IN_REVIEW.includes(to)) return { earlierFile, facts: [] };
  return {
    earlierFile: null,
    facts: [fileReleased(earlierFile, to === 'submitted' ? 'replaced' : 'decided')],
  };
}
