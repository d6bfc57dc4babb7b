/** Brings a section into view; the style sheet decides whether smoothly. */
export function scrollToSection(id: string): void {
  document.getElementById(id)?.scrollIntoView();
}
