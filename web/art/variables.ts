/**
 * The variables of Mantine's styles, as its provider would write them into every page, as a sheet of their own:
 * `node web/art/variables.ts` after a change of the theme. What it writes is kept in the repository.
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { resolveVariables, theme } from '../src/ui/theme.ts';

export const SHEET = resolve(import.meta.dirname, '../src/app/mantine-variables.css');

/** The sheet's text, a declaration a line. */
export function variablesSheet(): string {
  const page = renderToStaticMarkup(
    createElement(MantineProvider, {
      theme,
      cssVariablesResolver: resolveVariables,
      withGlobalClasses: false,
    }),
  );
  const css = /<style[^>]*>(.*)<\/style>/s.exec(page)?.[1];
  if (css === undefined) throw new Error('the provider writes no variables');
  const lines = css
    .replaceAll(/\s*([{}])\s*/g, '$1')
    .replaceAll(/;\s*/g, ';\n  ')
    .replaceAll('{', ' {\n  ')
    .replaceAll(/\s*\}/g, '\n}\n\n');
  return `/* Written by web/art/variables.ts out of ui/theme.ts. */\n${lines.trimEnd()}\n`;
}

if (process.argv[1] === import.meta.filename) await writeFile(SHEET, variablesSheet());
