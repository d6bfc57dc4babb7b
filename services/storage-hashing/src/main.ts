import { run } from '@g2/kit/run';
import { config } from './config.ts';
import { start } from './service.ts';

await run('storage-hashing', config, start, process.env);
