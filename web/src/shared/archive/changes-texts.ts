import { formatBytes, formatInteger } from '../../lib/format.ts';
import type { NoLines } from './changes-model.ts';

const counted = (count: number, one: string, many: string): string =>
  `${formatInteger(count)} ${count === 1 ? one : many}`;
const lines = (count: number): string => counted(count, 'linha', 'linhas');

export const texts = {
  title: 'O que mudou no arquivo',
  kept: 'O arquivo anterior fica guardado até o fim da análise.',
  loading: 'Comparando os arquivos',
  failed: 'Não foi possível comparar os arquivos.',
  counts: (added: number, removed: number, changed: number): string =>
    [
      added > 0 && counted(added, 'adicionado', 'adicionados'),
      removed > 0 && counted(removed, 'removido', 'removidos'),
      changed > 0 && counted(changed, 'alterado', 'alterados'),
    ]
      .filter((part) => part !== false)
      // A non-breaking space keeps the number and its word on one line.
      .map((part) => part.replace(' ', '\u00a0'))
      .join(' · ') || 'Nenhum arquivo mudou',
  against: (name: string, date: string) => `, em relação a ${name} de ${date}`,
  filter: 'Tipo de mudança',
  all: 'Todos',
  kinds: { added: 'Adicionados', removed: 'Removidos', changed: 'Alterados', unchanged: 'Iguais' } as const,
  kind: {
    added: 'Adicionado',
    removed: 'Removido',
    changed: 'Alterado',
    unchanged: 'Igual',
  } as Readonly<Record<string, string>>,
  list: 'Arquivos que mudaram',
  size: (before: number | null, now: number | null): string => {
    const [from, to] = [formatBytes(before ?? now ?? 0), formatBytes(now ?? before ?? 0)];
    return from === to ? to : `de ${from} para ${to}`;
  },
  noText: 'sem texto para comparar',
  diffOf: (path: string) => `Diferenças em ${path}`,
  diffLoading: 'Comparando as linhas',
  diffFailed: 'Não foi possível comparar as linhas deste arquivo.',
  tooMuch: 'São diferenças demais para comparar linha a linha. Baixe os arquivos para compará-los.',
  noLines: {
    beyond: 'As diferenças estão depois dos primeiros 256 KiB, que são os mesmos nos dois arquivos.',
    'line-ends': 'As linhas são as mesmas: muda só como elas terminam.',
    bytes: 'O texto é o mesmo: muda só como ele está gravado.',
  } as const satisfies Record<NoLines, string>,
  empty: 'O arquivo está vazio.',
  cut: {
    both: 'Dos dois arquivos, só os primeiros 256 KiB são comparados.',
    before: 'Do arquivo anterior, só os primeiros 256 KiB são comparados.',
    now: 'Do arquivo atual, só os primeiros 256 KiB são comparados.',
  },
  before: 'Antes',
  now: 'Agora',
  removedLines: (count: number, first: number) =>
    `${lines(count)} ${count === 1 ? 'removida' : 'removidas'}, a partir da linha ${formatInteger(first)} de antes`,
  addedLines: (count: number, first: number) =>
    `${lines(count)} ${count === 1 ? 'adicionada' : 'adicionadas'}, a partir da linha ${formatInteger(first)}`,
  showSame: (count: number) => `Mostrar ${lines(count)} sem mudança`,
  showRest: (count: number) => `Mostrar mais ${lines(count)}`,
} as const;
