import { findKept } from './diff-words.ts'
import { isRecord } from './is-record.ts'

/** Whose part is taken where both changed one. */
export type Part = 'base' | 'mine' | 'theirs'

interface Joined {
  value: unknown
  /** Whether both changed one part, in different ways. */
  isClash: boolean
}

/** Rows are the same whatever the order of their parts. */
export const sortParts = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(sortParts)
  if (!isRecord(part)) return part
  const sorted = Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([name, value]) => [name, sortParts(value)]))
}

const toKey = (part: unknown): string => JSON.stringify(sortParts(part)) ?? ''

const isSame = (a: unknown, b: unknown): boolean => toKey(a) === toKey(b)

/**
 * Merges what two editors made of one text: by paragraph, by line, and by item of a list.
 * @param choice whose part is taken where both changed one; the joined value is of use without a clash, or with it.
 */
export function joinTexts(base: unknown, mine: unknown, theirs: unknown, choice?: Part): Joined {
  let isClash = false
  const onClash = (versions: Versions) => {
    isClash = true
    return versions[choice ?? 'theirs']
  }
  const versions = { base, mine, theirs }
  const isReordered = isEach(versions, isRecord) && !hasSameOrder(versions)
  const value = (isReordered ? onClash : (all: Versions) => joinParts(all, onClash))(versions)
  return { value, isClash }
}

/** A record that is no row is shown in the order of its names. */
function hasSameOrder({ base, mine, theirs }: Versions<Record<string, unknown>>): boolean {
  const toOrder = (record: object, other: object) =>
    Object.keys(record)
      .filter((name) => name in other)
      .join('\n')
  return [mine, theirs].every((other) => toOrder(base, other) === toOrder(other, base))
}

type Versions<Value = unknown> = Record<Part, Value>
type OnClash = (versions: Versions) => unknown

function joinParts(versions: Versions, onClash: OnClash): unknown {
  const { base, mine, theirs } = versions
  if (isSame(base, mine) || isSame(mine, theirs)) return theirs
  if (isSame(base, theirs)) return mine
  if (isEach(versions, isText)) return joinLines(versions, onClash)
  if (isEach(versions, isRichText)) return joinBlocks(versions, onClash)
  if (isEach(versions, isTable) && !hasSameWidth(versions)) return onClash(versions)
  if (isEach(versions, Array.isArray)) return joinItems(versions, onClash)
  if (isEach(versions, isPartwise)) return joinRecords(versions, onClash)
  return onClash(versions)
}

