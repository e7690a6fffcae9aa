import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { JOBS } from '#src/server/jobs/jobs.ts'
import { RETENTION } from '#src/server/jobs/retention-table.ts'
import { findDependency } from './dependencies.ts'
import { toNginxServer } from './nginx-server.ts'
import { printProse } from './prose.ts'

// Generates lists of the documents from the code: npm run docs. A section stands between "generated
// by scripts/docs.ts: <name>" and "end of <name>". tests/docs.test.ts fails if one is outdated.

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const FILES = [
  'docs/accounts.md',
  'docs/architecture.md',
  'docs/decisions/README.md',
  'docs/dependencies.md',
  'docs/operations.md',
  'deploy/nginx.conf',
]

/** Joins a docstring to one line, without its comment marks. */
const toText = (docstring: string): string =>
  docstring
    .replaceAll(/\s*\n\s*\*?\s*/g, ' ')
    .replaceAll(/^[\s*]+|[\s*/.]+$/g, '')
    .trim()

const HOUR_MINUTES = 60

/** Formats a list with one line per name. */
const toList = (rows: [name: string, value: string][]): string =>
  Object.entries(Object.groupBy(rows, ([name]) => name))
    .map(([name, group = []]) => `- ${name}: ${group.map(([, value]) => value).join(', ')}`)
    .join('\n')

/** Evaluates a product of numbers, e.g. `24 * 60`, or a constant of the file with one. */
function formatWindow(expression: string, source: string): string {
  const value = new RegExp(`const ${expression} = (.+)`).exec(source)?.[1] ?? expression
  const minutes = value.split('*').reduce((product, factor) => product * Number(factor), 1)
  const [count, unit] =
    minutes % HOUR_MINUTES === 0 ? [minutes / HOUR_MINUTES, 'h'] : [minutes, 'min']
  return count === 1 ? unit : `${count} ${unit}`
}

const LIMIT =
  /limit: (?<limit>[\d_]+),\s*windowMinutes: (?<window>[\w* ]+)(?<memory>,\s*inMemory: true)?/g

/** Returns the part of a docstring that says what a limit counts, without reason and window. */
const toCounted = (docstring: string): string =>
  toText(docstring)
    .replace(/(?::|, (?:which|e\.g|all)).*$/, '')
    .replace(/,? in (?:a minute|an hour)\b/, '')

/** Lists all rate limits of the server. The docstring before each one says what it counts. */
function listRateLimits(): string {
  const limits = globSync('src/{server,assistants}/**/*.ts', { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const source = read(file)
      return [...source.matchAll(LIMIT)].map(({ index, groups = {} }) => {
        const docstrings = source.slice(0, index).match(/\/\*\*[\s\S]*?\*\//g) ?? []
        return {
          counted: toCounted(docstrings.at(-1)?.slice(3) ?? ''),
          limit: `${groups['limit']?.replace('_', ',')}/${formatWindow(groups['window']?.trim() ?? '', source)}`,
          isInMemory: groups['memory'] !== undefined,
        }
      })
    })
  const list = (wanted: boolean) =>
    toList(
      limits.flatMap(({ counted, limit, isInMemory }) =>
        isInMemory === wanted ? [[counted, limit]] : [],
      ),
    )
  return `Counted in the database:\n\n${list(false)}\n\nCounted in the memory of each process:\n\n${list(true)}`
}

/** Lists all tables of the database by retention. */
const listRetention = (): string =>
  toList(
    Object.entries(RETENTION).map(([table, { kept, rules = [] }]) => {
      const ends = rules.map(({ column, period }) =>
        period ? `${period.text} after \`${column}\`` : `until \`${column}\``,
      )
      return [kept ?? ends.join(', or '), `\`${table}\``]
    }),
  )

/** Lists the events of a process, with the files that emit and handle each. */
function listEvents(): string {
  const sources = globSync('src/{server,publish,run}/**/*.ts', { cwd: root })
    .toSorted()
    .map((file) => ({ file, source: read(file) }))
  const find = (pattern: RegExp) =>
    sources.flatMap(({ file, source }) => (pattern.test(source) ? `\`${file}\`` : [])).join(', ')
  const [, body = ''] =
    /interface ServerEvents \{\n([\s\S]*?)\n\}/.exec(read('src/server/core/deps.ts')) ?? []
  return [...body.matchAll(/^ {2}(\w+): \[/gm)]
    .map(([, name = '']) => {
      const sent = find(new RegExp(`\\.emit\\([^)]*'${name}'`))
      const heard = find(new RegExp(`\\.on\\('${name}'|^ {2}event: '${name}'`, 'm'))
      return `- \`${name}\`: ${sent} → ${heard}`
    })
    .join('\n')
}

/** Lists the background jobs of a process that serves the API. */
const listJobs = (): string =>
  toList(
    JOBS.map(({ name, process, task, intervalMs, event }) => [
      `${name} (${process}, each ${intervalMs < 60_000 ? `${intervalMs / 1000} s` : `${intervalMs / 60_000} min`}${event ? ` and after \`${event}\`` : ''})`,
      task,
    ]),
  )

/** Lists all packages at runtime. Packages with the same purpose share a line. */
function listDependencies(): string {
  const { dependencies } = JSON.parse(read('package.json')) as {
    dependencies: Record<string, string>
  }
  const rows = Object.keys(dependencies).map((name) => {
    const found = findDependency(name)
    if (!found) throw new Error(`scripts/dependencies.ts lacks ${name}.`)
    return { name: `\`${name}\``, ...found }
  })
  return Object.values(Object.groupBy(rows, ({ use }) => use))
    .flatMap((group = []) => {
      const [first] = group
      if (!first) return []
      const { use, since, downloads, replacement } = first
      const names = group.map(({ name }) => name).join(', ')
      const instead = replacement === 'nothing' ? '' : ` Instead: ${replacement}.`
      return `- ${names} (${since}, ${toMillions(downloads)}) ${use}.${instead}`
    })
    .join('\n')
}

