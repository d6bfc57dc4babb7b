import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const CONTRACT = join(import.meta.dirname, '../../gateway/contract/');
/** The only module of the contract that has an effect when it is loaded. */
const WITH_EFFECT = join(CONTRACT, 'no-eval.ts');

type Body = ReturnType<Rolldown.PluginContext['parse']>['body'];
type Init = NonNullable<
  Extract<Body[number], { type: 'VariableDeclaration' }>['declarations'][number]['init']
>;

/**
 * Marks the constants of the contract as free of effects, so that the build leaves out the schemas that no form uses:
 * making one costs a phone up to a millisecond.
 */
export const lazyContract = (): Plugin => ({
  name: 'lazy-contract',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!id.startsWith(CONTRACT) || id === WITH_EFFECT) return null;
    const marked = constantsOf(this.parse(code).body).reduceRight(
      (text, { start, end }) =>
        `${text.slice(0, start)}/*#__PURE__*/(()=>(${text.slice(start, end)}))()${text.slice(end)}`,
      code,
    );
    return { code: marked, map: null, moduleSideEffects: false };
  },
});

const COMPUTED: ReadonlySet<Init['type']> = new Set([
  'CallExpression',
  'ObjectExpression',
  'ArrayExpression',
]);

/** The values of a module's constants that are computed when it is loaded. */
function constantsOf(body: Body): Init[] {
  return body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') return [];
    return declared.declarations.flatMap(({ init }) => (init && COMPUTED.has(init.type) ? [init] : []));
  });
}
