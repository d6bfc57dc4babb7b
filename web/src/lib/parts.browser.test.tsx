import { expect, it } from 'vitest';
import { runParts } from './parts.ts';

const ran: string[] = [];
Object.assign(globalThis, { ran });

function preload(code: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = `data:text/javascript,${encodeURIComponent(code)}`;
  document.head.append(link);
}

it('[parts-in-turns] runs the preloaded scripts in order and lets user input run between them', async () => {
  preload("scheduler.postTask(() => ran.push('a press'), { priority: 'user-blocking' }); ran.push('first')");
  preload('throw new Error("gone")');
  preload("ran.push('last')");
  await runParts();
  expect(ran).toEqual(['first', 'a press', 'last']);
});
