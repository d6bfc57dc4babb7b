import { msw } from 'msw/vite';
import { mergeConfig } from 'vite';
import config from './vite.config.ts';

/** Configuration of `vite dev` with the mock API of src/mock; also serves the script of the mock's service worker. */
export default mergeConfig(config, { plugins: [msw({ mode: 'worker-only' })] });