/**
 * Formats downloads.
 * @param thousands downloads in thousands.
 */
function toMillions(thousands: number | undefined): string {
  if (thousands === undefined) return 'not listed'
  return thousands < 1_000
    ? `${thousands},000`
    : `${Math.floor(thousands / 1_000).toLocaleString('en')} million`
}

/**
 * Lists all decision records with state and topic.
 * @throws Error if a record lacks one of them.
 */
function listDecisions(): string {
  return globSync('docs/decisions/0*.md', { cwd: root })
    .toSorted()
    .map((file) => {
      const [, title = '', state = '', topic = ''] =
        /^# (.+)\n\n\S+ · (.+) · (.+)\n/.exec(read(file)) ?? []
      if (topic === '')
        throw new Error(`${file} needs a title, and a line with date · state · topic.`)
      const name = basename(file)
      return `- [${name.slice(0, 4)}](${name}) ${title} (${topic}${state === 'accepted' ? '' : `, ${state}`})`
    })
    .join('\n')
}

const sections: Record<string, () => string> = {
  decisions: listDecisions,
  limits: listRateLimits,
  retention: listRetention,
  jobs: listJobs,
  events: listEvents,
  dependencies: listDependencies,
  'nginx-example': () =>
    `\`\`\`nginx\n${toNginxServer(
      [
        'listen 443 ssl;',
        'server_name kairavi.example;',
        'include /srv/kairavi/data/releases/current/nginx.conf;',
      ],
      { shop: '127.0.0.1:4321', desk: '127.0.0.1:4321' },
    )}\n\`\`\``,
  'nginx-server': () =>
    toNginxServer(
      [
        'listen 80;',
        '# Root, headers and redirects of the live release.',
        'include /data/releases/current/nginx.conf;',
      ],
      { shop: 'api', desk: 'desk' },
    ),
}

const SECTION =
  /(?<begin>(?:<!--|#) generated by scripts\/docs\.ts: (?<name>[\w-]+)(?: -->)?\n)[\s\S]*?(?<end>(?:<!--|#) end of \k<name>(?: -->)?\n)/g

/** Returns the files with their sections regenerated, and the names of the sections. */
export async function renderDocs(): Promise<{ files: Map<string, string>; names: string[] }> {
  const files = new Map<string, string>()
  const names: string[] = []
  for (const file of FILES) {
    const text = read(file).replaceAll(SECTION, (...match) => {
      const { begin, name, end } = match.at(-1) as Record<'begin' | 'name' | 'end', string>
      const render = sections[name]
      if (!render) throw new Error(`${file} has a section ${name}, which scripts/docs.ts lacks.`)
      names.push(name)
      const gap = file.endsWith('.md') ? '\n' : ''
      return `${begin}${gap}${render()}\n${gap}${end}`
    })
    const options = await resolveConfig(join(root, file))
    files.set(
      file,
      file.endsWith('.md') ? await format(text, { ...options, filepath: file }) : text,
    )
  }
  return { files, names }
}

export const sectionNames = Object.keys(sections)

if (import.meta.main) {
  for (const [file, text] of (await renderDocs()).files) writeFileSync(join(root, file), text)
  printProse()
}
