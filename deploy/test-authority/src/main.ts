import { withSecretFiles } from '@g2/kit/env';
import { readConfig } from './config.ts';
import { openFolder } from './folder.ts';
import { startTestAuthority } from './server.ts';

// Serves by default. `make` only creates the folder, for a signer elsewhere with the same seed.
const config = readConfig(withSecretFiles(process.env));
if (typeof config === 'string') {
  console.error(`test-authority: ${config}`);
  process.exit(1);
}
try {
  if (process.argv[2] === 'make') {
    await openFolder({ ...config, baseUrl: config.baseUrl ?? '', at: new Date() });
  } else {
    const authority = await startTestAuthority(config);
    console.log(`test-authority ready: ${authority.url}`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void authority.stop().then(() => process.exit(0)));
    }
  }
} catch (error) {
  console.error(`test-authority: cannot start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
