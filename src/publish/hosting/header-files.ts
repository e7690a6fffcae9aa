import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { writeFileAtomic } from '#src/server/core/files.ts'
import type { Release } from '../release/release.ts'
import { getStoreDir, linkFile, toStoreName } from '../release/release-files.ts'
import { type FileTable, findFile, isDocument, type StaticFile, toFileTable } from './file-table.ts'
import {
  ALLOW,
  baseHeaders,
  type HeaderOptions,
  METHOD_NOT_ALLOWED_TEXT,
  NOT_FOUND_TEXT,
  pageHeaders,
  REDIRECT_CACHE_CONTROL,
  type ResponseHeaders,
  textHeaders,
  toContentSecurityPolicy,
} from './headers.ts'

/** The file in which static hosts read the headers of a site. */
export const HEADERS_FILE = '_headers'

/**
 * Writes a release as a folder `site` of links to its files, with the header files, for nginx and static hosts. Keeps
 * an existing folder.
 * @param folder of the release, beside the files of all releases.
 */
export async function writeSiteFolder(
  folder: string,
  release: Release,
  options: HeaderOptions,
): Promise<void> {
  const site = join(folder, 'site')
  const store = getStoreDir(dirname(folder))
  if (!existsSync(site)) {
    const part = `${site}.part`
    rmSync(part, { recursive: true, force: true })
    mkdirSync(part)
    for (const file of release.files.values())
      linkFile(join(store, toStoreName(file)), join(part, file.file), file)
    renameSync(part, site)
  }
  await writeHeaderFiles(folder, release, options)
}

/**
 * Writes the headers of the embedded server as configuration of other hosts: `nginx.conf` in the folder of the
 * release, and `_headers` in its site.
 */
export async function writeHeaderFiles(
  folder: string,
  release: Release,
  options: HeaderOptions,
): Promise<void> {
  const releases = dirname(folder)
  const table = toFileTable(releases, release)
  const page = pageHeaders(toContentSecurityPolicy(table.policy, options), options.https)
  const site = resolve(releases, 'current', 'site')
  await writeFileAtomic(join(folder, 'nginx.conf'), toNginxConfig(site, table, page))
  await writeFileAtomic(join(folder, 'site', HEADERS_FILE), toHeadersFile(table, page))
}

/** The files of a release by path. */
const listFiles = (table: FileTable): [string, StaticFile][] =>
  [...table.files.keys()].flatMap((path) => {
    const file = findFile(table, path)
    return file ? [[path, file]] : []
  })

/** One rule for products as Markdown, because there are as many files as products. */
const MARKDOWN = /^\/product\/[^/]+\.md$/

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

const indent = (lines: string[]): string[] => lines.map((line) => `  ${line}`)

const location = (match: string, lines: string[]): string[] => [
  `location ${match} {`,
  ...indent(lines),
  '}',
]

/** Each location has all headers, because nginx inherits none into a location that sets one. */
const addHeaders = (headers: ResponseHeaders): string[] =>
  Object.entries(headers)
    .filter(([name]) => name !== 'Content-Type')
    .map(([name, value]) => `add_header ${name} ${quote(value)} always;`)

const setType = (type: string): string[] => ['types { }', `default_type ${quote(type)};`]

const ONLY_GET = 'if ($request_method !~ ^(?:GET|HEAD)$) { return 405; }'

const PAGE_TYPE = 'text/html; charset=utf-8'

