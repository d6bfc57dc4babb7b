import type { Status } from '@g2/terms/statuses';
import { IN_REVIEW } from './corrections.ts';
import { canResubmit, type Fact, fileReleased, type Registration, type StoredFile } from './registration.ts';

type EarlierFileDecision = Pick<Registration, 'earlierFile'> & { facts: Fact[] };

/** After a request for corrections, keeps the first file replaced by different bytes; releases any other. */
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
