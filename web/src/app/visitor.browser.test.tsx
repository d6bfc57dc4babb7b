import { afterEach, expect, it, vi } from 'vitest';
import { comesWithoutSession } from './visitor.ts';

const mark = Object.assign(document.createElement('meta'), { name: 'g2-session', content: 'none' });
afterEach(() => {
  mark.remove();
  vi.restoreAllMocks();
});

it('[pages-document-kept] trusts the "no session" mark only in a freshly loaded document', () => {
  const size = vi.spyOn(PerformanceResourceTiming.prototype, 'transferSize', 'get');
  size.mockReturnValue(300);
  expect(comesWithoutSession()).toBe(false);
  document.head.append(mark);
  expect(comesWithoutSession()).toBe(true);
  // A cached document may be older than the session.
  size.mockReturnValue(0);
  expect(comesWithoutSession()).toBe(false);
});
