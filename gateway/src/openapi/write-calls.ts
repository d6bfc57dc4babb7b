import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Routes } from '../../contract/routes/route.ts';

// Writes the calls of the web client, one file per table of routes. `npm run generate` runs this file.
const contract = join(import.meta.dirname, '../../contract');
mkdirSync(join(contract, 'gen/calls'), { recursive: true });

for (const file of readdirSync(join(contract, 'routes')).filter((name) => !name.endsWith('.test.ts'))) {
  const module: Record<string, unknown> = await import(join(contract, 'routes', file));
  for (const [name, table] of Object.entries(module)) {
    if (!name.endsWith('Routes')) continue;
    writeFileSync(join(contract, 'gen/calls', file), sourceOf(file, name, table as Routes));
  }
}

function sourceOf(file: string, table: string, routes: Routes): string {
  const calls = Object.entries(routes).map(
    ([name, { method, path }]) => `  ${name}: { method: '${method}', path: '${path}' },\n`,
  );
  return `// Written by gateway/src/openapi/write-calls.ts.
import type { Call } from '../../call.ts';
import type { ${table} } from '../../routes/${file}';

type Calls = { readonly [Name in keyof typeof ${table}]: Call<(typeof ${table})[Name]> };

export const ${table.replace(/Routes$/, 'Calls')}: Calls = {
${calls.join('')}};
`;
}