function isEach<Value>(
  versions: Versions,
  is: (value: unknown) => value is Value,
): versions is Versions<Value> {
  return is(versions.base) && is(versions.mine) && is(versions.theirs)
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** A record whose parts can be changed one by one: figures such as those of a point belong together. */
const isPartwise = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && !Object.values(value).every((part) => typeof part === 'number')

const isTable = (value: unknown): value is unknown[][] =>
  Array.isArray(value) && value.length > 0 && value.every(Array.isArray)

const hasSameWidth = ({ base, mine, theirs }: Versions<unknown[][]>): boolean =>
  new Set([...base, ...mine, ...theirs].map(({ length }) => length)).size === 1

interface Block extends Record<string, unknown> {
  type: string
  items?: unknown[]
}

const BLOCK_TYPES = ['paragraph', 'heading', 'list']

const isRichText = (value: unknown): value is Block[] =>
  Array.isArray(value) &&
  value.every((block) => isRecord(block) && BLOCK_TYPES.includes(String(block['type'])))

function joinLines(versions: Versions<string>, onClash: OnClash): unknown {
  if (!Object.values(versions).some((text) => text.includes('\n'))) return onClash(versions)
  const lines = toEach(versions, (text) => text.split('\n'))
  return (joinItems(lines, onClash) as string[]).join('\n')
}

const toEach = <From, To>(
  { base, mine, theirs }: Versions<From>,
  map: (value: From) => To,
): Versions<To> => ({ base: map(base), mine: map(mine), theirs: map(theirs) })

const ITEM = 'item'
const END_OF_LIST: Block = { type: 'end' }

/** Items of lists are paragraphs of their own. */
const toUnits = (blocks: Block[]): Block[] =>
  blocks.flatMap(({ type, items, ...rest }, index) =>
    items === undefined
      ? [{ type, ...rest }]
      : [
          ...items.map((spans) => ({ type: ITEM, spans })),
          ...(blocks[index + 1]?.type === 'list' ? [END_OF_LIST] : []),
        ],
  )

function toBlocks(units: Block[]): Block[] {
  const blocks: Block[] = []
  let items: unknown[] | undefined
  for (const unit of units) {
    if (unit.type !== ITEM) items = undefined
    else if (items) items.push(unit['spans'])
    else {
      items = [unit['spans']]
      blocks.push({ type: 'list', items })
    }
    if (unit.type !== ITEM && unit.type !== END_OF_LIST.type) blocks.push(unit)
  }
  return blocks
}

const joinBlocks = (versions: Versions<Block[]>, onClash: OnClash): unknown =>
  toBlocks(joinItems(toEach(versions, toUnits), onClash) as Block[])

function joinRecords(versions: Versions<Record<string, unknown>>, onClash: OnClash): unknown {
  const names = new Set(Object.values(versions).flatMap(Object.keys))
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const parts = toEach(versions, (record) => record[name])
      // The words of one paragraph are one part.
      const value =
        name === 'spans' && !isSame(parts.mine, parts.theirs)
          ? joinWhole(parts, onClash)
          : joinParts(parts, onClash)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function joinWhole(versions: Versions, onClash: OnClash): unknown {
  if (isSame(versions.base, versions.mine)) return versions.theirs
  if (isSame(versions.base, versions.theirs)) return versions.mine
  return onClash(versions)
}

/** What a version has in place of the items from `start` to `end`; an insertion has no such item. */
interface Edit {
  start: number
  end: number
  items: unknown[]
}

function joinItems(versions: Versions<unknown[]>, onClash: OnClash): unknown {
  const { base, mine, theirs } = versions
  if (base.length === 0) return onClash(versions)
  const edits = { mine: listEdits(base, mine), theirs: listEdits(base, theirs) }
  const joined: unknown[] = []
  let position = 0
  for (const cluster of listClusters(edits)) {
    joined.push(...base.slice(position, cluster.start), ...joinCluster(base, cluster, onClash))
    position = cluster.end
  }
  joined.push(...base.slice(position))
  // Two who moved one item to different places.
  return hasMoreOfOne(joined, versions) ? onClash(versions) : joined
}

/** The edits of both versions that touch the same items. */
interface Cluster {
  start: number
  end: number
  mine: Edit[]
  theirs: Edit[]
}

const isInsertion = ({ start, end }: Pick<Edit, 'start' | 'end'>): boolean => start === end

/** An insertion beside a changed item leaves it as it is. */
const overlaps = (cluster: Cluster, edit: Edit): boolean =>
  isInsertion(cluster) && isInsertion(edit)
    ? cluster.start === edit.start
    : cluster.start < edit.end && edit.start < cluster.end

function listClusters({ mine, theirs }: Pick<Cluster, 'mine' | 'theirs'>): Cluster[] {
  const edits = [
    ...mine.map((edit) => ({ edit, side: 'mine' as const })),
    ...theirs.map((edit) => ({ edit, side: 'theirs' as const })),
  ].toSorted(({ edit: a }, { edit: b }) => a.start - b.start || a.end - b.end)
  const clusters: Cluster[] = []
  for (const { edit, side } of edits) {
    let cluster = clusters.at(-1)
    if (!cluster || !overlaps(cluster, edit)) {
      cluster = { start: edit.start, end: edit.end, mine: [], theirs: [] }
      clusters.push(cluster)
    }
    cluster.end = Math.max(cluster.end, edit.end)
    cluster[side].push(edit)
  }
  return clusters
}

function applyEdits(base: unknown[], { start, end }: Cluster, edits: Edit[]): unknown[] {
  const items: unknown[] = []
  let position = start
  for (const edit of edits) {
    items.push(...base.slice(position, edit.start), ...edit.items)
    position = edit.end
  }
  return [...items, ...base.slice(position, end)]
}

function joinCluster(base: unknown[], cluster: Cluster, onClash: OnClash): unknown[] {
  const versions = {
    base: base.slice(cluster.start, cluster.end),
    mine: applyEdits(base, cluster, cluster.mine),
    theirs: applyEdits(base, cluster, cluster.theirs),
  }
  if (cluster.theirs.length === 0) return versions.mine
  if (cluster.mine.length === 0 || isSame(versions.mine, versions.theirs)) return versions.theirs
  if (isInsertion(cluster)) {
    const keys = new Set(versions.theirs.map(toKey))
    return [...versions.theirs, ...versions.mine.filter((item) => !keys.has(toKey(item)))]
  }
  const isOne = Object.values(versions).every(({ length }) => length === 1)
  return isOne
    ? [
        joinParts(
          toEach(versions, ([item]) => item),
          onClash,
        ),
      ]
    : (onClash(versions) as unknown[])
}

function hasMoreOfOne(joined: unknown[], versions: Versions<unknown[]>): boolean {
  const counts = Object.values(versions).map(countItems)
  return [...countItems(joined)].some(
    ([key, found]) => found > 1 && found > Math.max(...counts.map((count) => count.get(key) ?? 0)),
  )
}

function countItems(items: unknown[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of items.map(toKey)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function listEdits(base: unknown[], other: unknown[]): Edit[] {
  const kept = findKept(base.map(toKey), other.map(toKey))
  const edits: Edit[] = []
  let [start, from] = [0, 0]
  while (start < base.length || from < other.length) {
    let [end, to] = [start, from]
    while (end < base.length && !kept.before.has(end)) end += 1
    while (to < other.length && !kept.after.has(to)) to += 1
    edits.push(...splitEdit(base.slice(start, end), other.slice(from, to), start))
    start = end + 1
    from = to + 1
  }
  return edits
}

/** Items beyond this product are not compared with each other. */
const MAX_PAIRS = 2_500
/** Share of words from which an item is another version of one. */
const MIN_SIMILARITY = 0.5

/** One edit for each item that has another version, and those between them. */
function splitEdit(before: unknown[], after: unknown[], offset: number): Edit[] {
  const edits: Edit[] = []
  let [start, from] = [0, 0]
  const add = (end: number, to: number) => {
    const items = after.slice(from, to)
    if (items.length === end - start)
      for (const [index, item] of items.entries()) {
        const at = offset + start + index
        edits.push({ start: at, end: at + 1, items: [item] })
      }
    else edits.push({ start: offset + start, end: offset + end, items })
    ;[start, from] = [end, to]
  }
  for (const [index, other] of findVersions(before, after)) {
    add(index, other)
    add(index + 1, other + 1)
  }
  add(before.length, after.length)
  return edits
}

/** Pairs of items of which one is another version of the other, in the order of both. */
function findVersions(before: unknown[], after: unknown[]): [number, number][] {
  if (before.length * after.length > MAX_PAIRS) return []
  const [words, others] = [before.map(countWords), after.map(countWords)]
  const width = after.length + 1
  const sums = new Float64Array((before.length + 1) * width)
  const getSum = (row: number, column: number) => sums[row * width + column] ?? 0
  const getSimilarity = (row: number, column: number) => {
    const similarity = compareWords(words[row], others[column])
    return similarity < MIN_SIMILARITY ? 0 : similarity
  }
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const similarity = getSimilarity(row, column)
      const paired = similarity > 0 ? similarity + getSum(row + 1, column + 1) : 0
      sums[row * width + column] = Math.max(
        paired,
        getSum(row + 1, column),
        getSum(row, column + 1),
      )
    }
  const pairs: [number, number][] = []
  let [row, column] = [0, 0]
  while (row < before.length && column < after.length) {
    const sum = getSum(row, column)
    if (sum === getSum(row + 1, column)) row += 1
    else if (sum === getSum(row, column + 1)) column += 1
    else pairs.push([row++, column++])
  }
  return pairs
}

/** The texts in an item; no name, nor the type of a paragraph. */
function listTexts(item: unknown): string[] {
  if (isText(item)) return [item]
  if (Array.isArray(item)) return item.flatMap(listTexts)
  if (!isRecord(item)) return []
  return Object.entries(item).flatMap(([name, part]) => (name === 'type' ? [] : listTexts(part)))
}

const countWords = (item: unknown): Map<string, number> =>
  countItems(
    listTexts(item)
      .join(' ')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
  )

/** Twice the common words by all words. */
function compareWords(
  words = new Map<string, number>(),
  others = new Map<string, number>(),
): number {
  const sum = (counts: Map<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0)
  let common = 0
  for (const [word, found] of words) common += Math.min(found, others.get(word) ?? 0)
  return (2 * common) / Math.max(1, sum(words) + sum(others))
}
