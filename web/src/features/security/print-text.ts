/** Prints only the given text, not the page. */
export function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0';
  document.body.append(frame);
  const shown = frame.contentWindow;
  if (shown === null) return;
  shown.document.body.style.cssText = 'white-space:pre;font:14pt/1.8 monospace';
  shown.document.body.textContent = text;
  shown.addEventListener('afterprint', () => frame.remove());
  shown.print();
}
