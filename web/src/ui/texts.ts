import { formatInteger } from '../lib/format.ts';
import { firstTexts } from './first-texts.ts';

/** Of a button that copies a value. */
export const copyTexts = {
  copy: 'Copiar',
  copyOf: (name: string) => `Copiar ${name}`,
  copied: 'Copiado',
} as const;

export const texts = {
  definition: (of: string) => `Definição: ${of}`,
  ...firstTexts,
  ...copyTexts,
  cancel: 'Cancelar',
  close: 'Fechar',
  recovered: 'Texto recuperado do que você escreveu antes.',
  discard: 'Descartar',
  downloading: (name: string) => `Baixando ${name}`,
  downloaded: (percent: string, size: string) => `${percent} de ${size}`,
  wrongCheckDigits: 'Confira: os dígitos verificadores não conferem',
  tooFar: 'Página além das que se mostram',
  toFirstPage: 'Voltar à primeira página',
  pages: 'Páginas',
  pagesOf: (list: string) => `Páginas: ${list}`,
  page: (number: number) => `Página ${number}`,
  previousPage: 'Anterior',
  nextPage: 'Próxima',
  shown: (from: number, to: number, total: number, capped: boolean) =>
    `Mostrando ${formatInteger(from)}-${formatInteger(to)} de ${formatInteger(total)}${capped ? ' ou mais' : ''}`,
  ago: (time: string) => `há ${time}`,
  loading: (label: string) => `Carregando: ${label}`,
  sortBy: 'Ordenar por',
  ascending: 'crescente',
  descending: 'decrescente',
  sorted: (column: string, descending: boolean) =>
    `Ordenado por ${column}, ${descending ? 'decrescente' : 'crescente'}`,
  row: (position: number, count: number, name: string) => `Linha ${position} de ${count}: ${name}`,
  selectAll: 'Selecionar todos desta página',
  select: (name: string) => `Selecionar ${name}`,
  selected: (count: number) => (count === 1 ? '1 selecionado' : `${formatInteger(count)} selecionados`),
  selectedNow: (name: string) => `${name}: selecionado`,
  unselectedNow: (name: string) => `${name}: fora da seleção`,
  selection: 'Seleção',
  clear: 'Limpar seleção',
  panelOpened: (name: string) => `Painel aberto: ${name}`,
  closePanel: 'Fechar painel',
  clearSearch: 'Limpar busca',
  shortcuts: {
    button: 'Atalhos',
    title: 'Atalhos de teclado',
    lead: 'Valem nesta página, fora dos campos de texto e das janelas.',
    setting: 'Usar atalhos de uma tecla',
    settingHint: 'Desligados, tudo segue ao alcance de Tab, Enter e Espaço.',
    next: 'Próxima linha',
    previous: 'Linha anterior',
    open: 'Abre os detalhes; de novo, entra no painel',
    select: 'Marca ou desmarca a linha',
    search: 'Vai para a busca',
    help: 'Mostra esta ajuda',
    close: 'Fecha o painel ou a janela',
  },
} as const;
