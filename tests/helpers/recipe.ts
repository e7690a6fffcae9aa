import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '#tools/site-process.ts'

// A recipe is a section of docs/how-to.md. Its blocks of code name a file: a block `diff` changes the file, another block
// is a new file. A block `sh` has the commands that check the result.

/** Real copies: the path of a module decides what it imports. */
const COPIED = ['src', 'tests', 'tools', 'scripts', 'lab', 'config', '.astro']
const COPIED_FILES = ['package.json', 'tsconfig.json', 'vitest.config.ts', 'astro.config.mjs']
const LINKED = ['node_modules', 'seed', 'public', 'docs', '.env.example', 'deploy']

interface Block {
  language: string
  file: string
  lines: string[]
}

const readText = (file: string) => readFileSync(join(projectRoot, file), 'utf8')

const readHowTo = () => readText('docs/how-to.md')

const parseBlocks = (text: string): Block[] =>
  [...text.matchAll(/^( *)```(\w+) ?(\S*)\n([\s\S]*?)\n\1```$/gm)].map(
    ([, indent = '', language = '', file = '', body = '']) => ({
      language,
      file,
      lines: body.split('\n').map((line) => line.slice(indent.length)),
    }),
  )

function readBlocks(heading: string): Block[] {
  const section = readHowTo().split(`\n## ${heading}\n`)[1]?.split('\n## ')[0]
  if (section === undefined) throw new Error(`docs/how-to.md has no section "${heading}".`)
  return parseBlocks(section)
}

/** The files that recipes create. */
export const listRecipeFiles = (): string[] =>
  parseBlocks(readHowTo()).flatMap(({ language, file }) => (language === 'diff' ? [] : file))

const listFiles = (blocks: readonly Block[]): string[] =>
  blocks.flatMap(({ file, language }) => (language === 'sh' ? [] : file))

/** The files that a section names. */
export const listSectionFiles = (heading: string): string[] => listFiles(readBlocks(heading))

/** The files that an example of a recipe names. */
export const listExampleFiles = (example: string): string[] =>
  listFiles(parseBlocks(readText(example)))

/** A block that takes back what another one changes. */
const invert = (block: Block): Block => ({
  ...block,
  lines: block.lines.map((line) => line.replace(/^[+-]/, (sign) => (sign === '+' ? '-' : '+'))),
})

/** Changes a text as a block `diff` says. A line `@@` separates two changes. @throws if the text differs. */
export function applyDiff(text: string, { file, lines }: Pick<Block, 'file' | 'lines'>): string {
  const without = (sign: string, change: readonly string[]) =>
    change.flatMap((line) => (line.startsWith(sign) ? [] : `${line.slice(1)}\n`)).join('')
  let changed = `\n${text}`
  for (const change of lines.join('\n').split(/^@@.*\n/m)) {
    const before = `\n${without('+', change.replace(/\n$/, '').split('\n'))}`
    const after = `\n${without('-', change.replace(/\n$/, '').split('\n'))}`
    const start = changed.indexOf(before)
    if (start < 0 || changed.includes(before, start + 1))
      throw new Error(`${file} does not have these lines once:${before}`)
    changed = changed.slice(0, start) + after + changed.slice(start + before.length)
  }
  return changed.slice(1)
}

/** A copy of the sources in which recipes are tried. It keeps what the compiler knows from the run before. */
export function createRecipeCopy() {
  const root = join(projectRoot, '.cache/recipes')
  const run = (command: string, cwd: string): void => {
    const ofTests = /^(?:VITEST|TEST_|LONG_TESTS|ONLY_API|MUTATE|NODE_ENV)/
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !ofTests.test(name)),
    )
    env['PATH'] = `${join(projectRoot, 'node_modules/.bin')}:${env['PATH']}`
    const { status, stdout, stderr } = spawnSync(command, {
      cwd,
      env,
      shell: true,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`)
  }
  if (!existsSync(join(projectRoot, '.astro/types.d.ts'))) run('astro sync', projectRoot)
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  for (const name of [...COPIED, ...COPIED_FILES])
    cpSync(join(projectRoot, name), join(root, name), { recursive: true })
  for (const name of LINKED) symlinkSync(join(projectRoot, name), join(root, name))

  const change = (file: string, text: string) => {
    mkdirSync(join(root, dirname(file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const changed = new Set<string>()

  function apply(block: Block): void {
    const { language, file, lines } = block
    const path = join(root, file)
    if (language !== 'diff' && existsSync(path)) throw new Error(`${file} is not a new file.`)
    changed.add(file)
    const text =
      language === 'diff' ? applyDiff(readFileSync(path, 'utf8'), block) : `${lines.join('\n')}\n`
    change(file, text)
  }

  /** Compiles what the shop runs, and the tests that were changed. */
  function compile(): void {
    const config = {
      extends: './tsconfig.json',
      include: ['.astro/types.d.ts', 'src/**/*', 'src/pages/.*/*', ...changed],
    }
    change('tsconfig.recipe.json', JSON.stringify(config))
    const info = join(projectRoot, '.cache/recipes.tsbuildinfo')
    run(
      `node node_modules/typescript-7/bin/tsc -p tsconfig.recipe.json --singleThreaded --incremental --tsBuildInfoFile ${info}`,
      root,
    )
  }

  /** Restores the sources. */
  function reset(): void {
    for (const file of changed) {
      rmSync(join(root, file))
      if (existsSync(join(projectRoot, file))) cpSync(join(projectRoot, file), join(root, file))
    }
    changed.clear()
  }

  /** Applies blocks, compiles the result and runs their checks. */
  function check(blocks: readonly Block[]): void {
    for (const block of blocks) if (block.language !== 'sh') apply(block)
    compile()
    for (const { language, lines } of blocks) if (language === 'sh') run(lines.join('\n'), root)
  }

  return {
    /**
     * Removes from the sources what an example of a recipe adds, checks the shop without it, and adds it again.
     * @returns the files that then differ from the sources: none, so the shop needs no other check.
     */
    removeAndAdd(example: string): string[] {
      reset()
      const blocks = parseBlocks(readText(example))
      check(blocks.map(invert))
      for (const block of blocks) if (block.language !== 'sh') apply(block)
      return [...changed].filter(
        (file) => readFileSync(join(root, file), 'utf8') !== readText(file),
      )
    },
    /** Applies the sections one after the other, compiles the result and runs their checks. */
    follow(headings: readonly string[]): void {
      reset()
      const blocks = headings.flatMap(readBlocks)
      if (!blocks.some(({ language }) => language === 'sh'))
        throw new Error(`"${headings.at(-1)}" has no check.`)
      check(blocks)
    },
  }
}
