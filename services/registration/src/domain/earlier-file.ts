import type { Status } from '@g2/terms/statuses';
import { canResubmit, type Fact, type Registration, released, type StoredFile } from './registration.ts';

type Kept = Pick<Registration, 'earlierFile'> & { facts: Fact[] };

const IN_REVIEW: readonly Status[] = ['paid', 'reviewing'];

/**
 * Keeps the first file replaced after a request for corrections. Any other replaced file is released, also if the bytes
 * are the same.
 */
export function replace(state: Registration, file: StoredFile): Kept {
  const { file: before, earlierFile } = state;
  if (!before || before.objectKey === file.objectKey) return { earlierFile, facts: [] };
  const isAsked = canResubmit(state) && !earlierFile && before.sha256 !== file.sha256;
  if (!isAsked) return { earlierFile, facts: [released(before, 'replaced')] };
  const { sha256, fileName, fileSize, objectKey, attachedAt } = before;
  return { earlierFile: { sha256, fileName, fileSize, objectKey, attachedAt }, facts: [] };
}

/** Releases the earlier file when the review ends or corrections are requested again. */
export function keepAt({ earlierFile }: Registration, to: Status): Kept {
  if (!earlierFile || IN_REVIEW.includes(to)) return { earlierFile, facts: [] };
  return { earlierFile: null, facts: [released(earlierFile, to === 'submitted' ? 'replaced' : 'decided')] };
}
