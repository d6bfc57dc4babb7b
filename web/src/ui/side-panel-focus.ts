/** The panel's heading, by which one enters it. */
export const PANEL_TITLE = 'data-panel-title';

/** From a row into the panel that it opened. */
export function focusPanel(): void {
  document.querySelector<HTMLElement>(`[${PANEL_TITLE}]`)?.focus();
}
