export const WIZARD_STEPS = ['basic', 'upload', 'holders'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];
export type WizardView = 'intro' | WizardStep | 'complete';

/** Which view an address asks for; without an id there is nothing yet to upload to. */
export function viewOf(params: URLSearchParams): WizardView {
  const step = params.get('step');
  if (params.get('id') === null) return step === null ? 'intro' : 'basic';
  return step === 'upload' || step === 'holders' || step === 'complete' ? step : 'basic';
}

/** True when the address names the step it shows. */
export const isCanonical = (params: URLSearchParams): boolean => params.get('step') === viewOf(params);

/** Address of a step. */
export function stepPath(step: WizardStep | 'complete', id?: string): string {
  return id === undefined ? `/register?step=${step}` : `/register?id=${id}&step=${step}`;
}
