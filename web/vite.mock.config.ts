import { msw } from 'msw/vite';
import { mergeConfig } from 'vite';
import config from './vite.config.ts';

/** `vite dev` with the mock API of src/mock; also serves the worker's script. */
export default mergeConfig(config, { plugins: [msw({ mode: 'worker-only' })] });
