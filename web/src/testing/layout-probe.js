/**
 * What a person would see as broken layout in the page as it stands.
 * Rules: page-overflow, dialog-overflow, clipped, broken-word, overlap, target-size (24 CSS px, WCAG 2.5.8), placeholder-clipped.
 */
export function probeLayout() {
  const TOLERANCE = 2;
  const TARGET = 24;
  const INTERACTIVE =
    'a[href],button,input,select,textarea,summary,[role=button],[role=tab],[role=checkbox],[role=radio],[role=switch],[role=menuitem],[role=option],[role=combobox]';
  const problems = [];
  const styles = new Map();
  const style = (element) => {
    let known = styles.get(element);
    if (!known) {
      known = getComputedStyle(element);
      styles.set(element, known);
    }
    return known;
  };
  const shorten = (text) => text.trim().replace(/\s+/g, ' ').slice(0, 60);
  const nameOf = (element) => {
    const label = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.id;
    const local = String(element.getAttribute('class') ?? '')
      .split(/\s+/)
      .find((name) => name.startsWith('_'));
    const own = element.tagName.toLowerCase();
    return `${own}${local ? `.${local.replace(/^_|_[\w-]{5,}_?\d*$/g, '')}` : ''}${label ? `[${shorten(label)}]` : ''}`;
  };
  const selectorOf = (element) => {
    const parts = [];
    for (let at = element; at && at !== document.body && parts.length < 4; at = at.parentElement)
      parts.unshift(nameOf(at));
    return parts.join(' > ');
  };
  const report = (rule, element, detail) => problems.push({ rule, selector: selectorOf(element), detail });
  const parentOf = (element) => element.parentElement ?? element.getRootNode().host ?? null;

  /** Meant for screen readers alone: a box of a pixel, or cut away. */
  const isForEarsOnly = (element) => {
    for (let at = element; at && at !== document.body; at = parentOf(at)) {
      const { position, clip, clipPath } = style(at);
      if (position !== 'absolute' && position !== 'fixed') continue;
      if (
        clip.startsWith('rect(0px, 0px') ||
        clipPath.startsWith('inset(50%') ||
        clipPath.startsWith('inset(100%')
      )
        return true;
      if (at.offsetWidth <= 1 && at.offsetHeight <= 1) return true;
    }
    return false;
  };
  const isSeen = (element) =>
    element.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
      contentVisibilityAuto: true,
    }) && !isForEarsOnly(element);

  /** The part of a rectangle that its clipping ancestors let through; null when nothing. */
  const visiblePart = (rect, element) => {
    let { left, top, right, bottom } = rect;
    for (let at = element; at && at !== document.body; at = parentOf(at)) {
      const { overflowX, overflowY, position } = style(at);
      if (at instanceof HTMLElement && (overflowX !== 'visible' || overflowY !== 'visible')) {
        const box = at.getBoundingClientRect();
        if (overflowX !== 'visible') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        if (overflowY !== 'visible') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      }
      if (position === 'fixed') break;
    }
    return right - left > 0 && bottom - top > 0 ? { left, top, right, bottom } : null;
  };

  /** What floats above the rest is its own layer: only things of one layer can collide. */
  const layerOf = (element) => {
    for (let at = element; at && at !== document.body; at = parentOf(at)) {
      const { position } = style(at);
      if (
        position === 'fixed' ||
        position === 'sticky' ||
        at.matches('[role=dialog],[role=menu],[role=listbox],[role=tooltip],[data-position]')
      )
        return at;
    }
    return document.body;
  };

  // What lies under an open dialog is looked at on its own screen.
  const modal = [...document.querySelectorAll('[aria-modal=true]')].filter(isSeen).at(-1);
  const scope = modal ?? document.body;

  const textNodes = () => {
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT, {
      acceptNode: (node) =>
        node.data.trim() !== '' && !node.parentElement?.closest('script,style,noscript,template,option')
          ? NodeFilter.FILTER_ACCEPT
          : NodeFilter.FILTER_REJECT,
    });
    const found = [];
    while (walker.nextNode()) if (isSeen(walker.currentNode.parentElement)) found.push(walker.currentNode);
    return found;
  };
  const rectsOf = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter((rect) => rect.width > 0 && rect.height > 0);
  };

  /** An ellipsis is fine where the whole text can be had: a title on it or around it. */
  const isDeliberate = (clipper, element) => {
    const { textOverflow, webkitLineClamp } = style(clipper);
    if (textOverflow !== 'ellipsis' && webkitLineClamp === 'none') return false;
    return element.closest('[title]:not([title=""])') !== null || clipper.querySelector('[title]') !== null;
  };

  const checkPageOverflow = () => {
    const room = document.documentElement.clientWidth;
    const wide = document.documentElement.scrollWidth;
    if (wide <= room + 1) return;
    const culprit = [...document.body.querySelectorAll('*')].find((element) => {
      const rect = element.getBoundingClientRect();
      const part = rect.width > 0 && isSeen(element) ? visiblePart(rect, element.parentElement) : null;
      return part !== null && part.right > room + 1;
    });
    report('page-overflow', culprit ?? document.body, `${wide} px wide in ${room}`);
  };

  /** A dialog scrolls down, if at all: what sticks out of it to the side is lost. */
  const checkDialogOverflow = () => {
    if (modal === undefined) return;
    for (const box of [modal, ...modal.querySelectorAll('[role=dialog]')]) {
      const [room, wide] = [box.clientWidth, box.scrollWidth];
      if (room > 0 && wide > room + 1) report('dialog-overflow', box, `${wide} px wide in ${room}`);
    }
  };

  const checkClipped = (node) => {
    const element = node.parentElement;
    // A picture that decorates may run out of its frame.
    if (element.closest('svg')?.closest('[aria-hidden=true]')) return;
    const rects = rectsOf(node);
    if (rects.length === 0) return;
    const box = {
      left: Math.min(...rects.map((rect) => rect.left)),
      right: Math.max(...rects.map((rect) => rect.right)),
      // Glyphs keep inside the inner part of a line's box, whatever its line height.
      top: Math.min(...rects.map((rect) => rect.top + rect.height * 0.15)),
      bottom: Math.max(...rects.map((rect) => rect.bottom - rect.height * 0.15)),
    };
    let [scrollsX, scrollsY] = [false, false];
    for (let at = element; at && at !== document.body; at = parentOf(at)) {
      if (!(at instanceof HTMLElement)) continue;
      const { overflowX, overflowY, position } = style(at);
      const edge = at.getBoundingClientRect();
      scrollsX ||= overflowX === 'auto' || overflowX === 'scroll';
      scrollsY ||= overflowY === 'auto' || overflowY === 'scroll';
      const cutX = !scrollsX && /hidden|clip/.test(overflowX);
      const cutY = !scrollsY && /hidden|clip/.test(overflowY);
      const lost = Math.max(
        cutX ? Math.max(edge.left - box.left, box.right - edge.right) : 0,
        cutY ? Math.max(edge.top - box.top, box.bottom - edge.bottom) : 0,
      );
      if (lost > 1) {
        if (!isDeliberate(at, element))
          report('clipped', element, `"${shorten(node.data)}" by ${Math.round(lost)} px`);
        return;
      }
      if (position === 'fixed') return;
    }
  };

  /** The one word of a button stands in one line. */
  const checkBrokenWord = (node) => {
    const word = node.data.trim();
    const control = node.parentElement.closest('button,[role=button],[role=tab],.mantine-Button-root');
    if (control === null || /[\s@./_-]/.test(word) || word.length > 20) return;
    const rects = rectsOf(node);
    if (rects.some(({ top }) => top > rects[0].top + rects[0].height / 2))
      report('broken-word', node.parentElement, `"${word}"`);
  };

  const measure = document.createElement('canvas').getContext('2d');
  const checkField = (field) => {
    const readOnlyValue = field.readOnly && field.type !== 'hidden' ? field.value : '';
    const text = field.value === '' ? (field.placeholder ?? '') : readOnlyValue;
    if (!text || field.tagName === 'TEXTAREA' || !isSeen(field)) return;
    const { font, paddingLeft, paddingRight } = style(field);
    measure.font = font;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const wide = measure.measureText(text).width;
    if (wide > room + 2)
      report(
        'placeholder-clipped',
        field,
        `"${shorten(text)}" needs ${Math.round(wide)} px of ${Math.round(room)}`,
      );
  };

  /** Where a press counts: the box itself, what an absolutely placed pseudo-element adds, and its label. */
  const pressArea = (element) => {
    const rect = element.getBoundingClientRect();
    let [width, height] = [rect.width, rect.height];
    for (const pseudo of ['::before', '::after']) {
      const drawn = getComputedStyle(element, pseudo);
      if (drawn.content === 'none' || drawn.position !== 'absolute') continue;
      width = Math.max(width, Number.parseFloat(drawn.width) || 0);
      height = Math.max(height, Number.parseFloat(drawn.height) || 0);
    }
    for (const label of element.labels ?? []) {
      const box = label.getBoundingClientRect();
      width = Math.max(width, box.width);
      height = Math.max(height, box.height);
    }
    return { width, height };
  };
  const checkTarget = (element) => {
    if (element.disabled || !isSeen(element) || element.type === 'file' || element.type === 'hidden') return;
    if (element.closest('[inert],[aria-hidden=true]') || element.getBoundingClientRect().width === 0) return;
    const isInline =
      style(element).display === 'inline' && element.parentElement?.textContent !== element.textContent;
    if (isInline) return;
    const { width, height } = pressArea(element);
    if (width < TARGET - 0.5 || height < TARGET - 0.5)
      report('target-size', element, `${Math.round(width)} × ${Math.round(height)} px`);
  };

  const boxesOf = (element, rects, what) =>
    rects.flatMap((rect) => {
      const part = visiblePart(rect, element);
      return part ? [{ ...part, element, what, layer: layerOf(element) }] : [];
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
  const inner = (rect) => ({
    left: rect.left,
    right: rect.right,
    top: rect.top + rect.height * 0.2,
    bottom: rect.bottom - rect.height * 0.2,
  });
  const isLineBroken = (element) => element.matches('a,button') && style(element).display === 'inline';

  const checkOverlaps = (nodes) => {
    const controls = [...scope.querySelectorAll(INTERACTIVE)].filter(
      (element) =>
        isSeen(element) && element.type !== 'hidden' && element.type !== 'file' && !isLineBroken(element),
    );
    const boxes = [
      ...nodes.flatMap((node) =>
        boxesOf(node.parentElement, rectsOf(node).map(inner), `"${shorten(node.data)}"`),
      ),
      ...controls.flatMap((element) => boxesOf(element, [contentBox(element)], nameOf(element))),
    ].sort((a, b) => a.top - b.top);
    const seen = new Set();
    boxes.forEach((one, index) => {
      for (let next = index + 1; next < boxes.length; next += 1) {
        const other = boxes[next];
        if (other.top > one.bottom - TOLERANCE) break;
        if (
          one.layer !== other.layer ||
          one.element.contains(other.element) ||
          other.element.contains(one.element)
        )
          continue;
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - other.top;
        if (across <= TOLERANCE || down <= TOLERANCE) continue;
        const key = `${one.what}|${other.what}`;
        if (seen.has(key)) continue;
        seen.add(key);
        report(
          'overlap',
          one.element,
          `${one.what} and ${other.what}: ${Math.round(across)} × ${Math.round(down)} px`,
        );
      }
    });
  };

  checkPageOverflow();
  checkDialogOverflow();
  const nodes = textNodes();
  for (const node of nodes) checkClipped(node);
  for (const node of nodes) checkBrokenWord(node);
  for (const field of scope.querySelectorAll('input,textarea')) checkField(field);
  for (const element of scope.querySelectorAll(INTERACTIVE)) checkTarget(element);
  checkOverlaps(nodes);
  return problems;
}
