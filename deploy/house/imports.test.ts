import { describe, expect, test } from 'vitest';
import { findImportViolations } from './imports.ts';

/** File, source, and a part of the violated rule's text. */
const FORBIDDEN: [file: string, source: string, rule: string][] = [
  ['services/identity/src/domain/user.ts', "import { readFile } from 'node:fs/promises';", 'a domain file'],
  ['services/identity/src/domain/user.ts', "import { open } from '../store.ts';", 'a domain file'],
  ['services/identity/src/domain/user.ts', "import { log } from '@g2/kit/log';", 'a domain file'],
  ['services/terms/src/pt-br.ts', "import { name } from '@g2/identity/domain/user';", 'terms import nothing'],
  ['services/terms/src/pt-br.ts', "import { log } from '@g2/kit/log';", 'terms import nothing'],
  ['services/terms/src/pt-br.ts', "import { z } from 'zod';", 'terms import nothing'],
  ['services/identity/src/domain/user.ts', "import type {\n  A,\n  B,\n} from 'zod';", 'a domain file'],
  [
    'services/identity/src/rpc.ts',
    "import { fee } from '../../registration/src/domain/fee.ts';",
    'another service',
  ],
  ['services/identity/src/rpc.ts', "const x = await import('@g2/registration/fee');", 'another service'],
  ['services/identity/test/a.int.test.ts', "import '@g2/certificate/service';", 'another service'],
  ['services/kit/src/run.ts', "import { fee } from '../../registration/src/domain/fee.ts';", 'kit does not'],
  ['services/paper/src/sheet.ts', "import { log } from '@g2/kit/log';", 'paper imports only'],
  ['services/paper/src/sheet.ts', "import { a } from '@g2/proof/merkle';", 'paper imports only'],
  ['services/kit/src/run.ts', "export { start } from '@g2/identity/service';", 'kit does not'],
  ['services/identity/src/rpc.ts', "import { a } from '@g2/gateway/contract/a';", 'nothing of gateway'],
  ['web/src/lib/http.ts', "import { AppError } from '@g2/terms/errors';", 'web imports only'],
  ['web/src/lib/http.ts', "import { a } from '../../../gateway/src/app.ts';", 'web imports only'],
  ['web/src/lib/http.ts', "import { a } from '@g2/gateway/src/app';", 'web imports only'],
  ['gateway/contract/user.ts', "import fastify from 'fastify';", 'gateway/contract imports only'],
  ['gateway/contract/user.ts', "import { app } from '../src/app.ts';", 'gateway/contract imports only'],
  ['gateway/src/clients.ts', "import { start } from '@g2/identity/service';", 'gateway imports only'],
  [
    'gateway/src/clients.ts',
    "import { a } from '../../services/identity/src/rpc.ts';",
    'gateway imports only',
  ],
  ['services/identity/src/rpc.ts', "import type { DB } from '#tables';", 'tables and Kysely'],
  ['services/identity/src/rpc.ts', "import { sql } from 'kysely';", 'tables and Kysely'],
  ['services/identity/src/rpc.ts', "import type { DB } from '../prisma/gen/tables.ts';", 'tables and Kysely'],
  ['web/src/features/admin/page.tsx', "import { Card } from '../registrations/card.tsx';", 'another feature'],
  ['web/src/ui/card.tsx', "import { useMe } from '../features/auth/api.ts';", 'web imports run'],
  [
    'web/src/ui/card.tsx',
    "import { StatusBadge } from '../shared/registration/badge.tsx';",
    'web imports run',
  ],
  ['web/src/lib/http.ts', "import { Page } from '../ui/page.tsx';", 'web imports run'],
  ['web/src/app/shell.tsx', "import { open } from '../testing/render.tsx';", 'only tests'],
  ['web/src/shared/payment/api.ts', "import { a } from '../../features/auth/api.ts';", 'web imports run'],
  ['web/src/features/auth/api.ts', "import { anna } from '../../testing/records.ts';", 'web imports run'],
  ['web/src/features/auth/api.ts', "import { routes } from '../../app/router.tsx';", 'web imports run'],
  ['web/src/ui/card.tsx', "import { s } from '@g2/gateway/contract/statuses';", 'nothing of the trade'],
  ['web/src/ui/card.tsx', "import { call } from '../lib/call.ts';", 'nothing of the trade'],
  ['services/identity/src/config.ts', 'const port = process.env.PORT;', 'the environment'],
  ['services/identity/src/config.ts', "const port = process['env'].PORT;", 'the environment'],
  ['services/identity/src/config.ts', 'const { env } = process;', 'the environment'],
  ['services/identity/src/config.ts', "import { env } from 'node:process';", 'the environment'],
];

