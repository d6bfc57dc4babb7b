import { expect, it } from 'vitest';
import { messageLength } from './draft.ts';

it('a message is as long as the server says: trimmed, in code points', () => {
  expect(['', ' \n', ' oi\n', '😀😀', 'a\nb'].map(messageLength)).toEqual([0, 0, 2, 2, 3]);
});
