import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { adminRoutes } from '../../../gateway/contract/routes/admin.ts';
import { adminPaymentRoutes } from '../../../gateway/contract/routes/admin-payments.ts';
import { operatorRoutes } from '../../../gateway/contract/routes/operator.ts';
import { differences, FIGURES } from './table.ts';

type Node = {
  $ref?: string;
  anyOf?: Node[];
  type?: string;
  items?: Node;
  properties?: Record<string, Node>;
};

function placesIn(schema: z.ZodType): string[] {
  const root = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Node & {
    $defs?: Record<string, Node>;
  };
  const walk = (node: Node, path: string): string[] => {
    if (node.$ref) return walk(root.$defs?.[node.$ref.replace('#/$defs/', '')] ?? {}, path);
    if (node.anyOf) return node.anyOf.flatMap((one) => walk(one, path));
    if (node.type === 'array' && node.items) return walk(node.items, `${path}[]`);
    if (node.type === 'object')
      return Object.entries(node.properties ?? {}).flatMap(([name, one]) =>
        walk(one, path === '' ? name : `${path}.${name}`),
      );
    return node.type === 'null' ? [] : [path];
  };
  return [...new Set(walk(root, ''))];
}

/** Of the newest registrations only the id is compared. */
const isFigure = (place: string) => !place.startsWith('recent[].') || place === 'recent[].id';

const ANSWERS = {
  getAnalytics: adminRoutes.getAnalytics.answer,
  getFigures: adminRoutes.getFigures.answer,
  getEnhancedStats: adminRoutes.getEnhancedStats.answer,
  getQueueStats: operatorRoutes.getQueueStats.answer,
  listPayments: adminPaymentRoutes.listPayments.answer.shape.totals,
  listUnpaidFiles: adminPaymentRoutes.listUnpaidFiles.answer.shape.totals,
} as const;

describe('the table of figures', () => {
  it.each(Object.entries(ANSWERS))(
    '[figures-table] lists exactly the fields in the answer of %s',
    (call, schema) => {
      const known = Object.keys(FIGURES[call as keyof typeof ANSWERS]);
      expect(placesIn(schema).filter(isFigure).toSorted()).toEqual(known.toSorted());
    },
  );

  it('[figures-table] lists every analytics operation that returns figures', () => {
    const analyses = Object.entries(adminRoutes).filter(
      ([, route]) => route.tag === 'Administração: análises',
    );
    const answering = analyses.filter(([, route]) => 'answer' in route).map(([name]) => name);
    expect(answering.filter((name) => !(name in ANSWERS))).toEqual([]);
  });
});

describe('the comparison of figures', () => {
  const counted = { count: 3, amount: 100 };

  it('reports figures that differ, are missing or are not in the table', () => {
    expect(differences('listUnpaidFiles', counted, counted)).toEqual([]);
    expect(differences('listUnpaidFiles', { count: 4, amount: 100 }, counted)).toEqual([
      'listUnpaidFiles count: 4, counted 3 (same)',
    ]);
    expect(differences('listUnpaidFiles', { count: 3 }, counted)).toHaveLength(1);
    expect(differences('listUnpaidFiles', { ...counted, files: 1 }, { ...counted, files: 1 })).toEqual([
      'listUnpaidFiles files: not in the table',
    ]);
  });

  it('accepts times within 5 % and reports a null where a value is expected', () => {
    const stages = (medianSeconds: number | null) => ({ stages: [{ stage: 'paid', medianSeconds }] });
    expect(differences('getFigures', stages(104), stages(100))).toEqual([]);
    expect(differences('getFigures', stages(106), stages(100))).toHaveLength(1);
    expect(differences('getFigures', stages(null), stages(100))).toHaveLength(1);
  });
});
