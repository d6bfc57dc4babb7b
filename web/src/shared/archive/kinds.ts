import { nameOf } from './tree.ts';

/** Displayed kinds of binary files, with their file name extensions. */
const BINARY_KINDS: readonly [kind: string, extensions: string][] = [
  ['Imagem', 'png jpg jpeg gif webp avif bmp ico icns tif tiff psd heic'],
  ['Fonte tipográfica', 'ttf otf woff woff2 eot'],
  ['Áudio', 'mp3 wav ogg flac m4a aac'],
  ['Vídeo', 'mp4 mov avi mkv webm wmv'],
  ['Arquivo compactado', 'zip gz tgz bz2 xz 7z rar zst tar jar war ear apk aab ipa nupkg whl'],
  ['Documento', 'pdf doc docx xls xlsx ppt pptx odt ods odp rtf'],
  ['Banco de dados', 'sqlite sqlite3 db mdb accdb fdb gdb dbf mdf bak'],
  ['Programa ou biblioteca', 'exe dll so dylib a lib o obj msi com ocx bpl dcu elf wasm bin'],
  ['Código compilado', 'class pyc pyo beam'],
  ['Certificado ou chave', 'p12 pfx jks keystore der cer crt'],
];

const KIND_BY_EXTENSION = new Map(
  BINARY_KINDS.flatMap(([kind, extensions]) =>
    extensions.split(' ').map((extension) => [extension, kind] as const),
  ),
);

const extensionOf = (path: string): string => /\.([^.]+)$/.exec(nameOf(path))?.[1]?.toLowerCase() ?? '';

/** Displayed kind of a file: 'Imagem PNG', for example, or 'Arquivo binário' for an unknown extension. */
export function binaryKindOf(path: string): string {
  const extension = extensionOf(path);
  const kind = KIND_BY_EXTENSION.get(extension);
  return kind === undefined ? 'Arquivo binário' : `${kind} ${extension.toUpperCase()}`;
}

/** Languages (GitHub Linguist) with a highlight.js grammar of the same name in lower case. */
const SAME_NAME_LANGUAGES = new Set(
  (
    'C CSS Dart Dockerfile Go INI JSON Java JavaScript Kotlin Lua Makefile Markdown PHP ' +
    'Perl Python R Ruby Rust SCSS SQL Swift TypeScript XML YAML'
  ).split(' '),
);

/** highlight.js grammars of languages with another name. */
const OTHER_GRAMMARS: Readonly<Record<string, string>> = {
  'Visual Basic .NET': 'vbnet',
  'Visual Basic 6.0': 'vbnet',
  Blade: 'php',
  'C#': 'csharp',
  'C++': 'cpp',
  HTML: 'xml',
  'JSON with Comments': 'json',
  Less: 'css',
  PLSQL: 'sql',
  PLpgSQL: 'sql',
  Pascal: 'delphi',
  SVG: 'xml',
  Shell: 'bash',
  TOML: 'ini',
  TSQL: 'sql',
  TSX: 'typescript',
  Vue: 'xml',
};

/** The highlight.js grammar of a language; null to show the file without colours. */
export function grammarOf(language: string | null): string | null {
  if (language === null) return null;
  return SAME_NAME_LANGUAGES.has(language) ? language.toLowerCase() : (OTHER_GRAMMARS[language] ?? null);
}
