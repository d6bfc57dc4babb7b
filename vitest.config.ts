import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { msw } from 'msw/vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { installedChromium } from './deploy/stack/binaries.ts';

const ignore = ['**/node_modules/**', '**/dist/**', '**/gen/**'];
/** What nobody waits for: `npm run test:all` and CI run it. */
const long = '**/*.long.*.test.ts';
/** The same of tests that need no server. */
const longPure = '**/*.long.test.ts';
/** The same of screens. */
const longScreens = '**/*.long.browser.test.tsx';
/** Fault drills that are tests: `npm run test:all` runs them. */
const drills = 'deploy/tests/e2e/**/*.drill.e2e.test.ts';

/** Files with properties that hold for any input. */
const properties = globSync('{gateway,services}/**/*.test.ts', { exclude: ['**/node_modules'] }).filter(
  (file) => readFileSync(file, 'utf8').includes("from 'fast-check'"),
);

const { POLL_TIMEOUT_MS: pollTimeout } = process.env;
/** How long a fact may take to come true, ms: what a busy machine needs, not what the product does. */
const patient = { poll: { timeout: Number(pollTimeout ?? 20_000) } };

const int = {
  expect: patient,
  globalSetup: ['deploy/tests/runner/test-infra.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  maxWorkers: 3,
};

const e2e = {
  expect: patient,
  setupFiles: ['deploy/tests/e2e/support/report-failure.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  maxWorkers: 3,
};

/** Screens in a browser, over answers that the tests give: no server of ours runs. */
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
    actionTimeout: 10_000,
  }),
};

/** A project of screens, which are served to the tests as the product's build serves them to users. */
const screens = (
  name: string,
  files: { include: string[]; exclude: string[] },
  isolate: boolean,
): TestProjectInlineConfiguration => ({
  extends: './web/vite.config.ts',
  // Served to the tests alone: the product's build does not know it.
  plugins: [msw({ mode: 'worker-only' })],
  root: 'web',
  // A worker asks for it late, and what is found late is loaded anew under the tests that run.
  optimizeDeps: {
    include: [
      'hash-wasm',
      'fflate',
      'tus-js-client',
      'highlight.js/lib/core',
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
    expect: patient,
    testTimeout: 30_000,
    // More than processors: a screen waits more than it computes.
    maxWorkers: 3,
    // Vitest writes into it.
    isolate,
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
          expect: patient,
          testTimeout: 30_000,
          // Pure tests have nothing to be kept apart for: modules are loaded once for all files of a worker.
          isolate: false,
          // Two where Vitest would take one: some of these tests wait.
          maxWorkers: Math.max(2, availableParallelism() - 1),
        },
      },
      // Files share the page: loading the application anew for each costs more than most of them do. Each test cleans up
      // what it used (web/src/testing/setup.ts).
      screens(
        'browser',
        { include: ['src/**/*.browser.test.tsx'], exclude: [...ignore, longScreens] },
        false,
      ),
      {
        test: {
          name: 'int',
          include: ['**/*.int.test.ts'],
          exclude: [...ignore, long],
          // What files must not share is in the servers; loading services, gRPC and NATS anew for each costs more than
          // most of them do.
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
      screens('browser-long', { include: [`src/${longScreens}`], exclude: ignore }, true),
      {
        test: {
          name: 'int-long',
          include: ['**/*.long.int.test.ts'],
          exclude: ignore,
          ...int,
          // They stand beside the browser's long tests, and do much each.
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
      // Each breaks a product of its own, by the clock of Prometheus.
      { test: { name: 'alerts', include: [drills], exclude: ignore, ...e2e } },
    ],
  },
});
