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
  const loadedDocument = frame.contentDocument;
  if (loadedDocument === null) throw new Error('the frame has no document');
  return loadedDocument;
}

const find = (loadedDocument: Document, selector: string): HTMLElement => {
  const found = loadedDocument.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
};
/** Sets the document's animations to this time after their start. */
function setAnimationTime(loadedDocument: Document, ms: number): void {
  for (const animation of loadedDocument.getAnimations()) {
    animation.pause();
    animation.currentTime = ms;
  }
}
const isShown = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true });
const spinnerOf = (loadedDocument: Document) =>
  find(loadedDocument, '[role=status][aria-label="Carregando"]');
const retryOf = (loadedDocument: Document) => find(loadedDocument, '.g2-waiting a');

describe('a page with no script loaded', () => {
  it('shows a spinner, and a retry link after ten seconds', async () => {
    const loadedDocument = await openDocument();
    setAnimationTime(loadedDocument, 400);
    expect([isShown(spinnerOf(loadedDocument)), isShown(retryOf(loadedDocument))]).toEqual([true, false]);
    setAnimationTime(loadedDocument, 9_999);
    expect(isShown(retryOf(loadedDocument))).toBe(false);
    setAnimationTime(loadedDocument, 10_001);
    expect(isShown(retryOf(loadedDocument))).toBe(true);
    expect(retryOf(loadedDocument).textContent).toBe('Tentar novamente');
    // An empty `href` reloads the page without a script.
    expect(retryOf(loadedDocument).getAttribute('href')).toBe('');
  });

  it('shows the spinner and the retry link again when the application is removed from the root', async () => {
    const loadedDocument = await openDocument();
    const root = find(loadedDocument, '#root');
    root.append(loadedDocument.createElement('p'));
    setAnimationTime(loadedDocument, 10_001);
    expect([isShown(spinnerOf(loadedDocument)), isShown(retryOf(loadedDocument))]).toEqual([false, false]);
    root.replaceChildren();
    setAnimationTime(loadedDocument, 10_001);
    expect([isShown(spinnerOf(loadedDocument)), isShown(retryOf(loadedDocument))]).toEqual([true, true]);
  });

  it('shows prerendered content without a spinner or a retry link', async () => {
    const html = template.replace('<div id="root">', '<div id="root"><h1>Termos</h1>');
    const loadedDocument = await openDocument(html);
    setAnimationTime(loadedDocument, 10_001);
    expect(isShown(find(loadedDocument, 'h1'))).toBe(true);
    expect([isShown(spinnerOf(loadedDocument)), isShown(retryOf(loadedDocument))]).toEqual([false, false]);
  });

  it('shows no spinner where scripts are disabled', async () => {
    const loadedDocument = await openDocument(template, { scripts: false });
    setAnimationTime(loadedDocument, 10_001);
    expect(isShown(find(loadedDocument, 'noscript h1'))).toBe(true);
    expect([isShown(spinnerOf(loadedDocument)), isShown(retryOf(loadedDocument))]).toEqual([false, false]);
  });

  it('has the retry link before any script, so that a script that does not load cannot delay it', () => {
    const [before = ''] = template.split('<script');
    expect(before).toContain('Tentar novamente');
    expect(before).toContain('</style>');
  });
});
