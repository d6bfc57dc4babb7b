import type { Status } from '@g2/terms/statuses';
import { canResubmit, type Fact, type Registration, released, type StoredFile } from './registration.ts';

type Kept = Pick<Registration, 'earlierFile'> & { facts: Fact[] };

/** Whoever reviews looks at it then. */
const IN_REVIEW: readonly Status[] = ['paid', 'reviewing'];

/**
 * What becomes of the file that `file` takes the place of. The one that changes were asked for stays as the earlier file:
 * the first to be replaced since, while no earlier one is kept. Any other goes, and so does an object whose very bytes
 * were sent again.
 */
export function replace(state: Registration, file: StoredFile): Kept {
  const { file: before, earlierFile } = state;
  if (!before || before.objectKey === file.objectKey) return { earlierFile, facts: [] };
  const isAsked = canResubmit(state) && !earlierFile && before.sha256 !== file.sha256;
  if (!isAsked) return { earlierFile, facts: [released(before, 'replaced')] };
  const { sha256, fileName, fileSize, objectKey, attachedAt } = before;
  return { earlierFile: { sha256, fileName, fileSize, objectKey, attachedAt }, facts: [] };
}

/**
 * What becomes of the earlier file at a change of status. It stays from the resubmission to the decision; a newer request
 * for changes is about the file of then, and the government step ends the review for good.
 */
export function keepAt({ earlierFile }: Registration, to: Status): Kept {
  if (!earlierFile || IN_REVIEW.includes(to)) return { earlierFile, facts: [] };
  return { earlierFile: null, facts: [released(earlierFile, to === 'submitted' ? 'replaced' : 'decided')] };
}
