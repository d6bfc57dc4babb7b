import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { Route } from '../../gateway/contract/routes/route.ts';

const CONTRACT = join(import.meta.dirname, '../../gateway/contract/');
const TABLE = join(CONTRACT, 'routes/');
/** All that acts by itself; what else the contract says can be left out where nobody uses it. */
const ACTS = join(CONTRACT, 'no-eval.ts');
/** What an entry of the table says to those who serve and document it: whoever makes the call believes the answer. */
const NOT_ASKED: ReadonlySet<string> = new Set([
  ...(['tag', 'summary', 'roles', 'scope', 'limit', 'page'] satisfies (keyof Route)[]),
  ...(['params', 'query', 'headers', 'body', 'bodies', 'idempotent'] satisfies (keyof Route)[]),
  ...(['status', 'answer', 'file', 'redirects', 'refusals', 'absent'] satisfies (keyof Route)[]),
]);

type Body = ReturnType<Rolldown.PluginContext['parse']>['body'];
type Init = NonNullable<
  Extract<Body[number], { type: 'VariableDeclaration' }>['declarations'][number]['init']
>;
type Literal = Extract<Init, { type: 'ObjectExpression' }>;
/** What stands from `start` to `end` of a module, in characters, is to be this. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Leaves out of the contract what the application does not run. Making a schema costs a phone up to a millisecond, and the
 * calls of a page name dozens that nobody looks at: an entry of the table keeps its method and its path, and a schema that
 * no form uses goes with all that is not used.
 */
export const leanContract = (): Plugin => ({
  name: 'lean-contract',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!id.startsWith(CONTRACT) || id === ACTS) return null;
    const values = valuesOf(this.parse(code).body);
    const changes = values.flatMap((value) =>
      id.startsWith(TABLE) && value.type === 'ObjectExpression' ? withoutUnasked(value) : unlessUsed(value),
    );
    return { code: withChanges(code, changes), map: null, moduleSideEffects: false };
  },
});

/** What a module's constants are. */
function valuesOf(body: Body): Init[] {
  return body.flatMap((statement) => {
    const said = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return said?.type === 'VariableDeclaration' ? said.declarations.flatMap(({ init }) => init ?? []) : [];
  });
}

/** A literal of the table, and the literals in it, without what is not asked. */
function withoutUnasked({ properties }: Literal): Change[] {
  return properties.flatMap((one, index) => {
    if (one.type !== 'Property' || one.key.type !== 'Identifier') return [];
    if (!NOT_ASKED.has(one.key.name))
      return one.value.type === 'ObjectExpression' ? withoutUnasked(one.value) : [];
    const end = properties[index + 1]?.start ?? one.end;
    return [{ start: one.start, end, text: '' }];
  });
}

/** Said to be made only where it is used. */
function unlessUsed({ type, start, end }: Init): Change[] {
  return MADE.has(type)
    ? [
        { start, end: start, text: '/*#__PURE__*/(()=>(' },
        { start: end, end, text: '))()' },
      ]
    : [];
}

const MADE: ReadonlySet<Init['type']> = new Set(['CallExpression', 'ObjectExpression', 'ArrayExpression']);

const withChanges = (code: string, changes: Change[]): string =>
  changes.reduceRight(
    (text, { start, end, text: now }) => text.slice(0, start) + now + text.slice(end),
    code,
  );
