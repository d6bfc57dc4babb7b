import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const CONTRACT_FOLDER = join(import.meta.dirname, '../../gateway/contract/');
/** The only module of the contract with a side effect. */
const MODULE_WITH_SIDE_EFFECT = join(CONTRACT_FOLDER, 'no-eval.ts');

type Body = ReturnType<Rolldown.PluginContext['parse']>['body'];
type InitialValue = NonNullable<
  Extract<Body[number], { type: 'VariableDeclaration' }>['declarations'][number]['init']
>;

/**
 * Marks the constants of the contract as free of side effects, so that the build removes the schemas that no form uses.
 * On a phone, the creation of a schema takes up to a millisecond.
 */
export const treeShakableContract = (): Plugin => ({
  name: 'lazy-contract',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!id.startsWith(CONTRACT_FOLDER) || id === MODULE_WITH_SIDE_EFFECT) return null;
    const markedCode = constantsOf(this.parse(code).body).reduceRight(
      (text, { start, end }) =>
        `${text.slice(0, start)}/*#__PURE__*/(()=>(${text.slice(start, end)}))()${text.slice(end)}`,
      code,
    );
    return { code: markedCode, map: null, moduleSideEffects: false };
  },
});

const COMPUTED_TYPES: ReadonlySet<InitialValue['type']> = new Set([
  'CallExpression',
  'ObjectExpression',
  'ArrayExpression',
]);

/** The initial values of a module's constants that are computed when it is loaded. */
function constantsOf(body: Body): InitialValue[] {
  return body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') return [];
    return declaration.declarations.flatMap(({ init }) =>
      init && COMPUTED_TYPES.has(init.type) ? [init] : [],
    );
  });
}
