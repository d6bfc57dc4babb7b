import { expect, it } from 'vitest';
import { messageLength } from './draft.ts';

it('messageLength counts code points of the trimmed text, as the server does', () => {
  expect(['', ' \n', ' oi\n', '😀😀', 'a\nb'].map(messageLength)).toEqual([0, 0, 2, 2, 3]);
});
