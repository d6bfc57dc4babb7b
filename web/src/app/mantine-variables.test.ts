import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { resolveVariables, theme } from '../ui/theme.ts';

/** The CSS variables that Mantine's provider would inject into every page, one declaration per line. */
function variablesSheet(): string {
  const provider = { theme, cssVariablesResolver: resolveVariables, withGlobalClasses: false };
  const page = renderToStaticMarkup(createElement(MantineProvider, provider));
  const css = /<style[^>]*>(.*)<\/style>/s.exec(page)?.[1];
  if (css === undefined) throw new Error('the provider writes no variables');
  const lines = css
    .replaceAll(/\s*([{}])\s*/g, '$1')
    .replaceAll(/;\s*/g, ';\n  ')
    .replaceAll('{', ' {\n  ')
    .replaceAll(/\s*\}/g, '\n}\n\n');
  return `/* Generated from ui/theme.ts by mantine-variables.test.ts (\`vitest -u\`). */\n${lines.trimEnd()}\n`;
}

it('mantine-variables.css has the variables of the current theme', async () => {
  await expect(variablesSheet()).toMatchFileSnapshot('./mantine-variables.css');
});
