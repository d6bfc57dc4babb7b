import type { Locator, Page } from 'playwright-core';

/** Drops a local file on an element, as from the file manager. */
export async function dropFile(page: Page, onto: Locator, path: string): Promise<void> {
  const box = await onto.boundingBox();
  if (box === null) throw new Error('there is nothing to drop a file on');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  const cdp = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, ...at, data });
  await cdp.detach();
}
