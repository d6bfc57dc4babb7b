import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import globalData from '@csstools/postcss-global-data';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import customMedia from 'postcss-custom-media';
import { defineConfig, type Rolldown, type ViteBuilder } from 'vite';
import {
  CERTIFICATE_DOCUMENTS,
  type Language,
  languageOf,
  PAGE_SCRIPTS_FILE,
  PRERENDERED,
  PROGRAMS,
  programPath,
} from '../gateway/contract/pages.ts';
import { checkFirstVisit, chunkOf, stylesOf, withImports } from './build/chunks.ts';
import { treeShakableContract } from './build/contract.ts';
import { codeSplittingGroups } from './build/groups.ts';
import { pageFilesOf } from './build/parts.ts';
import { packedPrograms } from './packed-programs.ts';

const apiTarget = process.env.API_TARGET ?? 'http://localhost:8080';

/** Files that the build does not compress: the gateway writes PUBLIC_URL into them and compresses them itself. */
const DOCUMENTS = [
  'index.html',
  ...Object.values(CERTIFICATE_DOCUMENTS),
  ...Object.values(PRERENDERED),
  'robots.txt',
  'sitemap.xml',
];
/** The module of each prerendered page. */
const PRERENDERED_MODULES = {
  '/': 'landing-page.tsx',
  '/help': 'help-route.tsx',
  '/versoes': 'versions-page.tsx',
  '/desenvolvedores': 'developers-page.tsx',
  '/desenvolvedores/api': 'reference-page.tsx',
  '/termos': 'terms-page.tsx',
  '/privacidade': 'privacy-page.tsx',
  '/verificar': 'verify-page.tsx',
  '/en': 'landing.en.ts',
  '/en/help': 'help.en.tsx',
  '/en/verify': 'verify.en.ts',
} satisfies Record<keyof typeof PRERENDERED, string>;
/** Modules that do not need the list of the other pages (`src/app/page-list.ts`). */
const LIGHT_MODULES = ['landing-page.tsx', 'landing.en.ts', 'terms-page.tsx', 'privacy-page.tsx'];
/** Style sheet with the named media queries. */
const BREAKPOINTS = join(import.meta.dirname, 'src/app/breakpoints.css');
/** Shown on a prerendered page when scripts are disabled. */
const NOSCRIPT_NOTES = {
  'pt-BR': '<p class="g2-noscript">Para entrar e registrar um software, ative o JavaScript do navegador.</p>',
  en: '<p class="g2-noscript">To sign in and register software, enable JavaScript in your browser.</p>',
};
const COMPRESSED_EXTENSIONS = new Set(['.js', '.css', '.svg', '.json', '.webmanifest', '.wasm']);
/** A smaller file fits into one network packet, so compression does not help. */
const MIN_COMPRESSED_BYTES = 1024;

const programs = packedPrograms(join(import.meta.dirname, '../deploy'));

export default defineConfig({
  plugins: [react(), tailwindcss(), treeShakableContract()],
  // Read by features/developers/programs.ts.
  define: { __PROGRAMS__: JSON.stringify(programs.releases) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2023',
    modulePreload: { polyfill: false, resolveDependencies },
  },
  worker: { format: 'es' },
  css: { postcss: { plugins: [globalData({ files: [BREAKPOINTS] }), customMedia()] } },
  server: { proxy: { '/api': { target: apiTarget, changeOrigin: false } } },
  environments: {
    ssr: {
      // The bundle contains all packages: the gateway that runs it has none of them.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ssr: 'src/app/prerender.tsx',
        copyPublicDir: false,
        minify: true,
        // A new build needs a new name, because Node.js caches a loaded module by its name.
        rolldownOptions: { output: { entryFileNames: 'prerender-[hash].js' } },
      },
    },
  },
  builder: { buildApp },
});

/** Keeps the list of preloads out of the entry script, which every visit downloads. */
function resolveDependencies(_file: string, deps: string[], { hostId }: { hostId: string }): string[] {
  return hostId.includes('assets/start-') ? [] : deps;
}

