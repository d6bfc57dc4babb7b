import type { ArchiveWarning } from '@g2/terms/archive';
import type { ErrorCode } from '@g2/terms/errors';

/** An archive and what it is decided to be. */
export type Case = {
  name: string;
  make: () => Buffer;
} & (Accepted | Refused);

type Accepted = {
  warnings: ArchiveWarning[];
  /** As they are listed; one `src/main.ts` where absent. */
  paths?: string[];
};
type Refused = {
  refused: ErrorCode;
  /** What its sentence speaks of, where it has one of its own. */
  says?: string;
};

/** A program, so that nothing but the archive itself is odd. */
export const SOURCE = { name: 'src/main.ts', content: 'export const answer = 42;\n'.repeat(20) };
