import type { ArchiveWarning } from '@g2/terms/archive';
import type { ErrorCode } from '@g2/terms/errors';

/** An archive with its expected result. */
export type Case = {
  name: string;
  make: () => Buffer;
} & (Accepted | Refused);

type Accepted = {
  warnings: ArchiveWarning[];
  /** Expected paths; default: `src/main.ts`. */
  paths?: string[];
};
type Refused = {
  refused: ErrorCode;
  /** Part of the expected error message. */
  says?: string;
};

/** Source code, so that only the archive itself is unusual. */
export const SOURCE = { name: 'src/main.ts', content: 'export const answer = 42;\n'.repeat(20) };
