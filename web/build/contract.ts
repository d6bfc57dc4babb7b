import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const CONTRACT = join(import.meta.dirname, '../../gateway/contract/');
/** The only module of the contract with a side effect. */
const MODULE_WITH_SIDE_EFFECT = join(CONTRACT, 'no-eval.ts');

type Body = ReturnType<Rolldown.PluginContext['parse']>['body'];
type Init = NonNullable<
  Extract<Body[number], { type: 'VariableDeclaration' }>['declarations'][number]['init']
>;

/**
 * Marks the constants of the contract as free of side effects, so that the build removes the schemas that no form uses:
 * creating one takes up to a millisecond on a phone.
 */
export const lazyContract = (): Plugin => ({
  name: 'lazy-contract',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!id.startsWith(CONTRACT) || id === MODULE_WITH_SIDE_EFFECT) return null;
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

/** The initial values of a module's constants that are computed when it is loaded. */
function constantsOf(body: Body): Init[] {
  return body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') return [];
    return declared.declarations.flatMap(({ init }) => (init && COMPUTED.has(init.type) ? [init] : []));
  });
}