/** Builds the application and its prerenderer, and writes compressed copies and one document per prerendered page. */
async function buildApp(builder: ViteBuilder): Promise<void> {
  const { client, ssr } = builder.environments;
  if (client === undefined || ssr === undefined) throw new Error('the build lacks an environment');
  const { build } = client.config;
  const { minify } = build;
  // The first build is not written; it only shows which modules are shared.
  Object.assign(build, { write: false, minify: false });
  const groups = codeSplittingGroups(outputOf(await builder.build(client)));
  Object.assign(build, { write: true, minify });
  build.rolldownOptions.output = { codeSplitting: { groups } };
  const output = outputOf(await builder.build(client));
  checkFirstVisit(output);
  const dist = resolve(client.config.root, client.config.build.outDir);
  await compressFiles(dist);
  for (const name of PROGRAMS) {
    const path = join(dist, programPath(name));
    await mkdir(dirname(path), { recursive: true });
    await copyFile(programs.fileOf(name), path);
  }
  // The gateway renders the pages of certificates with this bundle.
  ssr.config.build.outDir = join(dist, 'server');
  const renderPage = await importRenderer(join(dist, 'server', entryOf(await builder.build(ssr))));
  await writeFile(join(dist, PAGE_SCRIPTS_FILE), JSON.stringify(pageFilesOf(output)));
  const builtDocument = await readFile(join(dist, 'index.html'), 'utf8');
  const commonChunks = withImports(output, chunkOf(output, 'start.tsx'));
  const document = withLinks(builtDocument, stylesOf(commonChunks), styleLink);
  const pageListChunks = withImports(output, chunkOf(output, 'page-list.ts'));
  // A page that is not prerendered shows nothing until its code is loaded, so the document preloads the code.
  const scripts = [...new Set([...commonChunks, ...pageListChunks])].map(({ fileName }) => fileName);
  await writeFile(join(dist, 'index.html'), withLinks(document, scripts, scriptLink));
  for (const path of Object.keys(PRERENDERED) as (keyof typeof PRERENDERED)[]) {
    const html = await renderPage(path);
    const page = withPage(document, html, PRERENDERED_MODULES[path], languageOf(path), output);
    await writeFile(join(dist, PRERENDERED[path]), page);
  }
  for (const [language, module] of [
    ['pt-BR', 'number-page.tsx'],
    ['en', 'verify.en.ts'],
  ] as const) {
    const page = withPage(document, '', module, language, output);
    await writeFile(join(dist, CERTIFICATE_DOCUMENTS[language]), page);
  }
}

function outputOf(built: Awaited<ReturnType<ViteBuilder['build']>>): Rolldown.RolldownOutput {
  if (!('output' in built)) throw new Error('the build returns no list of files');
  return built;
}

function entryOf(output: Awaited<ReturnType<ViteBuilder['build']>>): string {
  const entry = 'output' in output && output.output.find((file) => file.type === 'chunk' && file.isEntry);
  if (!entry) throw new Error('the ssr build has no entry');
  return entry.fileName;
}

type Render = (path: string) => Promise<string>;

async function importRenderer(bundle: string): Promise<Render> {
  const { renderPage }: { renderPage: Render } = await import(pathToFileURL(bundle).href);
  return renderPage;
}

const styleLink = (path: string) => `<link rel="stylesheet" crossorigin href="/${path}" />`;
const scriptLink = (path: string) => `<link rel="modulepreload" crossorigin href="/${path}" />`;

/** `document` with links to the files in its head, except those that it already has. */
function withLinks(document: string, paths: string[], link: (path: string) => string): string {
  const missingPaths = paths.filter((path) => !document.includes(`"/${path}"`));
  return insert(document, '</head>', `${missingPaths.map((path) => `  ${link(path)}\n  `).join('')}`);
}

/**
 * `document` with the HTML of a page and a list of the scripts that the page needs in addition to the common ones;
 * `src/main.tsx` loads them after the first paint.
 */
function withPage(
  document: string,
  html: string,
  module: string,
  language: Language,
  output: Rolldown.RolldownOutput,
): string {
  const commonChunks = withImports(output, chunkOf(output, 'start.tsx'));
  const listChunks = LIGHT_MODULES.includes(module) ? [] : [chunkOf(output, 'page-list.ts')];
  if (language === 'en') listChunks.push(chunkOf(output, 'app/texts.en.ts'));
  const pageChunks = withImports(output, chunkOf(output, module), ...listChunks).filter(
    (chunk) => !commonChunks.includes(chunk),
  );
  const scripts = pageChunks.map(({ fileName }) => `/${fileName}`).join(' ');
  const scriptList = `  <meta name="g2-parts" content="${scripts}" />\n  `;
  const styledDocument = withLinks(document, stylesOf(pageChunks), styleLink);
  const linkedDocument = insert(styledDocument, '</head>', scriptList);
  const noscript = `<noscript>${NOSCRIPT_NOTES[language]}</noscript>`;
  return insert(linkedDocument.replace(/<noscript>[\s\S]*?<\/noscript>/, noscript), '</div>', html);
}

/** `text` with `addition` before `marker`, which must occur exactly once. */
function insert(text: string, marker: string, addition: string): string {
  const [textBefore, textAfter, ...moreParts] = text.split(marker);
  if (textBefore === undefined || textAfter === undefined || moreParts.length > 0) {
    throw new Error(`index.html must have exactly one ${marker}`);
  }
  return textBefore + addition + marker + textAfter;
}

async function compressFiles(dist: string): Promise<void> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) =>
      entry.isFile() && COMPRESSED_EXTENSIONS.has(extname(entry.name)) && !DOCUMENTS.includes(entry.name),
  );
  await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))));
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < MIN_COMPRESSED_BYTES) return;
  await Promise.all([
    promisify(brotliCompress)(bytes).then((compressed) => writeFile(`${path}.br`, compressed)),
    promisify(gzip)(bytes, { level: 9 }).then((compressed) => writeFile(`${path}.gz`, compressed)),
  ]);
}
