/** One line of the report: the figure, the most it may be, and their ratio. */
export function reportGoal(what: string, value: number, goal: number, unit: string, digits = 0): void {
  if (!Number.isFinite(value)) throw new Error(`${what}: could not be measured`);
  const verdict = value <= goal ? 'met' : 'NOT met';
  const shown = `${value.toFixed(digits)}${unit && ` ${unit}`}`;
  console.log(
    `${what}: ${shown} (goal ≤ ${goal}${unit && ` ${unit}`}: ${verdict}) → ratio ${(value / goal).toFixed(2)}`,
  );
}
