import { afterEach, describe, expect, it } from 'vitest';
import template from '../../index.html?raw';

const frames: HTMLIFrameElement[] = [];
afterEach(() => {
  for (const frame of frames.splice(0)) frame.remove();
});

/** Loads the document without its scripts and style sheets. */
async function openDocument(html = template, { scripts = true } = {}): Promise<Document> {
  const frame = document.createElement('iframe');
  if (!scripts) frame.sandbox.add('allow-same-origin');
  frames.push(frame);
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  frame.srcdoc = html.replaceAll(/<script[^>]*><\/script>|<link [^>]*>/g, '');
  document.body.append(frame);
  await loaded;
  const shown = frame.contentDocument;
  if (shown === null) throw new Error('the frame has no document');
  return shown;
}

const find = (shown: Document, selector: string): HTMLElement => {
  const found = shown.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
};
/** Sets the document's animations to this time after their start. */
function at(shown: Document, ms: number): void {
  for (const animation of shown.getAnimations()) {
    animation.pause();
    animation.currentTime = ms;
  }
}
const isShown = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true });
const spinnerOf = (shown: Document) => find(shown, '[role=status][aria-label="Carregando"]');
const retryOf = (shown: Document) => find(shown, '.g2-waiting a');

describe('a page with no script loaded', () => {
  it('a page without scripts shows that it is loading, and offers a retry after ten seconds', async () => {
    const shown = await openDocument();
    at(shown, 400);
    expect([isShown(spinnerOf(shown)), isShown(retryOf(shown))]).toEqual([true, false]);
    at(shown, 9_999);
    expect(isShown(retryOf(shown))).toBe(false);
    at(shown, 10_001);
    expect(isShown(retryOf(shown))).toBe(true);
    expect(retryOf(shown).textContent).toBe('Tentar novamente');
    // An empty `href` reloads the page without a script.
    expect(retryOf(shown).getAttribute('href')).toBe('');
  });

  it('shows the spinner and the retry link again when the application is removed from the root', async () => {
    const shown = await openDocument();
    const root = find(shown, '#root');
    root.append(shown.createElement('p'));
    at(shown, 10_001);
    expect([isShown(spinnerOf(shown)), isShown(retryOf(shown))]).toEqual([false, false]);
    root.replaceChildren();
    at(shown, 10_001);
    expect([isShown(spinnerOf(shown)), isShown(retryOf(shown))]).toEqual([true, true]);
  });

  it('shows prerendered content without a spinner or a retry link', async () => {
    const shown = await openDocument(template.replace('<div id="root">', '<div id="root"><h1>Termos</h1>'));
    at(shown, 10_001);
    expect(isShown(find(shown, 'h1'))).toBe(true);
    expect([isShown(spinnerOf(shown)), isShown(retryOf(shown))]).toEqual([false, false]);
  });

  it('shows no spinner where scripts are disabled', async () => {
    const shown = await openDocument(template, { scripts: false });
    at(shown, 10_001);
    expect(isShown(find(shown, 'noscript h1'))).toBe(true);
    expect([isShown(spinnerOf(shown)), isShown(retryOf(shown))]).toEqual([false, false]);
  });

  it('has the retry link before any script, so that a script that never loads does not delay it', () => {
    const [before = ''] = template.split('<script');
    expect(before).toContain('Tentar novamente');
    expect(before).toContain('</style>');
  });
});
