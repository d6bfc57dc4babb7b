// After NATS lost its data, publishes again the events that all services wrote since a time: `node
// deploy/ops/republish.ts --since <time> [--dry-run]`. Uses DATABASE_URL (a role that may write all schemas),
// otherwise the local stack of G2_DATA_DIR (.data).
import { withSecretFiles } from '@g2/kit/env';
import { republishCommand } from '@g2/kit/republish';
import { checkTargetsOf, runCommand } from './world.ts';

await runCommand('republish', 1, () =>
  republishCommand(process.argv.slice(2), () => checkTargetsOf(withSecretFiles(process.env)).databaseUrl),
);
