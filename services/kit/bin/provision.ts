// Makes each service's role and schema and ends: `node services/kit/bin/provision.ts`, with ADMIN_DATABASE_URL
// (who may create roles) and each service's own DATABASE_URL as `<SERVICE>_DATABASE_URL`, whose user and password
// its role gets; each may be a file instead, `<NAME>_FILE`. Idempotent; a changed password is set, and another user becomes
// a second way in to the same schema.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { provision, RoleOfAnother, serviceNames } from '../src/provision.ts';

const PATIENCE_MS = 120_000;

const variableOf = (service: string): string => `${service.replaceAll('-', '_').toUpperCase()}_DATABASE_URL`;

function required(name: string): string {
  const file = process.env[`${name}_FILE`];
  const value = process.env[name] || (file && readFileSync(file, 'utf8').trim());
  if (!value) throw new Error(`configuration: ${name} is missing`);
  return value;
}

const adminUrl = required('ADMIN_DATABASE_URL');
const wanted = serviceNames.map((service) => {
  const url = new URL(required(variableOf(service)));
  return { service, role: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
});

for (const until = Date.now() + PATIENCE_MS; ; await delay(1_000)) {
  try {
    await provision(adminUrl, wanted, 'ADMIN_DATABASE_URL');
    break;
  } catch (error) {
    if (error instanceof RoleOfAnother || Date.now() > until) throw error;
    console.log(`the database is not there yet: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}
console.log(`roles and schemas are there: ${serviceNames.join(', ')}`);
