import { run } from '@g2/kit/run';
import { config } from './config.ts';
import { start } from './service.ts';

await run('payment-credit', config, start, process.env);
