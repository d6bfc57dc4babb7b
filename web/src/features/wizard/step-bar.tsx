import { IconCheck } from '@tabler/icons-react';
import { WIZARD_STEPS, type WizardStep } from './steps.ts';
import { texts } from './texts.ts';
import classes from './wizard.module.css';

/** Where one stands among the three steps. */
export function StepBar({ current }: { current: WizardStep }) {
  const position = WIZARD_STEPS.indexOf(current);
  return (
    <ol className={classes.bar} aria-label={texts.steps.label}>
      {WIZARD_STEPS.map((step, index) => (
        <li
          key={step}
          className={classes.barStep}
          data-state={index < position ? 'done' : index === position ? 'current' : 'todo'}
          aria-current={index === position ? 'step' : undefined}
        >
          <span className={classes.barMark}>
            {index < position ? <IconCheck size={16} aria-hidden /> : index + 1}
          </span>
          <span>{texts.steps[step]}</span>
        </li>
      ))}
    </ol>
  );
}
