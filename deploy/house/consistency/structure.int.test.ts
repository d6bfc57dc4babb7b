import { fileURLToPath } from 'node:url';
import { migrate } from '@g2/kit/migrate';
import { type ServiceName, serviceNames } from '@g2/kit/provision';
import { createTestEnvironment, type TestEnvironment } from '@g2/kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { printStructure } from './structure.ts';

let testEnv: TestEnvironment;
beforeAll(async () => {
  testEnv = await createTestEnvironment();
});
afterAll(() => testEnv?.close());

const folderOf = (service: ServiceName) => new URL(`../../../services/${service}/prisma/`, import.meta.url);

// To update: `vitest run --project int deploy/house/consistency/structure.int.test.ts -u`
it.each(serviceNames)('structure.sql of %s equals the schema that its migrations create', async (service) => {
  const url = testEnv.env(service).DATABASE_URL ?? '';
  await migrate(url, new URL('migrations/', folderOf(service)));
  const structure = await printStructure(service, testEnv.pool({ connectionString: url, max: 1 }));
  expect(structure).toContain('-- Triggers');
  await expect(structure).toMatchFileSnapshot(fileURLToPath(new URL('structure.sql', folderOf(service))));
});
