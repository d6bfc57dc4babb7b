import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { referenceOf } from './reference.ts';

// Writes the data of the page /desenvolvedores/api. `npm run generate` runs this file.
const folder = join(import.meta.dirname, '../../contract/gen');
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, 'reference.ts'),
  `// Written by gateway/src/openapi/write-reference.ts.
import type { Reference } from '../reference.ts';

export const reference: Reference = ${JSON.stringify(referenceOf())};
`,
);
