/** A heading and the pieces of text under it: paragraphs, items of lists, rows of tables, as they are written. */
export type Section = { section: string; parts: string[] };

const HEADING = /^#+ (.*)$/;
const RULE = /^\|[-| :]+\|$/;

/**
 * The specification by its headings, in their order; one without text of its own has no parts, and text before the
 * first stands under ''. Rows of a table stand as they are written, its head too; the rule below it says nothing.
 */
export function partsOf(markdown: string): Section[] {
  const sections: [Section, ...Section[]] = [{ section: '', parts: [] }];
  let goesOn = false;
  for (const line of markdown.split('\n').map((one) => one.trim())) {
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) sections.push({ section: heading, parts: [] });
    const { parts } = sections.at(-1) ?? sections[0];
    const isText = heading === undefined && line !== '' && !RULE.test(line);
    // A paragraph may be broken over lines; an item or a row is one line.
    const isPlain = isText && !/^(- |\|)/.test(line);
    if (isPlain && goesOn) parts.push(`${parts.pop()} ${line}`);
    else if (isText) parts.push(line.replace(/^- /, ''));
    goesOn = isPlain;
  }
  return sections.filter(({ section, parts }) => section !== '' || parts.length > 0);
}
