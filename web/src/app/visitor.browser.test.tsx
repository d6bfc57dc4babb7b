import { afterEach, expect, it, vi } from 'vitest';
import { provesSignedOut } from './visitor.ts';

const sessionMeta = Object.assign(document.createElement('meta'), { name: 'g2-session', content: 'none' });
afterEach(() => {
  sessionMeta.remove();
  vi.restoreAllMocks();
});

it('[pages-document-kept] provesSignedOut is true only for a document from the network', () => {
  const transferSize = vi.spyOn(PerformanceResourceTiming.prototype, 'transferSize', 'get');
  transferSize.mockReturnValue(300);
  expect(provesSignedOut()).toBe(false);
  document.head.append(sessionMeta);
  expect(provesSignedOut()).toBe(true);
  // Size 0: the page is from the HTTP cache, maybe from before the user signed in.
  transferSize.mockReturnValue(0);
  expect(provesSignedOut()).toBe(false);
});
