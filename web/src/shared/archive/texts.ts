import type { ArchiveWarning } from '@g2/gateway/contract/archive';
import { formatInteger } from '../../lib/format.ts';

interface WarningTexts {
  /** Short name; also the tooltip of the warning icon in the file tree. */
  readonly name: string;
  /** What the server found. */
  readonly what: string;
  /** What the owner can do. */
  readonly owner: string;
  /** What staff should do. */
  readonly staff: string;
}

/** The owner reads these texts before payment, when the ZIP can be replaced, and after payment. */
const warnings: Readonly<Record<ArchiveWarning, WarningTexts>> = {
  'private-key': {
    name: 'Chave privada',
    what: 'Há um arquivo que parece ser uma chave privada: SSH, TLS ou de assinatura.',
    owner: 'Confira se ela ainda vale. Se valer, troque-a por outra: quem a tiver pode se passar por você.',
    staff: 'Não copie nem abra fora daqui; diga ao cliente para trocar a chave.',
  },
  'env-file': {
    name: 'Arquivo .env',
    what: 'Há um arquivo de configuração do tipo .env, onde costumam ficar senhas e chaves de acesso.',
    owner: 'Confira se há senhas verdadeiras nele. Se houver, troque-as e deixe só um exemplo no ZIP.',
    staff: 'Pode conter senhas em uso; avise o cliente.',
  },
  'unsupported-method': {
    name: 'Compressão não lida',
    what: 'Um ou mais arquivos usam uma compressão que não lemos. Ficam guardados, mas sem hash próprio.',
    owner: 'Confira se o ZIP foi feito com compressão comum (Deflate) se quiser provar cada arquivo.',
    staff: 'O hash do ZIP inteiro vale; esses arquivos não podem ser vistos nem provados um a um.',
  },
  executable: {
    name: 'Executável',
    what: 'Há programas ou bibliotecas já compilados.',
    owner:
      'Confira se são seus. O que se registra é o código-fonte; programas de terceiros não são sua autoria.',
    staff: 'Veja se o código-fonte deles também está no ZIP.',
  },
  link: {
    name: 'Atalho para outro arquivo',
    what: 'Há links simbólicos: guardam um caminho, não o conteúdo do arquivo para onde apontam.',
    owner: 'Confira se os arquivos apontados também estão no ZIP.',
    staff: 'O conteúdo apontado só está no depósito se também estiver no ZIP.',
  },
  'special-file': {
    name: 'Arquivo de sistema',
    what: 'Há entradas que não são arquivos comuns, como dispositivos ou canais do sistema.',
    owner: 'Confira de onde vieram: não fazem parte de um código-fonte.',
    staff: 'Não fazem parte de um código-fonte; pergunte ao cliente de onde vieram.',
  },
  'duplicate-name': {
    name: 'Caminho repetido',
    what: 'Há arquivos diferentes com exatamente o mesmo caminho; ao descompactar, um toma o lugar do outro.',
    owner: 'Confira qual deles é o certo e, se puder, envie o ZIP só com ele.',
    staff: 'Todos contam na prova; pergunte ao cliente qual vale.',
  },
  'similar-names': {
    name: 'Nomes quase iguais',
    what: 'Há caminhos que só diferem em maiúsculas ou acentos; no Windows e no macOS seriam o mesmo arquivo.',
    owner: 'Confira se os dois existem mesmo no seu projeto.',
    staff: 'Ao descompactar no Windows, um toma o lugar do outro.',
  },
  'name-changed': {
    name: 'Nome ajustado',
    what: 'Há nomes com caracteres ou caminhos inseguros, que mostramos e provamos de forma segura.',
    owner: 'Confira se o nome ajustado ainda diz o que é o arquivo; o ZIP guardado não muda.',
    staff: 'O ZIP guardado tem o nome original.',
  },
  'name-guessed': {
    name: 'Acentos deduzidos',
    what: 'Há nomes sem indicação de codificação; deduzimos os acentos como o Windows os grava no Brasil.',
    owner: 'Confira se os acentos aparecem certos; o ZIP guardado não muda.',
    staff: 'Se um nome parecer estranho, o ZIP guardado tem o original.',
  },
  dependencies: {
    name: 'Dependências de terceiros',
    what: 'Há pastas de pacotes baixados, como node_modules ou vendor.',
    owner: 'Confira se precisam estar no ZIP: são de outros autores e aumentam o arquivo.',
    staff: 'Não são autoria do cliente.',
  },
  'only-binaries': {
    name: 'Só arquivos binários',
    what: 'Nenhum arquivo do ZIP é texto.',
    owner: 'Confira se enviou o código-fonte, e não só o programa pronto.',
    staff: 'Peça o código-fonte, se for o caso.',
  },
  'no-source': {
    name: 'Nenhum código-fonte',
    what: 'Não reconhecemos código-fonte em nenhum arquivo do ZIP.',
    owner: 'Confira se compactou a pasta certa.',
    staff: 'Veja se a linguagem é incomum antes de pedir correção.',
  },
  'hidden-bytes': {
    name: 'Dados fora dos arquivos',
    what: 'O ZIP tem bytes que não pertencem a nenhum arquivo da lista, como um programa antes do conteúdo.',
    owner: 'Confira se ele foi feito por um compactador comum; compactar a pasta de novo resolve.',
    staff: 'Não aparecem na lista abaixo; estão cobertos apenas pelo hash do ZIP inteiro.',
  },
};

