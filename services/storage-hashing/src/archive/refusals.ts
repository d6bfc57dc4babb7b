import { AppError } from '@g2/terms/errors';

/** The archive is not what a ZIP is. @param message pt-BR, when more is known than that */
export const damaged = (message?: string, cause?: unknown): AppError =>
  new AppError('zip-damaged', message === undefined ? {} : { message }, cause);

/** A path as it fits into a sentence. */
const short = (path: string): string => (path.length > 80 ? `…${path.slice(-79)}` : path);

/** One file of the archive is not what the archive says of it. */
export const damagedFile = (path: string, cause?: unknown): AppError =>
  damaged(`O arquivo “${short(path)}”, dentro do ZIP, está corrompido.`, cause);

export const wrongSize = (path: string): AppError =>
  damaged(`O arquivo “${short(path)}”, dentro do ZIP, não tem o tamanho que o ZIP declara.`);

export const contradicted = (path: string): AppError =>
  damaged(`O ZIP se contradiz sobre o arquivo “${short(path)}”.`);
