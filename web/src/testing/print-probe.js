/**
 * Finds faults of the current page in print: content that paper cannot show, and colours that waste ink.
 * Rules: printed-control, pinned, scrolled, folded, light-ink, dark-ground.
 */
export function probePrint() {
  const problems = [];
  const nameOf = (element) =>
    `${element.tagName.toLowerCase()}.${String(element.getAttribute('class') ?? '').split(/\s+/)[0]}`;
  const report = (rule, element, detail) => problems.push({ rule, selector: nameOf(element), detail });
  const isVisible = (element) =>
    element.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
      contentVisibilityAuto: true,
    }) && element.getBoundingClientRect().width > 1;
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  /** Lightness of a colour, from 0 (black) to 1 (white); null if it is mostly transparent. */
  const lightness = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return alpha < 128 ? null : (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
  };
  const shorten = (text) => text.trim().replace(/\s+/g, ' ').slice(0, 40);
  const hasDirectText = (element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  const isPicture = (element) => element.closest('svg,[role=img],[aria-hidden=true],figure') !== null;

  for (const element of document.body.querySelectorAll('*')) {
    if (element.matches('details') && !element.open) {
      const content = [...element.children].find((child) => !child.matches('summary'));
      if (content && !content.checkVisibility({ contentVisibilityAuto: true }))
        report('folded', element, shorten(element.textContent));
    }
    if (!isVisible(element) || isPicture(element)) continue;
    const { position, overflowX, overflowY, color, backgroundColor, printColorAdjust } =
      getComputedStyle(element);
    if (element.matches('.mantine-Button-root,.mantine-ActionIcon-root,[role=banner] *'))
      report('printed-control', element, shorten(element.textContent));
    if (position === 'fixed' || position === 'sticky') report('pinned', element, position);
    const scrolls = /auto|scroll/;
    if (
      (scrolls.test(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (scrolls.test(overflowY) && element.scrollHeight > element.clientHeight + 1)
    )
      report('scrolled', element, `${element.scrollWidth} × ${element.scrollHeight}`);
    if (printColorAdjust !== 'exact' && hasDirectText(element) && (lightness(color) ?? 0) > 0.7)
      report('light-ink', element, shorten(element.textContent));
    if (element.clientHeight > 60 && element.clientWidth > 200 && (lightness(backgroundColor) ?? 1) < 0.5)
      report('dark-ground', element, backgroundColor);
  }
  return problems;
}
