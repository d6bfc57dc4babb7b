import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const COUNT = 1_000;
const TAKE = `
  import { freePort } from '@g2/kit/testing-ports';
  const ports = [];
  for (let i = 0; i < ${COUNT}; i++) ports.push(await freePort());
  console.log(JSON.stringify(ports));
  process.stdin.on('data', () => process.exit());
`;

/** Another process takes ports and holds them until letGo. */
async function take(): Promise<{ ports: number[]; letGo(): void }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', TAKE]);
  let line = '';
  while (!line.includes('\n')) line += String((await once(child.stdout, 'data'))[0]);
  return { ports: JSON.parse(line), letGo: () => void child.stdin.end('\n') };
}

it('reserves no port for two processes at once', async () => {
  const taken = await Promise.all([take(), take(), take()]);
  for (const one of taken) one.letGo();
  const ports = taken.flatMap((one) => one.ports);
  expect(ports).toHaveLength(3 * COUNT);
  expect(new Set(ports).size).toBe(3 * COUNT);
});
