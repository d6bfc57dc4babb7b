import { basename } from 'node:path/posix';

type Language = {
  name: string;
  /** False for data, prose and settings. */
  isSource: boolean;
};

/** Detects a language by file name, then by extension, then by shebang. */
export type LanguageOf = (path: string, head: Buffer) => Language | undefined;

/** Preferred language of an ambiguous extension. */
const PREFERRED_BY_EXTENSION: Readonly<Record<string, string>> = {
  '.as': 'ActionScript',
  '.asm': 'Assembly',
  '.bas': 'Visual Basic 6.0',
  '.cfg': 'INI',
  '.cgi': 'Perl',
  '.ch': 'xBase',
  '.cl': 'OpenCL',
  '.cls': 'Visual Basic 6.0',
  '.d': 'D',
  '.es': 'JavaScript',
  '.f': 'Fortran',
  '.for': 'Fortran',
  '.frag': 'GLSL',
  '.frm': 'Visual Basic 6.0',
  '.fs': 'F#',
  '.ftl': 'FreeMarker',
  '.gml': 'Game Maker Language',
  '.gs': 'JavaScript',
  '.h': 'C',
  '.hh': 'C++',
  '.html': 'HTML',
  '.inc': 'PHP',
  '.json': 'JSON',
  '.l': 'Lex',
  '.lsp': 'Common Lisp',
  '.m': 'Objective-C',
  '.md': 'Markdown',
  '.ml': 'OCaml',
  '.pl': 'Perl',
  '.plist': 'XML Property List',
  '.pm': 'Perl',
  '.pro': 'QMake',
  '.r': 'R',
  '.rs': 'Rust',
  '.scm': 'Scheme',
  '.sql': 'SQL',
  '.st': 'Smalltalk',
  '.t': 'Perl',
  '.toc': 'TeX',
  '.tsp': 'TypeSpec',
  '.txt': 'Text',
  '.v': 'Verilog',
  '.yaml': 'YAML',
};
const PREFERRED_BY_INTERPRETER: Readonly<Record<string, string>> = {
  bash: 'Shell',
  bun: 'TypeScript',
  deno: 'TypeScript',
  node: 'JavaScript',
  perl: 'Perl',
  python: 'Python',
  python3: 'Python',
  ruby: 'Ruby',
  sh: 'Shell',
};
/** Linguist lists SQL as data, but programmers write it. */
const ALSO_SOURCE = new Set(['SQL']);

let languages: Promise<LanguageOf> | undefined;

/** Loaded lazily, since GitHub's linguist list takes about 200 ms. */
export const loadLanguages = (): Promise<LanguageOf> => {
  languages ??= import('linguist-languages').then((list) => detector(Object.values(list)));
  return languages;
};

type Listed = {
  name: string;
  type: string;
  extensions?: readonly string[];
  filenames?: readonly string[];
  interpreters?: readonly string[];
};

function detector(list: readonly Listed[]): LanguageOf {
  const byFile = new Map<string, Language>();
  const byExtension = new Map<string, Language>();
  const byInterpreter = new Map<string, Language>();
  // Source languages first; an extension that is a language's primary one is added before secondary ones.
  const primaryFirst = [...list].sort((a, b) => Number(isSource(b)) - Number(isSource(a)));
  for (const rank of [0, 1]) {
    for (const listed of primaryFirst) {
      const language = { name: listed.name, isSource: isSource(listed) };
      const extensions = listed.extensions ?? [];
      for (const one of rank === 0 ? extensions.slice(0, 1) : extensions.slice(1)) {
        add(byExtension, one.toLowerCase(), language, PREFERRED_BY_EXTENSION);
      }
      for (const one of listed.filenames ?? []) add(byFile, one, language, {});
      for (const one of listed.interpreters ?? [])
        add(byInterpreter, one, language, PREFERRED_BY_INTERPRETER);
    }
  }
  return (path, head) => {
    const name = basename(path);
    return byFile.get(name) ?? ofExtension(byExtension, name) ?? ofShebang(byInterpreter, head);
  };
}

const isSource = ({ name, type }: Listed): boolean =>
  type === 'programming' || type === 'markup' || ALSO_SOURCE.has(name);

function add(
  map: Map<string, Language>,
  key: string,
  language: Language,
  meant: Readonly<Record<string, string>>,
): void {
  if (meant[key] === language.name || !map.has(key)) map.set(key, language);
}

/** Longest known extension: .blade.php before .php. */
function ofExtension(map: ReadonlyMap<string, Language>, name: string): Language | undefined {
  const lower = name.toLowerCase();
  for (let dot = lower.indexOf('.'); dot !== -1; dot = lower.indexOf('.', dot + 1)) {
    const found = map.get(lower.slice(dot));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Longer than any shebang that operating systems read, bytes. */
const MAX_SHEBANG_BYTES = 256;

function ofShebang(map: ReadonlyMap<string, Language>, head: Buffer): Language | undefined {
  if (head[0] !== 0x23 || head[1] !== 0x21) return undefined;
  const line = head.toString('latin1', 2, MAX_SHEBANG_BYTES).split('\n', 1)[0] ?? '';
  const words = line
    .trim()
    .split(/\s+/)
    .map((word) => basename(word));
  const program = words[0] === 'env' ? words.slice(1).find((word) => !/^-|=/.test(word)) : words[0];
  return program === undefined ? undefined : (map.get(program) ?? map.get(program.replace(/[\d.]+$/, '')));
}
