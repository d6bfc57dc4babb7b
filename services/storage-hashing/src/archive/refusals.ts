import { AppError } from '@g2/terms/errors';

/** @param message pt-BR, more specific than the default */
export const damagedError = (message?: string, cause?: unknown): AppError =>
  new AppError('zip-damaged', message === undefined ? {} : { message }, cause);

const shortened = (path: string): string => (path.length > 80 ? `…${path.slice(-79)}` : path);

export const damagedFileError = (path: string, cause?: unknown): AppError =>
  damagedError(`O arquivo “${shortened(path)}”, dentro do ZIP, está corrompido.`, cause);

export const wrongSizeError = (path: string): AppError =>
  damagedError(`O arquivo “${shortened(path)}”, dentro do ZIP, não tem o tamanho que o ZIP declara.`);

export const contradictionError = (path: string): AppError =>
  damagedError(`O ZIP se contradiz sobre o arquivo “${shortened(path)}”.`);
