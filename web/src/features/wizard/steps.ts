export const WIZARD_STEPS = ['basic', 'upload', 'holders'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];
export type WizardView = 'intro' | WizardStep | 'complete';

/** The view that the URL selects; without an id only 'intro' and 'basic' are possible. */
export function viewOf(params: URLSearchParams): WizardView {
  const step = params.get('step');
  if (params.get('id') === null) return step === null ? 'intro' : 'basic';
  return step === 'upload' || step === 'holders' || step === 'complete' ? step : 'basic';
}

/** Whether the `step` parameter is the view that the URL selects. */
export const hasCanonicalStep = (params: URLSearchParams): boolean => params.get('step') === viewOf(params);

export function stepPath(step: WizardStep | 'complete', id?: string): string {
  return id === undefined ? `/register?step=${step}` : `/register?id=${id}&step=${step}`;
}
