import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { closeAfterTests, createTestEnvironment } from '@g2/kit/testing';
import { expect, it } from 'vitest';
import { userAct } from '../../../services/identity/src/domain/audit-acts.ts';
import { recordAuditAct } from '../../../services/identity/src/store/audit.ts';
import { chainBatch } from '../../../services/identity/src/store/audit-chain.ts';
import { openStore } from '../../../services/identity/src/store.ts';
import { checkTrail, formatCheckpoint, parseCheckpoint } from './trail.ts';

const testEnv = await closeAfterTests(createTestEnvironment());
const identity = openStore({ DATABASE_URL: testEnv.env('identity').DATABASE_URL ?? '', DATABASE_POOL: 2 });
await closeAfterTests(Promise.resolve(identity));
const admin = testEnv.pool({ connectionString: testEnv.adminUrl });

async function act(count: number, at = new Date()): Promise<void> {
  for (let i = 0; i < count; i++) await recordAuditAct(identity, userAct('sign-in', `user-${i}`, null), at);
}
const asOwner = async (statement: string): Promise<void> => {
  await admin.query('ALTER TABLE identity.audit DISABLE TRIGGER USER');
  await admin.query(statement);
  await admin.query('ALTER TABLE identity.audit ENABLE TRIGGER USER');
};
const broken = async (
  ...given: Parameters<typeof checkTrail> extends [string, ...infer Rest] ? Rest : never
) => (await checkTrail(testEnv.adminUrl, ...given)).results.flatMap(({ breaches }) => breaches);

it('reports nothing for an unchanged audit trail', async () => {
  await act(5);
  while (await chainBatch(identity));
  const first = await checkTrail(testEnv.adminUrl);
  expect(first.results.flatMap(({ breaches }) => breaches)).toEqual([]);
  expect(first.head.position).toBe(5);
  await act(5);
  await chainBatch(identity);
  expect(await broken(first.head)).toEqual([]);
  expect(parseCheckpoint(['--since', formatCheckpoint(first.head)])).toEqual(first.head);
  for (const args of [['--since'], ['--since', 'x'], ['--from', formatCheckpoint(first.head)]]) {
    expect(() => parseCheckpoint(args)).toThrow('only --since');
  }
});

it('reports an act that is chained too late and an address that is removed too early', async () => {
  await act(1, new Date(Date.now() - 6 * 60_000));
  expect(await broken(undefined, 0)).toEqual([
    expect.stringContaining('has waited for more than five minutes'),
  ]);
  await chainBatch(identity);
  expect(await broken(undefined, 0)).toEqual([]);
  await admin.query('UPDATE identity.audit SET address = NULL, address_salt = NULL WHERE position = 3');
  expect(await broken()).toEqual([expect.stringContaining('has lost its address')]);
});

it('exits with 1 when the audit trail was changed, and prints one line per breach', async () => {
  const { head } = await checkTrail(testEnv.adminUrl);
  const run = async (...args: string[]) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: testEnv.adminUrl, CHECK_GRACE_MS: '0' };
    const command = new URL('./trail.ts', import.meta.url).pathname;
    return promisify(execFile)(process.execPath, [command, ...args], { env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
  };
  await asOwner('DELETE FROM identity.audit WHERE position > 9');
  // The shorter chain is still valid. Only the checkpoint of an earlier check reveals the loss.
  const unaware = await run();
  expect(unaware.stdout).toContain('holds   each act is as it was chained, and none is missing: 9 acts');
  expect(unaware.stdout).toMatch(/trail checkpoint 9:[0-9a-f]{64}\n$/);
  const aware = await run('--since', formatCheckpoint(head));
  expect(aware).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('is not what the earlier check saw'),
  });
  await asOwner("UPDATE identity.audit SET detail = '{}' WHERE position = 2");
  await asOwner("UPDATE identity.audit SET subject_id = 'x' WHERE position = 4");
  const { code, stdout } = await run();
  expect(code).toBe(1);
  expect(stdout).toMatch(/position 4 \([0-9a-f-]{36}\): it was changed/);
  expect(await run('--since', 'nonsense')).toMatchObject({ code: 2 });
});
