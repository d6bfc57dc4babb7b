import { expect, it } from 'vitest';
import { mailto } from './mailto.ts';

it('mailto() percent-encodes reserved characters of the local part and the subject', () => {
  expect(mailto('ana@example.com')).toBe('mailto:ana@example.com');
  expect(mailto('ana&rui?x=1#%@example.com', 'C-1 é')).toBe(
    'mailto:ana%26rui%3Fx%3D1%23%25@example.com?subject=C-1%20%C3%A9',
  );
});
