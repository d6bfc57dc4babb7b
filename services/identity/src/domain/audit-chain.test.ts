import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressHash,
  type ChainContent,
  type ChainedRow,
  type ChainHead,
  contentBytes,
  faultsOf,
  GENESIS,
  nextHead,
} from './audit-chain.ts';

const content: fc.Arbitrary<ChainContent> = fc.record({
  id: fc.uuid(),
  at: fc.date({ noInvalidDate: true }).map((at) => at.toISOString().replace('Z', '000Z')),
  action: fc.string(),
  actorId: fc.option(fc.uuid()),
  subjectType: fc.string(),
  subjectId: fc.string(),
  requestId: fc.string(),
  detail: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null))),
  addressHash: fc.string(),
});

/** Computes position and hash of each row, as the loop of the service does. */
function chained(contents: ChainContent[]): ChainedRow[] {
  let head = GENESIS;
  return contents.map((one) => {
    head = nextHead(head, one);
    return { ...one, ...head, address: null, addressSalt: null };
  });
}

function faults(links: ChainedRow[]) {
  let head: ChainHead = GENESIS;
  return links.flatMap((link) => {
    const found = faultsOf(head, link);
    head = link;
    return found;
  });
}

const acts = fc.array(content, { minLength: 1, maxLength: 12 });

describe('the audit chain', () => {
  it('reports no fault while it is unchanged', () => {
    fc.assert(
      fc.property(acts, (all) => {
        expect(faults(chained(all))).toEqual([]);
      }),
    );
  });

  it('hashes an act independently of the order of its keys', () => {
    fc.assert(
      fc.property(content, (one) => {
        const turned = Object.fromEntries(Object.entries(one).reverse()) as ChainContent;
        const detail = Object.fromEntries(Object.entries(one.detail as object).reverse());
        expect(contentBytes({ ...turned, detail })).toEqual(contentBytes(one));
      }),
    );
  });

  it('reports a changed field at its row only', () => {
    const fields = [
      'id',
      'at',
      'action',
      'actorId',
      'subjectType',
      'subjectId',
      'requestId',
      'addressHash',
    ] as const;
    fc.assert(
      fc.property(acts, fc.nat(), fc.constantFrom(...fields, 'detail' as const), (all, at, field) => {
        const links = chained(all);
        const which = at % links.length;
        const broken = links.map((link, i) => {
          if (i !== which) return link;
          return field === 'detail'
            ? { ...link, detail: { forged: '1' } }
            : { ...link, [field]: `${link[field]}x` };
        });
        expect(faults(broken)).toEqual([{ kind: 'changed', position: which + 1, id: broken[which]?.id }]);
      }),
    );
  });

  it('reports a removed row, except the last one', () => {
    fc.assert(
      fc.property(fc.array(content, { minLength: 2, maxLength: 12 }), fc.nat(), (all, at) => {
        const links = chained(all);
        const which = at % (links.length - 1);
        const left = links.filter((_, i) => i !== which);
        expect(faults(left).map(({ kind }) => kind)).toEqual(['missing']);
        // New position numbers do not hide that a row was removed.
        const renumbered = left.map((link, i) => ({ ...link, position: i + 1 }));
        expect(faults(renumbered)).toMatchObject([{ kind: 'changed', position: which + 1 }]);
      }),
    );
  });

  it('reports an inserted row even if its hash fits the row before', () => {
    fc.assert(
      fc.property(acts, content, fc.nat(), (all, forged, at) => {
        const links = chained(all);
        const which = at % links.length;
        const before = links[which - 1] ?? GENESIS;
        const row = { ...forged, ...nextHead(before, forged), address: null, addressSalt: null };
        const put = [...links.slice(0, which), row, ...links.slice(which)];
        const renumbered = put.map((link, i) => ({ ...link, position: i + 1 }));
        expect(faults(renumbered)).toMatchObject([{ kind: 'changed', position: which + 2 }]);
      }),
    );
  });

  it('is valid without IP addresses but reports a replaced IP address', () => {
    const salt = Buffer.from('salt');
    const given = {
      id: 'a',
      at: '2026-12-03T12:00:00.000000Z',
      action: 'sign-in',
      actorId: null,
      subjectType: 'user',
      subjectId: 'u',
      requestId: 'r',
      detail: {},
      addressHash: addressHash(salt, '203.0.113.7').toString('hex'),
    };
    const [link] = chained([given]);
    if (!link) throw new Error('no link');
    expect(faults([{ ...link, address: '203.0.113.7', addressSalt: salt }])).toEqual([]);
    expect(faults([{ ...link, address: '203.0.113.8', addressSalt: salt }])).toMatchObject([
      { kind: 'address' },
    ]);
    expect(faults([link])).toEqual([]);
  });

  it('hashes an act as canonical JSON', () => {
    const given = {
      id: 'a',
      at: 'b',
      action: 'c',
      actorId: null,
      subjectType: 'd',
      subjectId: 'e',
      requestId: 'f',
    };
    expect(
      contentBytes({ ...given, detail: { z: '1', a: { y: 2, b: [null] } }, addressHash: '00' }).toString(),
    ).toBe(
      '{"action":"c","actor_id":null,"address_hash":"00","at":"b","detail":{"a":{"b":[null],"y":2},"z":"1"},' +
        '"id":"a","request_id":"f","subject_id":"e","subject_type":"d"}',
    );
  });
});