const ALLOWED: [file: string, source: string][] = [
  [
    'services/identity/src/domain/user.ts',
    "import { AppError } from '@g2/terms/errors';\nimport { b } from './b.ts';",
  ],
  ['services/identity/src/domain/user.ts', "import { createHash } from 'node:crypto';"],
  [
    'services/identity/src/domain/mails/mails.ts',
    "import { formatCents } from '@g2/terms/pt-br';\nimport { nameOf } from '@g2/terms/names';",
  ],
  [
    'services/identity/src/domain/user.test.ts',
    "import { test } from 'vitest';\nimport fc from 'fast-check';",
  ],
  [
    'services/identity/src/rpc.ts',
    "import { x } from '@g2/proto/identity';\nimport { run } from '@g2/kit/run';",
  ],
  [
    'services/identity/src/store/users.ts',
    "import type { DB } from '#tables';\nimport { sql } from 'kysely';",
  ],
  [
    'services/paper/src/sheet.ts',
    "import PDFDocument from 'pdfkit';\nimport { a } from '@g2/terms/pt-br';\nimport { b } from './type.ts';",
  ],
  ['services/certificate/src/pdf/certificate.ts', "import { Sheet } from '@g2/paper/sheet';"],
  ['services/identity/src/main.ts', 'run(loadConfig(process.env));'],
  ['services/identity/prisma.config.ts', "import { defineConfig } from 'prisma/config';\nprocess.env.X;"],
  ['services/kit/src/database.ts', "import { Kysely } from 'kysely';"],
  [
    'web/src/features/admin/page.tsx',
    "import { a } from './api.ts';\nimport { Card } from '../../ui/card.tsx';",
  ],
  [
    'web/src/shared/payment/price.tsx',
    "import { s } from '@g2/gateway/contract/statuses';\nimport { call } from '../../lib/call.ts';",
  ],
  ['web/src/ui/seal.tsx', "import { MARK } from '@g2/gateway/contract/brand';"],
  ['web/src/features/auth/a.browser.test.tsx', "import { anna } from '../../testing/records.ts';"],
  ['web/src/features/admin/page.tsx', "import { price } from '../../shared/payment/price.tsx';"],
  ['web/src/app/router.tsx', "import { Page } from '../features/admin/page.tsx';"],
  ['web/src/lib/http.ts', "import { user } from '@g2/gateway/contract/user';"],
  ['gateway/contract/user.ts', "import * as z from 'zod';\nimport { id } from './ids.ts';"],
  [
    'gateway/src/clients.ts',
    "import { c } from '@g2/proto/identity';\nimport { user } from '../contract/user.ts';",
  ],
  ['deploy/stack/up.ts', "import { start } from '@g2/identity/service';\nprocess.env.PORT;"],
  [
    'services/identity/src/rpc.ts',
    "// import '@g2/certificate/service'; process.env\n/* import a from '#tables' */",
  ],
  [
    'services/identity/src/rpc.ts',
    "export const from = 'x';\nexport type Kind = '@g2/certificate/a' | '#tables';",
  ],
];

describe('import rules', () => {
  test.each(FORBIDDEN)('%s may not contain: %s', (file, source, rule) => {
    const lines = findImportViolations(file, source);
    expect(lines.join('\n')).toContain(rule);
    expect(lines[0]).toMatch(/^\S+:\d+ '/);
  });

  test.each(ALLOWED)('%s may contain: %s', (file, source) => {
    expect(findImportViolations(file, source)).toEqual([]);
  });

  test('reports the line number of an import that follows comments', () => {
    const source = "/* one\ntwo */\nimport { a } from './a.ts';\nimport { b } from '@g2/identity/b';\n";
    expect(findImportViolations('services/kit/src/x.ts', source)).toEqual([
      "services/kit/src/x.ts:4 '@g2/identity/b': kit does not import a service",
    ]);
  });
});
