import { AppError, invalidField } from '@g2/terms/errors';
import { MAX_LENGTH, MAX_QUEUE_VIEWS } from '@g2/terms/limits';
import { checkSearch } from '@g2/terms/search';
import { checkFields, isLonger } from '@g2/terms/text';
import { checkFilters, type FilterInput, operatorFilter } from './list-filters.ts';
import { checkStaffSort, checkStatuses } from './query-parsing.ts';

export type SavedView = { id: string; name: string; query: string; createdAt: Date };

type QueueInput = FilterInput & { statuses: string[]; search: string; assignedToMe: boolean; sort: string };
export type QueueQuery = ReturnType<typeof checkQueue>;

/** @throws AppError invalid-input */
export function checkQueue(request: QueueInput, askerId: string, now: Date) {
  const assignedTo = operatorFilter(request, askerId);
  return {
    statuses: checkStatuses(request.statuses),
    search: checkSearch(request.search),
    sort: checkStaffSort(request.sort, assignedTo),
    assignedTo,
    filters: checkFilters(request, now),
  };
}

const PARAMETERS = [
  'view',
  'status',
  'assigned',
  'operator',
  'jurisdiction',
  'period',
  'warning',
  'search',
  'sort',
] as const;
type Parameter = (typeof PARAMETERS)[number];

/** Parses the query string of a list. @throws AppError invalid-input, also for an unknown or repeated parameter */
export function parseQueue(query: string, askerId: string, now: Date): QueueQuery {
  const params = new URLSearchParams(query);
  const names = [...params.keys()];
  const known: readonly string[] = PARAMETERS;
  if (names.length > new Set(names).size || !names.every((name) => known.includes(name)))
    throw invalidField('query', 'Filtros inválidos');
  const get = (name: Parameter): string => params.get(name) ?? '';
  if (!['', 'true', 'false'].includes(get('assigned')) || !/^\d{0,4}$/.test(get('period')))
    throw invalidField('query', 'Filtros inválidos');
  const request = {
    statuses: get('status')
      .split(',')
      .filter((status) => status !== ''),
    search: get('search'),
    assignedToMe: get('assigned') === 'true',
    sort: get('sort'),
    view: get('view'),
    operatorId: get('operator'),
    jurisdiction: get('jurisdiction'),
    period: Number(get('period')),
    warning: get('warning'),
  };
  return checkQueue(request, askerId, now);
}

/** Normalized query string: fixed parameter order, no empty values. @throws AppError invalid-input */
export function checkQuery(query: string, askerId: string, now: Date): string {
  if (isLonger(query, MAX_LENGTH.queueViewQuery))
    throw invalidField('query', 'Filtros longos demais para salvar');
  parseQueue(query, askerId, now);
  const params = new URLSearchParams(query);
  const normalized = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = params.get(name)?.trim() ?? '';
    if (value !== '') normalized.set(name, value);
  }
  const text = normalized.toString();
  // URL encoding can make the text longer than the input that was checked above.
  if (isLonger(text, MAX_LENGTH.queueViewQuery))
    throw invalidField('query', 'Filtros longos demais para salvar');
  return text;
}

/** @throws AppError invalid-input */
export const checkName = (name: string): string =>
  checkFields((errors) =>
    errors.line('name', name, MAX_LENGTH.queueViewName, 'Nome é obrigatório').normalize('NFC'),
  );

export const foldName = (name: string): string => name.toLocaleLowerCase('pt-BR');

/** @param others the owner's other views @throws AppError conflict */
export function checkNameUnique(name: string, others: readonly Pick<SavedView, 'name'>[]): void {
  if (!others.some((one) => foldName(one.name) === foldName(name))) return;
  const message = 'Você já tem uma visão com este nome';
  throw new AppError('conflict', { message, fields: { name: message } });
}

/** @throws AppError conflict */
export function checkViewLimit(views: readonly unknown[]): void {
  if (views.length < MAX_QUEUE_VIEWS) return;
  throw new AppError('conflict', {
    message: `Você já tem ${MAX_QUEUE_VIEWS} visões salvas. Exclua uma delas para salvar outra.`,
  });
}

export const viewNotFound = (): AppError =>
  new AppError('not-found', { message: 'Visão salva não encontrada' });
