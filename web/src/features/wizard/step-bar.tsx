import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './step-bar.module.css';
import { stepPath, WIZARD_STEPS, type WizardStep } from './steps.ts';
import { texts } from './texts.ts';

interface StepBarProps {
  readonly current: WizardStep;
  /** The registration's id, for links to earlier steps; undefined while the current step must not be left. */
  readonly id?: string | undefined;
}

export function StepBar({ current, id }: StepBarProps) {
  const position = WIZARD_STEPS.indexOf(current);
  return (
    <ol className={classes.bar} aria-label={texts.steps.label}>
      {WIZARD_STEPS.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          data-state={index < position ? 'done' : index === position ? 'current' : 'todo'}
          aria-current={index === position ? 'step' : undefined}
        >
          <span className={classes.mark}>
            {index < position ? <IconCheck size={16} aria-hidden /> : index + 1}
          </span>
          {index < position && id !== undefined ? (
            <Link to={stepPath(step, id)} className={classes.link}>
              {texts.steps[step]}
            </Link>
          ) : (
            <span>{texts.steps[step]}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
