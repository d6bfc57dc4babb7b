import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import globalData from '@csstools/postcss-global-data';
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
import { chunkOf, keepFirstVisitLean, stylesOf, withImports } from './build/chunks.ts';
import { lazyContract } from './build/contract.ts';
import { groupsBy } from './build/groups.ts';
import { partsOf } from './build/parts.ts';
import { packedPrograms } from './packed-programs.ts';

const api = process.env.API_TARGET ?? 'http://localhost:8080';

/** The gateway writes PUBLIC_URL into these as it serves them, and compresses them itself. */
const DOCUMENTS = [
  'index.html',
  ...Object.values(CERTIFICATE_DOCUMENTS),
  ...Object.values(PRERENDERED),
  'robots.txt',
  'sitemap.xml',
];
/** The pages that come rendered, each with the module that shows it. */
const RENDERED = {
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
/** Those of them that the list of all others (`src/app/page-list.ts`) is not needed for. */
const LIGHT = ['landing-page.tsx', 'landing.en.ts', 'terms-page.tsx', 'privacy-page.tsx'];
/** The names that media queries go by. */
const BREAKPOINTS = join(import.meta.dirname, 'src/app/breakpoints.css');
/** Below a page that reads without scripts. */
const STILL = {
  'pt-BR': '<p class="g2-noscript">Para entrar e registrar um software, ative o JavaScript do navegador.</p>',
  en: '<p class="g2-noscript">To sign in and register software, enable JavaScript in your browser.</p>',
};
const COMPRESSED = new Set(['.js', '.css', '.svg', '.json', '.webmanifest', '.wasm']);
/** Bytes; below it a compressed copy saves no packet. */
const WORTH_COMPRESSING = 1024;

const programs = packedPrograms(join(import.meta.dirname, '../deploy'));

export default defineConfig({
  plugins: [react(), lazyContract()],
  // Of what developers fetch, for the page that tells them of it (features/developers/programs.ts).
  define: { __PROGRAMS__: JSON.stringify(programs.told) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2023',
    modulePreload: { polyfill: false, resolveDependencies },
  },
  worker: { format: 'es' },
  css: { postcss: { plugins: [globalData({ files: [BREAKPOINTS] }), customMedia()] } },
  server: { proxy: { '/api': { target: api, changeOrigin: false } } },
  environments: {
    ssr: {
      // With all it needs in it: the gateway that runs it has none of these packages.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ssr: 'src/app/prerender.tsx',
        copyPublicDir: false,
        minify: true,
        // A new build has a new name: a module that was loaded stays what it is.
        rolldownOptions: { output: { entryFileNames: 'prerender-[hash].js' } },
      },
    },
  },
  builder: { buildApp },
});

/** What the first script fetches later names what that needs itself: lists of it would make every visit heavier. */
function resolveDependencies(_file: string, deps: string[], { hostId }: { hostId: string }): string[] {
  return hostId.includes('assets/start-') ? [] : deps;
}

