import { run } from '@g2/kit/run';
import { config } from './config.ts';
import { start } from './service.ts';

await run('certificate', config, start, process.env);
