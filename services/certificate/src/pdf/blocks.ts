import type { DocumentWriter } from '@g2/paper/sheet';
import type { Type } from '@g2/paper/text-styles';

/** A part of the front page with a known height, drawn at the cursor. */
export type Block = { height: number; draw: () => void };

/** The first text style in which the text fits into `lines` lines; the last style when none fits. */
export function fittingType(
  sheet: DocumentWriter,
  text: string,
  width: number,
  lines: number,
  types: readonly Type[],
): Type {
  const found = types.find((type) => sheet.lineCount(text, type, width) <= lines) ?? types.at(-1);
  if (!found) throw new Error('no type to choose from');
  return found;
}

const WIDEST_GAP = 24;

/** Draws blocks vertically and distributes the free space. */
export function drawStacked(sheet: DocumentWriter, blocks: readonly Block[], room: number): void {
  const top = sheet.y;
  const used = blocks.reduce((sum, { height }) => sum + height, 0);
  const gap = Math.min(WIDEST_GAP, Math.max(0, room - used) / (blocks.length + 1));
  const rest = room - used - gap * (blocks.length + 1);
  let y = top + gap + Math.max(0, rest) / 2;
  for (const { height, draw } of blocks) {
    sheet.y = y;
    draw();
    y += height + gap;
  }
  sheet.y = top + room;
}
