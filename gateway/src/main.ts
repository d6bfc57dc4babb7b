import { run } from '@g2/kit/run';
import { config } from './config.ts';
import { start } from './gateway.ts';

await run('gateway', config, start, process.env);
