/** True if exactly one dialog is open: Esc reaches all open dialogs, but only the topmost one may handle it. */
export const isOnlyDialog = (): boolean => document.querySelectorAll('[role="dialog"]').length === 1;
