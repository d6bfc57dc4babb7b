const TEXT = /\s|\p{Lu}|[^\0-\x7f]/u;
const isConstant = (path) => path.getFunctionParent() === null && !path.findParent((one) => one.isClass());
const isErrorText = (path) =>
  path.parentPath?.isNewExpression() && /^(Range|Type)?Error$/.test(path.parent.callee.name);

/** The reason to exclude a mutant from the score, or undefined. */
function shouldIgnore(path) {
  if (path.isStringLiteral() && isConstant(path) && TEXT.test(path.node.value))
    return 'A name or sentence in a table: a test of it would be a copy of the table.';
  if ((path.isStringLiteral() || path.isTemplateLiteral()) && isErrorText(path))
    return 'The text of an internal error, for the log.';
  if (path.isRegExpLiteral() && path.node.pattern.includes('\\v'))
    return 'Stryker 10.1 writes an invalid escape for it, and no file that imports it loads.';
  return undefined;
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: { shouldIgnore } }];
