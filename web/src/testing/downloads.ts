import { expect } from 'vitest';

/** The name of the file that the page downloads during `step`; nothing is saved. */
export async function savedBy(step: () => Promise<void>): Promise<string | undefined> {
  const names: string[] = [];
  const remember = (event: Event) => {
    if (!(event.target instanceof HTMLAnchorElement) || event.target.download === '') return;
    event.preventDefault();
    names.push(event.target.download);
  };
  document.addEventListener('click', remember, true);
  try {
    await step();
    await expect.poll(() => names).toHaveLength(1);
  } finally {
    document.removeEventListener('click', remember, true);
  }
  return names[0];
}
