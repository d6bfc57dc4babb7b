import { expect, it } from 'vitest';
import { runPreloadedScripts } from './parts.ts';

const log: string[] = [];
Object.assign(globalThis, { log });

function preload(code: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = `data:text/javascript,${encodeURIComponent(code)}`;
  document.head.append(link);
}

it('[parts-in-turns] runs the preloaded scripts in order and handles user input between them', async () => {
  preload("scheduler.postTask(() => log.push('input'), { priority: 'user-blocking' }); log.push('first')");
  preload('throw new Error("gone")');
  preload("log.push('last')");
  await runPreloadedScripts();
  expect(log).toEqual(['first', 'input', 'last']);
});