/** Returns the inside of a `server` block. Its root is the live release, which needs no reload. */
function toNginxConfig(site: string, table: FileTable, page: ResponseHeaders): string {
  const entries = listFiles(table)
  const assets = entries.filter(([path]) => path.startsWith('/_astro/')).map(([, file]) => file)
  const others = entries.filter(
    ([path, file]) => !path.startsWith('/_astro/') && !file.isHtml && !MARKDOWN.test(path),
  )
  const pageLines = [
    ...setType(PAGE_TYPE),
    // Pages of a large catalogue have no compressed copy.
    'gzip on;',
    'gzip_types *;',
    ...addHeaders({ ...page, 'Cache-Control': findFile(table, '/')?.cacheControl ?? 'no-cache' }),
    'add_header X-Robots-Tag $robots always;',
  ]
  const redirectLines = [
    ONLY_GET,
    ...addHeaders({ ...textHeaders, 'Cache-Control': REDIRECT_CACHE_CONTROL }),
  ]
  const toAsset = (file: StaticFile) =>
    addHeaders({ ...(isDocument(file) ? page : baseHeaders), 'Cache-Control': file.cacheControl })
  const anyAsset = assets.find((file) => !isDocument(file))
  const toText = (status: number, text: string, headers: ResponseHeaders = {}) => [
    ...setType('text/plain; charset=utf-8'),
    ...addHeaders({ ...textHeaders, ...headers }),
    `return ${status} ${quote(text)};`,
  ]
  const lines = [
    `# Release ${table.id}: include this file in a server block.`,
    `root ${quote(site)};`,
    'charset off;',
    'absolute_redirect off;',
    'gzip_static on;',
    'gzip_vary on;',
    'merge_slashes off;',
    'error_page 404 /404.html;',
    // A release of a former version has no 410 page.
    `error_page 410 ${findFile(table, '/410') ? '/410.html' : '/404.html'};`,
    'error_page 405 @method_not_allowed;',
    '# Results of a search are not indexed; nginx leaves an empty header out.',
    'set $robots "";',
    'if ($arg_search) { set $robots "noindex"; }',
    '',
    ...location('= /404.html', ['internal;', ...pageLines]),
    ...location('= /410.html', ['internal;', ...pageLines]),
    ...location('= /', [ONLY_GET, 'try_files /index.html =404;', ...pageLines]),
    ...location('/', [ONLY_GET, 'try_files $uri.html =404;', ...pageLines]),
    '',
    ...[...table.moved].flatMap(([path, to]) =>
      location(`= ${path}`, [...redirectLines, `return 301 ${encodeURI(to)}$is_args$args;`]),
    ),
    ...[...table.gone].flatMap((path) => location(`= ${path}`, [ONLY_GET, 'return 410;'])),
    '# The file system takes // for /; a redirect to it would lead to another host.',
    ...location('~ ^(?!/api/).*//.', [ONLY_GET, 'return 404;']),
    '# Other spellings of a page: /shop/, /shop.html, /index.html.',
    ...location('~ ^/index(?:\\.html)?$', [...redirectLines, 'return 308 /$is_args$args;']),
    ...location('~ ^(?!/api/)(?<page>/.*?)(?:/+|\\.html|/index|/index\\.html)$', [
      ...redirectLines,
      'set $target "";',
      'if (-f $document_root$page.html) { set $target $page; }',
      'if ($target) { return 308 $target$is_args$args; }',
      'return 404;',
    ]),
    '',
    ...location('@not_found_text', toText(404, NOT_FOUND_TEXT)),
    ...location('@method_not_allowed', toText(405, METHOD_NOT_ALLOWED_TEXT, ALLOW)),
    ...(anyAsset
      ? location('^~ /_astro/', [
          'error_page 404 = @not_found_text;',
          'error_page 405 @method_not_allowed;',
          ONLY_GET,
          'try_files $uri =404;',
          'types {',
          ...indent(
            [...new Map(assets.map(({ file, type }) => [extname(file).slice(1), type]))].map(
              ([extension, type]) => `${quote(type)} ${extension};`,
            ),
          ),
          '}',
          ...toAsset(anyAsset),
          // Compressed copies have no addresses of their own.
          ...location('~ \\.(?:br|gz)$', [ONLY_GET, 'return 404;']),
        ])
      : []),
    ...entries
      .filter(([path]) => MARKDOWN.test(path))
      .slice(0, 1)
      .flatMap(([, file]) =>
        location('~ ^/product/[^/]+\\.md$', [
          'try_files $uri =404;',
          ...setType(file.type),
          ...toAsset(file),
        ]),
      ),
    '',
    ...others.flatMap(([path, file]) =>
      location(`= ${path}`, ['try_files $uri =404;', ...setType(file.type), ...toAsset(file)]),
    ),
  ]
  return `${lines.join('\n')}\n`
}

/** Returns the path of a rule. Pages below a folder share one, because hosts limit the number of rules. */
const toRulePath = (path: string, { isHtml }: StaticFile): string => {
  const folder = /^\/[^/]+\//.exec(path)?.[0]
  return folder && (isHtml || MARKDOWN.test(path) || folder === '/_astro/') ? `${folder}*` : path
}

/** Returns the format of Netlify and Cloudflare Pages. A host adds the headers of every rule that matches. */
function toHeadersFile(table: FileTable, page: ResponseHeaders): string {
  const rules = new Map<string, ResponseHeaders>([['/*', page]])
  for (const [path, file] of listFiles(table))
    rules.set(toRulePath(path, file), {
      'Cache-Control': file.cacheControl,
      // Hosts take the type of other files from their ending.
      ...(extname(file.file) === '' ? { 'Content-Type': file.type } : {}),
    })
  return [...rules]
    .flatMap(([path, headers]) => [
      path,
      ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    ])
    .join('\n')
    .concat('\n')
}
