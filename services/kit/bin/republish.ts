// Republishes a service's events after NATS lost its data: `node services/kit/bin/republish.ts --since <time>
// [--dry-run]` in the service's container, with DATABASE_URL (or DATABASE_URL_FILE).
import { withSecretFiles } from '../src/env.ts';
import { republishCommand } from '../src/republish.ts';

function databaseUrl(): string {
  const url = withSecretFiles(process.env).DATABASE_URL;
  if (!url) throw new Error('configuration: DATABASE_URL is missing');
  return url;
}

try {
  await republishCommand(process.argv.slice(2), databaseUrl);
} catch (error) {
  console.error(`republish: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