/** Reasons why a ZIP could not be inspected. */
const problems: Readonly<Record<string, string>> = {
  'zip-encrypted': 'O ZIP está protegido por senha.',
  'zip-damaged': 'O ZIP está incompleto ou corrompido.',
  'zip-empty': 'O ZIP não contém nenhum arquivo.',
  'zip-too-many-files': 'O ZIP tem mais de 100.000 arquivos.',
  'zip-bomb': 'Descompactado, o conteúdo passaria de 5 GB.',
  'zip-overlap': 'O ZIP tem arquivos que ocupam o mesmo lugar.',
  'not-a-zip': 'O arquivo não é um ZIP.',
  'file-empty': 'O arquivo tem 0 byte.',
};

const counted = (count: number, singular: string, plural: string) =>
  count === 1 ? `1 ${singular}` : `${formatInteger(count)} ${plural}`;

export const texts = {
  title: 'Conteúdo do ZIP',
  openFiles: 'Ver arquivos',
  inspecting: 'Examinando o conteúdo…',
  inspectingText: 'Costuma levar poucos segundos. O resultado aparece aqui sozinho.',
  noFile: 'O conteúdo aparece aqui quando o arquivo ZIP for enviado.',
  unreadable: 'O conteúdo não pôde ser lido',
  unreadableText:
    'O arquivo continua guardado como veio, e o seu hash vale; só não é possível mostrar o que há dentro.',
  problem: (code: string): string | undefined => problems[code],
  emptyZip: 'O ZIP não contém nenhum arquivo.',
  fileCount: (count: number) => counted(count, 'arquivo', 'arquivos'),
  warningCount: (count: number) => counted(count, 'aviso', 'avisos'),
  unpackedSize: (size: string) => `${size} descompactado`,
  figures: { files: 'Arquivos', unpacked: 'Descompactado' },
  languages: 'Linguagens',
  noLanguages: 'Nenhuma linguagem reconhecida.',
  otherLanguages: 'outras',
  warnings: 'Avisos',
  noWarnings: 'Nenhum aviso sobre o conteúdo.',
  briefLabel: 'Avisos sobre o ZIP',
  briefText: (count: string) => `O ZIP tem ${count}:`,
  reviewFile: 'Rever o arquivo',
  warning: (code: string): WarningTexts =>
    (warnings as Readonly<Record<string, WarningTexts>>)[code] ?? {
      name: 'Aviso',
      what: `O exame do conteúdo apontou “${code}”.`,
      owner: '',
      staff: '',
    },
  rootHash: 'Raiz do manifesto',
  rootHashText:
    'Um só valor que representa o caminho e o SHA-256 de todos os arquivos do ZIP. É dele que parte a prova de um arquivo sem mostrar os outros.',
  treeLabel: 'Arquivos do ZIP',
  search: 'Buscar arquivos',
  searchPlaceholder: 'Nome ou caminho',
  onlyWithWarning: 'Só com avisos',
  foundFiles: (count: number) => counted(count, 'arquivo encontrado', 'arquivos encontrados'),
  noResults: 'Nenhum arquivo encontrado',
  noResultsFor: (search: string) => `Nenhum caminho corresponde a “${search}”.`,
  noFilesWithWarning: 'Nenhum arquivo tem avisos; os que houver acima são do ZIP como um todo.',
  clearFilters: 'Mostrar todos',
  loadingProgress: (loaded: string, total: string) => `Carregando a lista: ${loaded} de ${total}`,
  listLoading: 'Carregando a lista de arquivos',
  listFailed: 'Não foi possível carregar a lista de arquivos.',
  previous: 'Arquivo anterior (K)',
  next: 'Próximo arquivo (J)',
  previewLabel: 'Arquivo aberto',
  chooseFile: 'Escolha um arquivo para ver o que há nele.',
  missingFile: 'Este arquivo não está no ZIP',
  missingFileText: 'O endereço cita um caminho que não existe neste depósito.',
  fileLoading: 'Abrindo o arquivo',
  fileFailed: 'Não foi possível abrir o arquivo.',
  lineCount: (count: number) => counted(count, 'linha', 'linhas'),
  truncated: '[mostrados os primeiros 256 KiB]',
  truncatedText: 'O restante está no ZIP, guardado inteiro.',
  binary: (size: string) => `${size}. Não é texto, e por isso não é mostrado aqui.`,
  unreadableKind: 'não lido',
  unreadableFile: 'Arquivo não lido',
  unreadableFileText: 'Não lemos a compressão dele. O arquivo está no ZIP, guardado como veio.',
  emptyFile: 'O arquivo tem 0 byte.',
  noHash: 'Sem hash próprio: a compressão deste arquivo não é lida.',
  contentOf: (name: string) => `Conteúdo de ${name}`,
  downloadProof: 'Prova deste arquivo',
  proofText: 'Mostra que este arquivo está no ZIP registrado, sem mostrar os outros.',
  proofDone: 'Prova salva',
  proofDoneText: 'Guarde-a junto do arquivo: quem tiver os dois pode conferir.',
  proofFailed: 'A prova não foi gerada',
  proofFailedText: 'Não foi possível gerar a prova deste arquivo. Tente novamente.',
  shortcuts: [
    { key: 'J', text: 'Próximo arquivo' },
    { key: 'K', text: 'Arquivo anterior' },
    { key: '/', text: 'Vai para a busca' },
    { key: '↑ ↓', text: 'Anda pela lista' },
    { key: '← →', text: 'Fecha e abre a pasta' },
    { key: 'Enter', text: 'Abre o arquivo' },
    { key: '?', text: 'Mostra esta ajuda' },
  ],
} as const;
