import { msw } from 'msw/vite';
import { mergeConfig } from 'vite';
import config from './vite.config.ts';

/** `vite dev` over the mock of src/mock, with the worker's script served. */
export default mergeConfig(config, { plugins: [msw({ mode: 'worker-only' })] });
