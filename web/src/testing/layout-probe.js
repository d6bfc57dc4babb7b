/**
 * Finds layout faults that a user would see in the current page.
 * Rules: page-overflow, dialog-overflow, clipped, broken-word, overlap, placeholder-clipped, target-size (24 CSS px,
 * WCAG 2.5.8).
 */
export function probeLayout() {
  const OVERLAP_TOLERANCE = 2;
  const MIN_TARGET_SIZE = 24;
  const INTERACTIVE_SELECTOR =
    'a[href],button,input,select,textarea,summary,[role=button],[role=tab],[role=checkbox],[role=radio],[role=switch],[role=menuitem],[role=option],[role=combobox]';
  const problems = [];
  const styles = new Map();
  const style = (element) => {
    let computed = styles.get(element);
    if (!computed) {
      computed = getComputedStyle(element);
      styles.set(element, computed);
    }
    return computed;
  };
  const shorten = (text) => text.trim().replace(/\s+/g, ' ').slice(0, 60);
  const nameOf = (element) => {
    const label = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.id;
    const moduleClass = String(element.getAttribute('class') ?? '')
      .split(/\s+/)
      .find((name) => name.startsWith('_'));
    const tagName = element.tagName.toLowerCase();
    return `${tagName}${moduleClass ? `.${moduleClass.replace(/^_|_[\w-]{5,}_?\d*$/g, '')}` : ''}${label ? `[${shorten(label)}]` : ''}`;
  };
  const selectorOf = (element) => {
    const parts = [];
    for (
      let ancestor = element;
      ancestor && ancestor !== document.body && parts.length < 4;
      ancestor = ancestor.parentElement
    )
      parts.unshift(nameOf(ancestor));
    return parts.join(' > ');
  };
  const report = (rule, element, detail) => problems.push({ rule, selector: selectorOf(element), detail });
  const parentOf = (element) => element.parentElement ?? element.getRootNode().host ?? null;

  /** Whether an element is visually hidden, for screen readers only: it is one pixel large or clipped away. */
  const isForScreenReaderOnly = (element) => {
    for (let ancestor = element; ancestor && ancestor !== document.body; ancestor = parentOf(ancestor)) {
      const { position, clip, clipPath } = style(ancestor);
      if (position !== 'absolute' && position !== 'fixed') continue;
      if (
        clip.startsWith('rect(0px, 0px') ||
        clipPath.startsWith('inset(50%') ||
        clipPath.startsWith('inset(100%')
      )
        return true;
      if (ancestor.offsetWidth <= 1 && ancestor.offsetHeight <= 1) return true;
    }
    return false;
  };
  const isVisible = (element) =>
    element.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
      contentVisibilityAuto: true,
    }) && !isForScreenReaderOnly(element);

  /** The part of a rectangle that no ancestor clips; null if all of it is clipped. */
  const visiblePart = (rect, element) => {
    let { left, top, right, bottom } = rect;
    for (let ancestor = element; ancestor && ancestor !== document.body; ancestor = parentOf(ancestor)) {
      const { overflowX, overflowY, position } = style(ancestor);
      if (ancestor instanceof HTMLElement && (overflowX !== 'visible' || overflowY !== 'visible')) {
        const box = ancestor.getBoundingClientRect();
        if (overflowX !== 'visible') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        if (overflowY !== 'visible') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      }
      if (position === 'fixed') break;
    }
    return right - left > 0 && bottom - top > 0 ? { left, top, right, bottom } : null;
  };

  /** The nearest ancestor that floats above the page, else the body. Only boxes of the same layer can overlap. */
  const layerOf = (element) => {
    for (let ancestor = element; ancestor && ancestor !== document.body; ancestor = parentOf(ancestor)) {
      const { position } = style(ancestor);
      if (
        position === 'fixed' ||
        position === 'sticky' ||
        ancestor.matches('[role=dialog],[role=menu],[role=listbox],[role=tooltip],[data-position]')
      )
        return ancestor;
    }
    return document.body;
  };

  // With an open dialog, only the dialog is checked, because it covers the page.
  const topDialog = [...document.querySelectorAll('[aria-modal=true]')].filter(isVisible).at(-1);
  const checkedRoot = topDialog ?? document.body;

  const textNodes = () => {
    const walker = document.createTreeWalker(checkedRoot, NodeFilter.SHOW_TEXT, {
      acceptNode: (node) =>
        node.data.trim() !== '' && !node.parentElement?.closest('script,style,noscript,template,option')
          ? NodeFilter.FILTER_ACCEPT
          : NodeFilter.FILTER_REJECT,
    });
    const visibleNodes = [];
    while (walker.nextNode()) {
      if (isVisible(walker.currentNode.parentElement)) visibleNodes.push(walker.currentNode);
    }
    return visibleNodes;
  };
  const rectsOf = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter((rect) => rect.width > 0 && rect.height > 0);
  };

  /** An ellipsis is no fault if a `title` attribute at the element or around it gives the whole text. */
  const hasReadableEllipsis = (clipper, element) => {
    const { textOverflow, webkitLineClamp } = style(clipper);
    if (textOverflow !== 'ellipsis' && webkitLineClamp === 'none') return false;
    return element.closest('[title]:not([title=""])') !== null || clipper.querySelector('[title]') !== null;
  };

  const checkPageOverflow = () => {
    const availableWidth = document.documentElement.clientWidth;
    const contentWidth = document.documentElement.scrollWidth;
    if (contentWidth <= availableWidth + 1) return;
    const widestElement = [...document.body.querySelectorAll('*')].find((element) => {
      const rect = element.getBoundingClientRect();
      const visibleRect =
        rect.width > 0 && isVisible(element) ? visiblePart(rect, element.parentElement) : null;
      return visibleRect !== null && visibleRect.right > availableWidth + 1;
    });
    report('page-overflow', widestElement ?? document.body, `${contentWidth} px wide in ${availableWidth}`);
  };

  /** A dialog scrolls only vertically, so content that is wider than the dialog is unreachable. */
  const checkDialogOverflow = () => {
    if (topDialog === undefined) return;
    for (const box of [topDialog, ...topDialog.querySelectorAll('[role=dialog]')]) {
      const [availableWidth, contentWidth] = [box.clientWidth, box.scrollWidth];
      if (availableWidth > 0 && contentWidth > availableWidth + 1)
        report('dialog-overflow', box, `${contentWidth} px wide in ${availableWidth}`);
    }
  };

  const checkClipped = (node) => {
    const element = node.parentElement;
    // A decorative picture may exceed its frame.
    if (element.closest('svg')?.closest('[aria-hidden=true]')) return;
    const rects = rectsOf(node);
    if (rects.length === 0) return;
    const box = {
      left: Math.min(...rects.map((rect) => rect.left)),
      right: Math.max(...rects.map((rect) => rect.right)),
      // Glyphs do not reach the top and bottom 15 % of the line box.
      top: Math.min(...rects.map((rect) => rect.top + rect.height * 0.15)),
      bottom: Math.max(...rects.map((rect) => rect.bottom - rect.height * 0.15)),
    };
    let [scrollsX, scrollsY] = [false, false];
    for (let ancestor = element; ancestor && ancestor !== document.body; ancestor = parentOf(ancestor)) {
      if (!(ancestor instanceof HTMLElement)) continue;
      const { overflowX, overflowY, position } = style(ancestor);
      const ancestorBox = ancestor.getBoundingClientRect();
      scrollsX ||= overflowX === 'auto' || overflowX === 'scroll';
      scrollsY ||= overflowY === 'auto' || overflowY === 'scroll';
      const isCutX = !scrollsX && /hidden|clip/.test(overflowX);
      const isCutY = !scrollsY && /hidden|clip/.test(overflowY);
      const hiddenLength = Math.max(
        isCutX ? Math.max(ancestorBox.left - box.left, box.right - ancestorBox.right) : 0,
        isCutY ? Math.max(ancestorBox.top - box.top, box.bottom - ancestorBox.bottom) : 0,
      );
      if (hiddenLength > 1) {
        if (!hasReadableEllipsis(ancestor, element))
          report('clipped', element, `"${shorten(node.data)}" by ${Math.round(hiddenLength)} px`);
        return;
      }
      if (position === 'fixed') return;
    }
  };

  /** A button's single word must not be broken across lines. */
  const checkBrokenWord = (node) => {
    const word = node.data.trim();
    const control = node.parentElement.closest('button,[role=button],[role=tab],.mantine-Button-root');
    if (control === null || /[\s@./_-]/.test(word) || word.length > 20) return;
    const rects = rectsOf(node);
    if (rects.some(({ top }) => top > rects[0].top + rects[0].height / 2))
      report('broken-word', node.parentElement, `"${word}"`);
  };

  const measuringContext = document.createElement('canvas').getContext('2d');
  const checkField = (field) => {
    const readOnlyValue = field.readOnly && field.type !== 'hidden' ? field.value : '';
    const text = field.value === '' ? (field.placeholder ?? '') : readOnlyValue;
    if (!text || field.tagName === 'TEXTAREA' || !isVisible(field)) return;
    const { font, paddingLeft, paddingRight } = style(field);
    measuringContext.font = font;
    const availableWidth =
      field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const contentWidth = measuringContext.measureText(text).width;
    if (contentWidth > availableWidth + 2)
      report(
        'placeholder-clipped',
        field,
        `"${shorten(text)}" needs ${Math.round(contentWidth)} px of ${Math.round(availableWidth)}`,
      );
  };

  /** Size of the area that can be pressed: the element, its absolutely positioned pseudo-elements and its labels. */
  const pressableSize = (element) => {
    const rect = element.getBoundingClientRect();
    let [width, height] = [rect.width, rect.height];
    for (const pseudo of ['::before', '::after']) {
      const pseudoStyle = getComputedStyle(element, pseudo);
      if (pseudoStyle.content === 'none' || pseudoStyle.position !== 'absolute') continue;
      width = Math.max(width, Number.parseFloat(pseudoStyle.width) || 0);
      height = Math.max(height, Number.parseFloat(pseudoStyle.height) || 0);
    }
    for (const label of element.labels ?? []) {
      const box = label.getBoundingClientRect();
      width = Math.max(width, box.width);
      height = Math.max(height, box.height);
    }
    return { width, height };
  };
  const checkTarget = (element) => {
    if (element.disabled || !isVisible(element) || /^(file|hidden)$/.test(element.type)) return;
    if (element.closest('[inert],[aria-hidden=true]') || element.getBoundingClientRect().width === 0) return;
    const isInline =
      style(element).display === 'inline' && element.parentElement?.textContent !== element.textContent;
    if (isInline) return;
    const { width, height } = pressableSize(element);
    if (width < MIN_TARGET_SIZE - 0.5 || height < MIN_TARGET_SIZE - 0.5)
      report('target-size', element, `${Math.round(width)} × ${Math.round(height)} px`);
  };

  const boxesOf = (element, rects, name) =>
    rects.flatMap((rect) => {
      const visibleRect = visiblePart(rect, element);
      return visibleRect ? [{ ...visibleRect, element, name, layer: layerOf(element) }] : [];
    });
  const contentBox = (element) => {
    const rect = element.getBoundingClientRect();
    if (!/^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName)) return rect;
    const { paddingLeft, paddingRight } = style(element);
    return {
      left: rect.left + Number.parseFloat(paddingLeft),
      right: rect.right - Number.parseFloat(paddingRight),
      top: rect.top,
      bottom: rect.bottom,
    };
  };
  const coreOfLine = (rect) => ({
    left: rect.left,
    right: rect.right,
    top: rect.top + rect.height * 0.2,
    bottom: rect.bottom - rect.height * 0.2,
  });
  const isInlineControl = (element) => element.matches('a,button') && style(element).display === 'inline';

  const checkOverlaps = (nodes) => {
    const controls = [...checkedRoot.querySelectorAll(INTERACTIVE_SELECTOR)].filter(
      (element) => isVisible(element) && !/^(file|hidden)$/.test(element.type) && !isInlineControl(element),
    );
    const boxes = [
      ...nodes.flatMap((node) =>
        boxesOf(node.parentElement, rectsOf(node).map(coreOfLine), `"${shorten(node.data)}"`),
      ),
      ...controls.flatMap((element) => boxesOf(element, [contentBox(element)], nameOf(element))),
    ].sort((a, b) => a.top - b.top);
    const seen = new Set();
    boxes.forEach((box, index) => {
      for (let nextIndex = index + 1; nextIndex < boxes.length; nextIndex += 1) {
        const otherBox = boxes[nextIndex];
        if (otherBox.top > box.bottom - OVERLAP_TOLERANCE) break;
        if (
          box.layer !== otherBox.layer ||
          box.element.contains(otherBox.element) ||
          otherBox.element.contains(box.element)
        )
          continue;
        const overlapWidth = Math.min(box.right, otherBox.right) - Math.max(box.left, otherBox.left);
        const overlapHeight = Math.min(box.bottom, otherBox.bottom) - otherBox.top;
        if (overlapWidth <= OVERLAP_TOLERANCE || overlapHeight <= OVERLAP_TOLERANCE) continue;
        const key = `${box.name}|${otherBox.name}`;
        if (seen.has(key)) continue;
        seen.add(key);
        report(
          'overlap',
          box.element,
          `${box.name} and ${otherBox.name}: ${Math.round(overlapWidth)} × ${Math.round(overlapHeight)} px`,
        );
      }
    });
  };

  checkPageOverflow();
  checkDialogOverflow();
  const nodes = textNodes();
  for (const node of nodes) checkClipped(node);
  for (const node of nodes) checkBrokenWord(node);
  for (const field of checkedRoot.querySelectorAll('input,textarea')) checkField(field);
  for (const element of checkedRoot.querySelectorAll(INTERACTIVE_SELECTOR)) checkTarget(element);
  checkOverlaps(nodes);
  return problems;
}
