import { formatBytes, formatInteger } from '../../lib/format.ts';
import type { NoLineDiffReason } from './changes-model.ts';

const counted = (count: number, singular: string, plural: string): string =>
  `${formatInteger(count)} ${count === 1 ? singular : plural}`;
const lineCount = (count: number): string => counted(count, 'linha', 'linhas');

export const texts = {
  title: 'O que mudou no arquivo',
  previousFileNote: 'O arquivo anterior fica guardado até o fim da análise.',
  loading: 'Comparando os arquivos',
  failed: 'Não foi possível comparar os arquivos.',
  changeSummary: (added: number, removed: number, changed: number): string =>
    [
      added > 0 && counted(added, 'adicionado', 'adicionados'),
      removed > 0 && counted(removed, 'removido', 'removidos'),
      changed > 0 && counted(changed, 'alterado', 'alterados'),
    ]
      .filter((part) => part !== false)
      // The non-breaking space keeps the number and the word on one line.
      .map((part) => part.replace(' ', '\u00a0'))
      .join(' · ') || 'Nenhum arquivo mudou',
  comparedWith: (name: string, date: string) => `, em relação a ${name} de ${date}`,
  filter: 'Tipo de mudança',
  allKinds: 'Todos',
  filterLabels: {
    added: 'Adicionados',
    removed: 'Removidos',
    changed: 'Alterados',
    unchanged: 'Iguais',
  } as const,
  kindNames: {
    added: 'Adicionado',
    removed: 'Removido',
    changed: 'Alterado',
    unchanged: 'Igual',
  } as Readonly<Record<string, string>>,
  list: 'Arquivos que mudaram',
  sizeChange: (oldSize: number | null, newSize: number | null): string => {
    const oldText = formatBytes(oldSize ?? newSize ?? 0);
    const newText = formatBytes(newSize ?? oldSize ?? 0);
    return oldText === newText ? newText : `de ${oldText} para ${newText}`;
  },
  notText: 'sem texto para comparar',
  diffOf: (path: string) => `Diferenças em ${path}`,
  diffLoading: 'Comparando as linhas',
  diffFailed: 'Não foi possível comparar as linhas deste arquivo.',
  tooManyDifferences:
    'São diferenças demais para comparar linha a linha. Baixe os arquivos para compará-los.',
  noLineDiff: {
    beyond: 'As diferenças estão depois dos primeiros 256 KiB, que são os mesmos nos dois arquivos.',
    'line-ends': 'As linhas são as mesmas: muda só como elas terminam.',
    bytes: 'O texto é o mesmo: muda só como ele está gravado.',
  } as const satisfies Record<NoLineDiffReason, string>,
  emptyFile: 'O arquivo está vazio.',
  truncated: {
    both: 'Dos dois arquivos, só os primeiros 256 KiB são comparados.',
    oldText: 'Do arquivo anterior, só os primeiros 256 KiB são comparados.',
    newText: 'Do arquivo atual, só os primeiros 256 KiB são comparados.',
  },
  oldColumn: 'Antes',
  newColumn: 'Agora',
  removedLines: (count: number, firstNumber: number) =>
    `${lineCount(count)} ${count === 1 ? 'removida' : 'removidas'}, a partir da linha ${formatInteger(firstNumber)} de antes`,
  addedLines: (count: number, firstNumber: number) =>
    `${lineCount(count)} ${count === 1 ? 'adicionada' : 'adicionadas'}, a partir da linha ${formatInteger(firstNumber)}`,
  showUnchanged: (count: number) => `Mostrar ${lineCount(count)} sem mudança`,
  showRest: (count: number) => `Mostrar mais ${lineCount(count)}`,
} as const;
