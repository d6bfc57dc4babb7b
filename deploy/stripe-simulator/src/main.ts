import { withSecretFiles } from '@g2/kit/env';
import { readConfig } from './config.ts';
import { startSimulator } from './server.ts';

const config = readConfig(withSecretFiles(process.env));
if (typeof config === 'string') {
  console.error(`stripe-simulator: ${config}`);
  process.exit(1);
}
const log = (line: string) => console.error(`stripe-simulator: ${line}`);
try {
  const simulator = await startSimulator({ ...config, log });
  console.log(`stripe-simulator ready: ${simulator.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void simulator.stop().then(() => process.exit(0)));
  }
} catch (error) {
  log(`cannot start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
