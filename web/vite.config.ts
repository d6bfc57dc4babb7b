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
import { lazyContract } from './build/contract.ts';
import { groupsBy } from './build/groups.ts';
import { partsOf } from './build/parts.ts';
import { packedPrograms } from './packed-programs.ts';

const api = process.env.API_TARGET ?? 'http://localhost:8080';

/** Files that the build does not compress: the gateway writes PUBLIC_URL into them and compresses them itself. */
const DOCUMENTS = [
  'index.html',
  ...Object.values(CERTIFICATE_DOCUMENTS),
  ...Object.values(PRERENDERED),
  'robots.txt',
  'sitemap.xml',
];
/** The prerendered pages, each with its module. */
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
/** Modules that do not need the list of the other pages (`src/app/page-list.ts`). */
const LIGHT_MODULES = ['landing-page.tsx', 'landing.en.ts', 'terms-page.tsx', 'privacy-page.tsx'];
/** The named media queries. */
const BREAKPOINTS = join(import.meta.dirname, 'src/app/breakpoints.css');
/** Shown on a prerendered page when scripts are disabled. */
const NOSCRIPT_NOTES = {
  'pt-BR': '<p class="g2-noscript">Para entrar e registrar um software, ative o JavaScript do navegador.</p>',
  en: '<p class="g2-noscript">To sign in and register software, enable JavaScript in your browser.</p>',
};
const COMPRESSED_EXTENSIONS = new Set(['.js', '.css', '.svg', '.json', '.webmanifest', '.wasm']);
/** Bytes. Compressing a smaller file saves no packet. */
const MIN_COMPRESSED_BYTES = 1024;

const programs = packedPrograms(join(import.meta.dirname, '../deploy'));

export default defineConfig({
  plugins: [react(), tailwindcss(), lazyContract()],
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
  server: { proxy: { '/api': { target: api, changeOrigin: false } } },
  environments: {
    ssr: {
      // Self-contained: the gateway that runs it has none of these packages.
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

/** No list of preloads in the entry script, which every visit downloads: `start` lists its own imports. */
function resolveDependencies(_file: string, deps: string[], { hostId }: { hostId: string }): string[] {
  return hostId.includes('assets/start-') ? [] : deps;
}

/** Builds the application and its prerenderer, and writes compressed copies and one document per prerendered page. */
async function buildApp(builder: ViteBuilder): Promise<void> {
  const { client, ssr } = builder.environments;
  if (client === undefined || ssr === undefined) throw new Error('the build lacks an environment');
  const { build } = client.config;
  const { minify } = build;
  // A first build, which is not written, shows which modules are shared.
  Object.assign(build, { write: false, minify: false });
  const groups = groupsBy(outputOf(await builder.build(client)));
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
  // Part of the release: the gateway renders the pages of certificates with it.
  ssr.config.build.outDir = join(dist, 'server');
  const renderPage = await importRenderer(join(dist, 'server', entryOf(await builder.build(ssr))));
  await writeFile(join(dist, PAGE_SCRIPTS_FILE), JSON.stringify(partsOf(output)));
  const written = await readFile(join(dist, 'index.html'), 'utf8');
  const always = withImports(output, chunkOf(output, 'start.tsx'));
  const document = withLinks(written, stylesOf(always), styleLink);
  const listed = withImports(output, chunkOf(output, 'page-list.ts'));
  // A page that is not prerendered shows nothing until its code is loaded, so the document preloads all of it.
  const scripts = [...new Set([...always, ...listed])].map(({ fileName }) => fileName);
  await writeFile(join(dist, 'index.html'), withLinks(document, scripts, scriptLink));
  for (const path of Object.keys(PRERENDERED) as (keyof typeof PRERENDERED)[]) {
    const page = withPage(document, await renderPage(path), RENDERED[path], languageOf(path), output);
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
  const entry = 'output' in output && output.output.find((one) => one.type === 'chunk' && one.isEntry);
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
  const missing = paths.filter((path) => !document.includes(`"/${path}"`));
  return insert(document, '</head>', `${missing.map((path) => `  ${link(path)}\n  `).join('')}`);
}

/**
 * `document` with the HTML of a page, and the names of the files that this page needs beyond those of every page;
 * `src/main.tsx` loads them after the first paint.
 */
function withPage(
  document: string,
  html: string,
  module: string,
  language: Language,
  output: Rolldown.RolldownOutput,
): string {
  const always = withImports(output, chunkOf(output, 'start.tsx'));
  const lists = LIGHT_MODULES.includes(module) ? [] : [chunkOf(output, 'page-list.ts')];
  if (language === 'en') lists.push(chunkOf(output, 'app/texts.en.ts'));
  const own = withImports(output, chunkOf(output, module), ...lists).filter((one) => !always.includes(one));
  const parts = own.map(({ fileName }) => `/${fileName}`).join(' ');
  const head = `  <meta name="g2-parts" content="${parts}" />\n  `;
  const styled = insert(withLinks(document, stylesOf(own), styleLink), '</head>', head);
  const noscript = `<noscript>${NOSCRIPT_NOTES[language]}</noscript>`;
  return insert(styled.replace(/<noscript>[\s\S]*?<\/noscript>/, noscript), '</div>', html);
}

/** `text` with `addition` before `marker`, which must occur exactly once. */
function insert(text: string, marker: string, addition: string): string {
  const [before, after, ...more] = text.split(marker);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`index.html must have exactly one ${marker}`);
  }
  return before + addition + marker + after;
}

async function compressFiles(dist: string): Promise<void> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (one) => one.isFile() && COMPRESSED_EXTENSIONS.has(extname(one.name)) && !DOCUMENTS.includes(one.name),
  );
  await Promise.all(files.map((one) => compressFile(join(one.parentPath, one.name))));
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < MIN_COMPRESSED_BYTES) return;
  await Promise.all([
    promisify(brotliCompress)(bytes).then((small) => writeFile(`${path}.br`, small)),
    promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
}
