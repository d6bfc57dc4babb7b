import { CLOSURE_NAMES, type Closure } from '@g2/terms/closures';
import { AppError } from '@g2/terms/errors';
import { formatDate } from '@g2/terms/pt-br';

/** @throws AppError case-closed */
export function assertNotClosed({ closure }: { closure: Closure | null }): void {
  if (closure === null) return;
  const day = formatDate(closure.at);
  throw new AppError('case-closed', {
    message: `Este registro foi encerrado em ${day} (${CLOSURE_NAMES[closure.reason].toLowerCase()}) e não aceita mais etapas.`,
  });
}
