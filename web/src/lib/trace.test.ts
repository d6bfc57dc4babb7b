import { expect, it } from 'vitest';
import { traceparent } from './trace.ts';

it('gives every request a trace of its own, as W3C writes it', () => {
  const seen = Array.from({ length: 50 }, traceparent);
  for (const one of seen) expect(one).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(new Set(seen).size).toBe(50);
});