/** The application; then the public pages rendered to documents of their own; then compressed copies beside the files. */
async function buildApp(builder: ViteBuilder): Promise<void> {
  const { client, ssr } = builder.environments;
  if (client === undefined || ssr === undefined) throw new Error('the build has lost an environment');
  const { build } = client.config;
  const { minify } = build;
  Object.assign(build, { write: false, minify: false });
  const groups = groupsBy(outputOf(await builder.build(client)));
  Object.assign(build, { write: true, minify });
  build.rolldownOptions.output = { codeSplitting: { groups } };
  const output = outputOf(await builder.build(client));
  keepFirstVisitLean(output);
  const dist = resolve(client.config.root, client.config.build.outDir);
  await compressFiles(dist);
  for (const name of PROGRAMS) {
    const path = join(dist, programPath(name));
    await mkdir(dirname(path), { recursive: true });
    await copyFile(programs.fileOf(name), path);
  }
  // It stays: the gateway renders the page of a certificate by it.
  ssr.config.build.outDir = join(dist, 'server');
  const documentOf = await renderer(join(dist, 'server', entryOf(await builder.build(ssr))));
  await writeFile(join(dist, PAGE_SCRIPTS_FILE), JSON.stringify(partsOf(output)));
  const written = await readFile(join(dist, 'index.html'), 'utf8');
  const always = withImports(output, chunkOf(output, 'start.tsx'));
  const document = withLinks(written, stylesOf(always), styleLink);
  const listed = withImports(output, chunkOf(output, 'page-list.ts'));
  // What is not rendered shows nothing before its code is there.
  const scripts = [...new Set([...always, ...listed])].map(({ fileName }) => fileName);
  await writeFile(join(dist, 'index.html'), withLinks(document, scripts, scriptLink));
  for (const path of Object.keys(PRERENDERED) as (keyof typeof PRERENDERED)[]) {
    const page = withPage(document, await documentOf(path), RENDERED[path], languageOf(path), output);
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
  if (!('output' in built)) throw new Error('the build answers no list of files');
  return built;
}

function entryOf(output: Awaited<ReturnType<ViteBuilder['build']>>): string {
  const entry = 'output' in output && output.output.find((one) => one.type === 'chunk' && one.isEntry);
  if (!entry) throw new Error('the build has no module that renders');
  return entry.fileName;
}

type Render = (path: string) => Promise<string>;

async function renderer(bundle: string): Promise<Render> {
  const { renderPage }: { renderPage: Render } = await import(pathToFileURL(bundle).href);
  return renderPage;
}

const styleLink = (path: string) => `<link rel="stylesheet" crossorigin href="/${path}" />`;
const scriptLink = (path: string) => `<link rel="modulepreload" crossorigin href="/${path}" />`;

/** A document with links to files in its head, but for those that it names already. */
function withLinks(document: string, paths: string[], link: (path: string) => string): string {
  const lacking = paths.filter((path) => !document.includes(`"/${path}"`));
  return insert(document, '</head>', `${lacking.map((path) => `  ${link(path)}\n  `).join('')}`);
}

/**
 * `document` with the page in it, and with the names of what its code needs beside what every page does: it is asked for
 * once the page is painted (`src/main.tsx`).
 */
function withPage(
  document: string,
  page: string,
  module: string,
  language: Language,
  output: Rolldown.RolldownOutput,
): string {
  const always = withImports(output, chunkOf(output, 'start.tsx'));
  const lists = LIGHT.includes(module) ? [] : [chunkOf(output, 'page-list.ts')];
  if (language === 'en') lists.push(chunkOf(output, 'app/texts.en.ts'));
  const own = withImports(output, chunkOf(output, module), ...lists).filter((one) => !always.includes(one));
  const parts = own.map(({ fileName }) => `/${fileName}`).join(' ');
  const head = `  <meta name="g2-parts" content="${parts}" />\n  `;
  const styled = insert(withLinks(document, stylesOf(own), styleLink), '</head>', head);
  const still = styled.replace(/<noscript>[\s\S]*?<\/noscript>/, `<noscript>${STILL[language]}</noscript>`);
  return insert(still, '</div>', page);
}

/** `text` with `addition` before the one place where `mark` stands. */
function insert(text: string, mark: string, addition: string): string {
  const [before, after, ...more] = text.split(mark);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`index.html should have one ${mark}`);
  }
  return before + addition + mark + after;
}

async function compressFiles(dist: string): Promise<void> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (one) => one.isFile() && COMPRESSED.has(extname(one.name)) && !DOCUMENTS.includes(one.name),
  );
  await Promise.all(files.map((one) => compressFile(join(one.parentPath, one.name))));
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < WORTH_COMPRESSING) return;
  await Promise.all([
    promisify(brotliCompress)(bytes).then((small) => writeFile(`${path}.br`, small)),
    promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
}
