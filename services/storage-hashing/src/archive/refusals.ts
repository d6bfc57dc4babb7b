import { AppError } from '@g2/terms/errors';

/** @param message pt-BR, more specific than the default */
export const damaged = (message?: string, cause?: unknown): AppError =>
  new AppError('zip-damaged', message === undefined ? {} : { message }, cause);

const short = (path: string): string => (path.length > 80 ? `…${path.slice(-79)}` : path);

export const damagedFile = (path: string, cause?: unknown): AppError =>
  damaged(`O arquivo “${short(path)}”, dentro do ZIP, está corrompido.`, cause);

export const wrongSize = (path: string): AppError =>
  damaged(`O arquivo “${short(path)}”, dentro do ZIP, não tem o tamanho que o ZIP declara.`);

export const contradicted = (path: string): AppError =>
  damaged(`O ZIP se contradiz sobre o arquivo “${short(path)}”.`);
