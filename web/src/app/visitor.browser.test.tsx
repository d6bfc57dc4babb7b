import { afterEach, expect, it, vi } from 'vitest';
import { comesWithoutSession } from './visitor.ts';

const mark = Object.assign(document.createElement('meta'), { name: 'g2-session', content: 'none' });
afterEach(() => {
  mark.remove();
  vi.restoreAllMocks();
});

it('[pages-document-kept] believes that nobody is signed in only a document that came from the server just now', () => {
  const size = vi.spyOn(PerformanceResourceTiming.prototype, 'transferSize', 'get');
  size.mockReturnValue(300);
  expect(comesWithoutSession()).toBe(false);
  document.head.append(mark);
  expect(comesWithoutSession()).toBe(true);
  // Out of a cache it may be older than a session.
  size.mockReturnValue(0);
  expect(comesWithoutSession()).toBe(false);
});
