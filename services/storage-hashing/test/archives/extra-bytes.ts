import { randomBytes } from 'node:crypto';
import { type Case, SOURCE } from './case.ts';
import { dataDescriptor, forge } from './forge.ts';
import { CONTENT, ONE, PACKED, PNG, PROGRAM, streamed } from './samples.ts';

/** Archives with extra bytes before, between or after their parts. */
export const EXTRA_BYTES: Case[] = [
  {
    name: 'self-extracting, offsets adjusted',
    make: () => forge([SOURCE], { prefix: PROGRAM, isAdjusted: true }),
    warnings: ['hidden-bytes'],
  },
  {
    name: 'self-extracting, offsets as they were',
    make: () => forge([SOURCE], { prefix: PROGRAM }),
    warnings: ['hidden-bytes'],
  },
  {
    name: 'self-extracting, ZIP64',
    make: () => forge([SOURCE], { prefix: PROGRAM, end64: {} }),
    warnings: ['hidden-bytes'],
  },
  {
    name: 'a picture with a ZIP behind it',
    make: () => forge([SOURCE], { prefix: PNG }),
    warnings: ['hidden-bytes'],
  },
  {
    name: 'a file between two that no directory lists',
    make: () =>
      forge([SOURCE, { name: 'hidden.ts', content: 'x', isListed: false }, { ...SOURCE, name: 'b.ts' }]),
    warnings: ['hidden-bytes'],
    paths: ['b.ts', 'src/main.ts'],
  },
  {
    name: 'bytes before the directory',
    make: () => forge([SOURCE], { beforeDirectory: randomBytes(20) }),
    warnings: ['hidden-bytes'],
  },
  {
    name: 'a description that fits nothing',
    make: () => forge([streamed(dataDescriptor(Buffer.from('other'), PACKED))]),
    warnings: ['hidden-bytes'],
  },
  {
    name: 'a description of another sum',
    make: () => forge([streamed(dataDescriptor(Buffer.alloc(CONTENT.length), PACKED))]),
    warnings: ['hidden-bytes'],
  },
  {
    name: 'two ZIPs, one behind the other',
    make: () => Buffer.concat([ONE(), forge([{ name: 'b.ts', content: 'b' }])]),
    refused: 'zip-damaged',
    says: 'dois ZIPs',
  },
  {
    name: 'two ZIPs, the offsets of the second adjusted',
    make: () => forge([{ name: 'b.ts', content: 'b' }], { prefix: ONE(), isAdjusted: true }),
    refused: 'zip-damaged',
    says: 'dois ZIPs',
  },
  {
    name: 'a second ZIP in the comment of the first',
    make: () => forge([SOURCE], { comment: forge([{ name: 'b.ts', content: 'b' }]) }),
    refused: 'zip-damaged',
    says: 'dois ZIPs',
  },
  {
    name: 'a comment that looks like an end',
    make: () => forge([SOURCE], { comment: Buffer.from('PK\x05\x06 and twenty-two bytes more') }),
    refused: 'zip-damaged',
  },
  {
    name: 'bytes behind the end',
    make: () => forge([SOURCE], { after: Buffer.from('\n') }),
    refused: 'zip-damaged',
    says: 'depois do fim',
  },
];
