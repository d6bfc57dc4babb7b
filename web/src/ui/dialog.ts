/** Whether one dialog stands open: Esc reaches every one, and a question that stands on another is answered by it first. */
export const isAlone = (): boolean => document.querySelectorAll('[role="dialog"]').length === 1;
