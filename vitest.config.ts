import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { msw } from 'msw/vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { installedChromium } from './deploy/stack/binaries.ts';

const ignore = ['**/node_modules/**', '**/dist/**', '**/gen/**'];
/** Slow tests, run by `npm run test:all` and CI only. */
const long = '**/*.long.*.test.ts';
const longPure = '**/*.long.test.ts';
const longScreens = '**/*.long.browser.test.tsx';
/** Fault drills, run by `npm run test:all`. */
const drills = 'deploy/tests/e2e/**/*.drill.e2e.test.ts';

const properties = globSync('{gateway,services}/**/*.test.ts', { exclude: ['**/node_modules'] }).filter(
  (file) => readFileSync(file, 'utf8').includes("from 'fast-check'"),
);

const { POLL_TIMEOUT_MS: pollTimeout } = process.env;
/** Time-out of `expect.poll`, ms. It allows for a busy machine; the product is faster. */
const longPolling = { poll: { timeout: Number(pollTimeout ?? 20_000) } };

const int = {
  expect: longPolling,
  globalSetup: ['deploy/tests/runner/test-infra.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  maxWorkers: 3,
};

const e2e = {
  expect: longPolling,
  setupFiles: ['deploy/tests/e2e/support/report-failure.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  maxWorkers: 3,
};

/** Screen tests run in a browser against a mocked API, without any of our servers. */
const browser = {
  enabled: true,
  headless: true,
  ui: false,
  screenshotFailures: false,
  viewport: { width: 1280, height: 900 },
  provider: playwright({
    launchOptions: { executablePath: installedChromium() ?? '', args: ['--no-sandbox', '--disable-gpu'] },
    contextOptions: {
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
    },
    actionTimeout: 20_000,
  }),
};

const screenProject = (
  name: string,
  files: { include: string[]; exclude: string[] },
  isolate: boolean,
): TestProjectInlineConfiguration => ({
  extends: './web/vite.config.ts',
  // The mock service worker is served only in tests. The production build does not contain it.
  plugins: [msw({ mode: 'worker-only' })],
  root: 'web',
  // Pre-bundle these: when Vite discovers a dependency late, it reloads the page while tests run.
  optimizeDeps: {
    include: [
      'hash-wasm',
      'fflate',
      'tus-js-client',
      'highlight.js/lib/common',
      'highlight.js/lib/languages/*',
      '@zxcvbn-ts/core',
      '@zxcvbn-ts/language-common',
      '@zxcvbn-ts/language-pt-br',
    ],
  },
  test: {
    name,
    ...files,
    setupFiles: ['src/testing/setup.ts'],
    expect: longPolling,
    testTimeout: 60_000,
    // May exceed the number of processors, because screen tests mostly wait.
    maxWorkers: 3,
    isolate,
    // A copy, because Vitest changes this object.
    browser: { ...browser, instances: [{ browser: 'chromium' }] },
  },
});

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...ignore, longPure, '**/*.int.test.ts', '**/*.e2e.test.ts'],
          expect: longPolling,
          testTimeout: 30_000,
          // Pure tests need no isolation: each worker loads modules once for all files.
          isolate: false,
          // At least two workers, because some unit tests mostly wait.
          maxWorkers: Math.max(2, availableParallelism() - 1),
        },
      },
      // Test files share a page: a reload takes longer than most tests. web/src/testing/setup.ts cleans up.
      screenProject(
        'browser',
        { include: ['src/**/*.browser.test.tsx'], exclude: [...ignore, longScreens] },
        false,
      ),
      {
        test: {
          name: 'int',
          include: ['**/*.int.test.ts'],
          exclude: [...ignore, long],
          // Tests share state only in the servers, and loading modules again takes longer than most tests.
          isolate: false,
          ...int,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['deploy/tests/e2e/**/*.e2e.test.ts'],
          exclude: [...ignore, long, drills],
          globalSetup: ['deploy/tests/e2e/support/setup.ts'],
          ...e2e,
        },
      },
      {
        test: {
          name: 'unit-long',
          include: [...properties, longPure],
          exclude: ignore,
          setupFiles: ['deploy/tests/runner/more-runs.ts'],
          testTimeout: 300_000,
        },
      },
      screenProject('browser-long', { include: [`src/${longScreens}`], exclude: ignore }, true),
      {
        test: {
          name: 'int-long',
          include: ['**/*.long.int.test.ts'],
          exclude: ignore,
          ...int,
          // Higher limits: these tests are long and run in parallel with the slow browser tests.
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'e2e-long',
          include: ['deploy/tests/e2e/**/*.long.e2e.test.ts'],
          exclude: ignore,
          globalSetup: ['deploy/tests/e2e/support/setup-long.ts'],
          ...e2e,
        },
      },
      // Each drill breaks its own product instance and waits for Prometheus to fire the alert.
      { test: { name: 'alerts', include: [drills], exclude: ignore, ...e2e } },
    ],
  },
});
