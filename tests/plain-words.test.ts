import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Names that had a private meaning here; the standard terms are in use instead. */
const RETIRED_NAMES = new Set(
  `Promises keyFor_ answered askToLogIn askForLogin leadOn leadToInbox leadFromDetails leaveFor replaceBy
  lendIntent borrowIntent holdUser holdLines holdEntries holdUnsaved piecesUnderWay piecesSettled
  worthAnother patienceFor Patience sessionSticks whoIsUnknown $sessionSettled say $toastsOver Complaint
  phoneComplaint LineFace faceOf pieces DOORS byLove house spend maySpend Budget household takeGuess
  giveBack oneOfFew atLeast isKeepable addSome stepSome piecesBeside mostOf furnish knowPictures
  spoilMailTokens workshop openWorkshop deliver prerenderTogether startHelper otherSpelling WayOn Narrow
  Points cutTheLine spoil happen Door lastPieces handOver handedOver`
    .split(/\s+/)
    .filter((name) => name !== 'keyFor_'),
)

const RETIRED_FILES =
  /^(?:gesture|ask-login|need-user|lead-on|leave|intent-loan|handover|last-known|sign-up-memory|patience|answer|resume|early-press|calm-transition|come-back|travelling-picture|arrivals?|guesses|one-of-few|at-least|workshop|together|helper|claims|finish|carry-over|bodies|choice|line|WayOn|Narrow|Split|Points|Promises)\.[a-z.]+$/

/** Words of novels; docs/decisions and CONTRIBUTING.md say what to write instead. */
const LITERARY =
  /\b(?:nobody(?:['’]s)?|whoever|whomever|whom|hearsay|gladly|sees? to|tells? of|told of|for want of|is none|is no news|put aside|anew|under way|furnish\w*|mend(?:s|ed|ing)?|spoil(?:s|ed|t)?|household|lend(?:s|ing)?|borrow(?:s|ed)?|gesture|patience|hearken|thereof|wherein|in vain|the like of|comes to rest|breathe[sd]?|at the door|the house(?:['’]s)?)\b/i

/** What shoppers read is written by the brand, not by these rules. */
const SHOPPER_TEXT =
  /^src\/(?:server\/seed\/catalogue|components\/(?:about|home|content)|pages\/(?:about|partner|terms|faqs))/

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'src', 'tests', 'scripts'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.(?:ts|tsx|astro|css|js|mjs)$/.test(file) && existsSync(join(root, file)))
  .filter((file) => file !== 'tests/plain-words.test.ts')

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The TypeScript of a file: an .astro file's frontmatter and scripts. */
function codeOf(file: string): string {
  const text = read(file)
  if (!file.endsWith('.astro')) return text
  const frontmatter = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? ''
  const scripts = [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code)
  return [frontmatter, ...scripts].join('\n')
}

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(
    file,
    codeOf(file),
    ts.ScriptTarget.Latest,
    true,
    /\.(?:ts|mjs|js)$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.TSX,
  )

/** Every name that the file declares: functions, variables, types, parameters and members. */
function listDeclaredNames(source: ts.SourceFile): string[] {
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    const { name } = node as ts.NamedDeclaration
    if (name && ts.isIdentifier(name)) names.push(name.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

/** Titles of tests and of groups of tests. */
function listTitles(source: ts.SourceFile): string[] {
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(?:test|it|describe)\b/.test(node.expression.getText())) {
      const [title] = node.arguments
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        titles.push(title.getText())
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}

function listComments(file: string): string[] {
  if (!/\.(?:ts|tsx|js|mjs)$/.test(file))
    return [...read(file).matchAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|<!--[\s\S]*?-->/gm)].map(
      ([comment]) => comment,
    )
  const text = read(file)
  const comments = new Map<number, string>()
  const visit = (node: ts.Node): void => {
    for (const at of [node.getFullStart(), node.getEnd()])
      for (const { pos, end } of [
        ...(ts.getLeadingCommentRanges(text, at) ?? []),
        ...(ts.getTrailingCommentRanges(text, at) ?? []),
      ])
        comments.set(pos, text.slice(pos, end))
    ts.forEachChild(node, visit)
  }
  visit(parse(file))
  return [...comments.values()]
}

const found = (file: string, texts: string[]): string[] =>
  texts.flatMap((text) => {
    const word = LITERARY.exec(text)?.[0]
    return word === undefined ? [] : [`${file}: “${word}” in ${text.replaceAll(/\s+/g, ' ')}`]
  })

describe('plain words', () => {
  test('no retired name is declared', () => {
    const code = files.filter((file) => !file.endsWith('.css'))
    const retired = code.flatMap((file) =>
      listDeclaredNames(parse(file))
        .filter((name) => RETIRED_NAMES.has(name))
        .map((name) => `${file}: ${name}`),
    )
    expect(retired).toEqual([])
  })

  test('no file has a retired name', () => {
    expect(files.filter((file) => RETIRED_FILES.test(basename(file)))).toEqual([])
  })

  test('comments use standard terms', () => {
    const code = files.filter((file) => !SHOPPER_TEXT.test(file))
    expect(code.flatMap((file) => found(file, listComments(file)))).toEqual([])
  })

  test('test titles use standard terms', () => {
    const tests = files.filter((file) => /\.(?:test|spec|long)\.tsx?$/.test(file))
    expect(tests.flatMap((file) => found(file, listTitles(parse(file))))).toEqual([])
  })
})
