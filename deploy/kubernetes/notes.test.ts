import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { chartFolder, helm, readObjects, type ValueSet, valueSets } from './chart.ts';

// helm prints notes only on installation. A copy of the chart renders them as a ConfigMap instead.
const copy = mkdtempSync(join(tmpdir(), 'g2-notes-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));
cpSync(chartFolder, copy, { recursive: true });
const text = readFileSync(join(chartFolder, 'templates/NOTES.txt'), 'utf8');
writeFileSync(
  join(copy, 'templates/notes.yaml'),
  `{{- define "notes" -}}\n${text}{{- end -}}
apiVersion: v1
kind: ConfigMap
metadata: { name: notes }
data: { text: {{ include "notes" . | toJson }} }
`,
);

async function notes(set: ValueSet, ...more: string[]): Promise<string> {
  const files = valueSets[set].flatMap((file) => ['-f', file]);
  const output = await helm(
    'template',
    'try',
    copy,
    '-n',
    'registry',
    ...files,
    ...more,
    '-s',
    'templates/notes.yaml',
  );
  return z.object({ text: z.string() }).parse(readObjects(output)[0]?.data).text;
}

it('the installation notes list the next steps with the names of the release', {
  timeout: 30_000,
}, async () => {
  const demo = await notes('demo');
  expect(demo).toContain('kubectl -n registry port-forward svc/try-gateway 8080:8080');
  expect(demo).toContain('kubectl -n registry port-forward svc/try-stripe-simulator 8090:8090');
  expect(demo).toContain('helm -n registry test try');
  expect(demo).toContain('kubectl -n registry delete pvc,secret -l app.kubernetes.io/instance=try');
  const elsewhere = await notes('demo', '--set', 'embedded.simulatorUrl=http://localhost:8099');
  expect(elsewhere).toContain('svc/try-stripe-simulator 8099:8090');
  expect(demo).toContain('cliente@g2.local / Cliente-2026!');
  const secured = await notes('demo', '--set', 'insideTls.enabled=true');
  expect(secured).toContain('set publicUrl to https://localhost:8080');
  const plain = await notes('default');
  expect(plain).toContain('hold 280 connections');
  expect(plain).toContain('No way in is set');
  expect(plain).toContain('/webhooks/stripe to try-payment-credit-webhook');
  expect(plain).toContain('There is no admin yet');
  const production = await notes('production');
  expect(production).toContain('https://registro.example.com/webhooks/stripe');
  expect(production).toContain('the Secret g2-first-admin');
  expect(production).not.toContain('port-forward');
  for (const each of [demo, plain, production]) expect(each).not.toContain('insideTls');
  for (const each of [demo, secured, plain, production]) expect(each).not.toMatch(/\n{3}|<no value>|%!/);
});
