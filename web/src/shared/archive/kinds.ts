import { nameOf } from './tree.ts';

/** File kinds of binary files by extension. */
const KINDS: readonly [kind: string, extensions: string][] = [
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

const BY_EXTENSION = new Map(
  KINDS.flatMap(([kind, extensions]) => extensions.split(' ').map((extension) => [extension, kind] as const)),
);

const extensionOf = (path: string): string => /\.([^.]+)$/.exec(nameOf(path))?.[1]?.toLowerCase() ?? '';

/** 'Imagem PNG', 'Arquivo compactado JAR'; 'Arquivo binário' for an unknown extension. */
export function kindOf(path: string): string {
  const extension = extensionOf(path);
  const kind = BY_EXTENSION.get(extension);
  return kind === undefined ? 'Arquivo binário' : `${kind} ${extension.toUpperCase()}`;
}

/** highlight.js grammar for each language name (GitHub Linguist), which the inspection of a deposit reports. */
const GRAMMARS: Readonly<Record<string, string>> = {
  'Visual Basic .NET': 'vbnet',
  'Visual Basic 6.0': 'vbnet',
  Blade: 'php',
  C: 'c',
  'C#': 'csharp',
  'C++': 'cpp',
  CSS: 'css',
  Dart: 'dart',
  Dockerfile: 'dockerfile',
  Go: 'go',
  HTML: 'xml',
  INI: 'ini',
  JSON: 'json',
  'JSON with Comments': 'json',
  Java: 'java',
  JavaScript: 'javascript',
  Kotlin: 'kotlin',
  Less: 'css',
  Lua: 'lua',
  Makefile: 'makefile',
  Markdown: 'markdown',
  PHP: 'php',
  PLSQL: 'sql',
  PLpgSQL: 'sql',
  Pascal: 'delphi',
  Perl: 'perl',
  Python: 'python',
  R: 'r',
  Ruby: 'ruby',
  Rust: 'rust',
  SCSS: 'scss',
  SQL: 'sql',
  SVG: 'xml',
  Shell: 'bash',
  Swift: 'swift',
  TOML: 'ini',
  TSQL: 'sql',
  TSX: 'typescript',
  TypeScript: 'typescript',
  Vue: 'xml',
  XML: 'xml',
  YAML: 'yaml',
};

/** The highlight.js grammar of a language; null to show the file without colours. */
export const grammarOf = (language: string | null): string | null =>
  language === null ? null : (GRAMMARS[language] ?? null);
