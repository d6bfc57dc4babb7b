import { expect, it } from 'vitest';
import { messageLength } from './draft.ts';

it('messageLength returns the number of code points of the trimmed text', () => {
  expect(['', ' \n', ' oi\n', '😀😀', 'a\nb'].map(messageLength)).toEqual([0, 0, 2, 2, 3]);
});
