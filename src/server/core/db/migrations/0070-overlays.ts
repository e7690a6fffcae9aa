import { type Kysely, sql } from 'kysely'

// A launch lies over its records. It was a batch of saves that its end undid. Drafts become patches, and the records of
// live launches get back their own values, under the patch.

type Body = Record<string, unknown>
type Patch = Record<string, { set: unknown } | { unset: true }>

interface Version {
  body: Body
  archived: boolean
}

interface OldDraft {
  launch_id: string
  record_id: string
  body: string
  based_on: number
  revision: number
  saved_at: number
  editor_id: string | null
  action: 'update' | 'archive' | 'restore'
}

/** The tables of a kind of record, with their columns. */
interface Kind {
  versions: string
  record: string
  json: string
}

const PRODUCTS: Kind = { versions: 'product_version', record: 'product_id', json: 'entry' }
const CONTENTS: Kind = { versions: 'content_version', record: 'record_id', json: 'body' }

/** The categories that come with the shop. */
const CATEGORIES = [
  'watches',
  'perfumes',
  'sunglasses',
  'bags',
  'clothing',
  'jewelry',
  'shoes',
  'accessories',
].map((name) => `category:${name}`)

/** Returns whether a record comes with the shop. Its first text is not in the database. */
const isOfShop = (id: string): boolean => !id.includes(':') || CATEGORIES.includes(id)

const NO_FIELDS: Version = { body: {}, archived: false }

const hasFields = ({ body }: Version): boolean => Object.keys(body).length > 0

const PRUNED =
  'The version that this draft was made from is deleted. Open the draft, check all of its fields, and save it.'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  const names = await readNames(db)
  const live = await takeOffLiveLaunches(db, names)
  await convertDrafts(db, names, live)
  await dropFormer(db)
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('overlay')
    .addColumn('launch_id', 'text', (col) =>
      col.notNull().references('launch.id').onDelete('cascade'),
    )
    .addColumn('record_id', 'text', (col) => col.notNull())
    .addColumn('patch', 'text', (col) => col.notNull())
    .addColumn('revision', 'integer', (col) => col.notNull())
    .addColumn('saved_at', 'bigint', (col) => col.notNull())
    .addColumn('editor_id', 'text', (col) => col.references('user.id').onDelete('set null'))
    .addColumn('problem', 'text', (col) => col.notNull().defaultTo(''))
    .addPrimaryKeyConstraint('overlay_once', ['launch_id', 'record_id'] as never[])
    .execute()
  await db.schema
    .createTable('overlay_picture')
    .addColumn('launch_id', 'text', (col) => col.notNull())
    .addColumn('record_id', 'text', (col) => col.notNull())
    .addColumn('picture_hash', 'text', (col) => col.notNull())
    .addPrimaryKeyConstraint('overlay_picture_once', [
      'launch_id',
      'record_id',
      'picture_hash',
    ] as never[])
    .addForeignKeyConstraint(
      'overlay_picture_of_overlay',
      ['launch_id', 'record_id'] as never[],
      'overlay',
      ['launch_id', 'record_id'] as never[],
      (constraint) => constraint.onDelete('cascade').onUpdate('cascade'),
    )
    .execute()
  await db.schema
    .createTable('launch_effect')
    .addColumn('record_id', 'text', (col) => col.notNull())
    .addColumn('launch_id', 'text', (col) => col.notNull())
    .addColumn('name', 'text', (col) => col.notNull())
    .addColumn('patch', 'text', (col) => col.notNull())
    .addColumn('from_at', 'bigint', (col) => col.notNull())
    .addColumn('to_at', 'bigint')
    .addPrimaryKeyConstraint('launch_effect_once', ['record_id', 'launch_id', 'from_at'] as never[])
    .execute()
  for (const [name, table, column] of [
    ['overlay_by_record', 'overlay', 'record_id'],
    ['overlay_of_editor', 'overlay', 'editor_id'],
    ['overlay_picture_by_picture', 'overlay_picture', 'picture_hash'],
    ['launch_effect_of_launch', 'launch_effect', 'launch_id'],
    ['launch_effect_by_end', 'launch_effect', 'to_at'],
  ] as const)
    await db.schema.createIndex(name).on(table).column(column).execute()
  await sql`create index launch_live on launch (id)
    where published_at is not null and undone_at is null`.execute(db)
}

/** Ids of products and categories by their current and former addresses. */
interface Names {
  products: ReadonlyMap<string, string>
  categories: ReadonlyMap<string, string>
}

async function readNames(db: Kysely<unknown>): Promise<Names> {
  const { rows } = await sql<{ kind: string; slug: string; record_id: string }>`
    select kind, slug, record_id from slug where launch_id is null`.execute(db)
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind)
  return {
    products: new Map(ofKind('product').map(({ slug, record_id }) => [slug, record_id])),
    categories: new Map(
      ofKind('category').map(({ slug, record_id }) => [slug, record_id.replace('category:', '')]),
    ),
  }
}

/** Versions from before ids name products and categories by the addresses of that time. */
function withIds(names: Names, body: Body): Body {
  const { category, related } = body
  return {
    ...body,
    ...(typeof category === 'string' && {
      category: names.categories.get(category) ?? category,
    }),
    ...(Array.isArray(related) && {
      related: [...new Set(related.map((name) => names.products.get(String(name)) ?? name))],
    }),
  }
}

async function findVersion(
  db: Kysely<unknown>,
  { versions, record, json }: Kind,
  id: string,
  revision: number,
  names: Names,
): Promise<Version | undefined> {
  const { rows } = await sql<{ body: string; archived: number }>`
    select ${sql.ref(json)} as body, archived from ${sql.table(versions)}
    where ${sql.ref(record)} = ${id} and revision = ${revision}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const body = JSON.parse(row.body) as Body
  return { body: json === 'entry' ? withIds(names, body) : body, archived: row.archived === 1 }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

interface Option {
  id?: string
  name: string
  ids?: Record<string, string>
}

/** Returns a choice by the ids of its options and values, sorted. */
function toChoiceIds(body: Body, choice: Record<string, string>): Record<string, string> {
  const options = (body['options'] ?? []) as Option[]
  const entries = Object.entries(choice).map(([name, value]): [string, string] => {
    const option = options.find((known) => known.name === name)
    if (!option) return [name, value]
    const ids = option.ids ?? {}
    return [option.id ?? name, Object.hasOwn(ids, value) ? (ids[value] ?? value) : value]
  })
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

type Row = Body & { choice: Record<string, string> }

const readRows = (body: Body): Map<string, Row> | undefined =>
  (body['variants'] as Row[] | undefined) &&
  new Map(
    (body['variants'] as Row[]).map((row) => {
      const choice = toChoiceIds(body, row.choice)
      return [JSON.stringify(choice), { ...row, choice }]
    }),
  )

const toPatched = (value: unknown) =>
  value === undefined ? { unset: true as const } : { set: value }

const NOT_COMPARED = ['stock', 'variant', 'variants']

function diffBodies(before: Body, after: Body, isProduct: boolean): Patch {
  const patch: Patch = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (!(isProduct && NOT_COMPARED.includes(name)) && !isSame(before[name], after[name]))
      patch[name] = toPatched(after[name])
  if (!isProduct) return patch
  const chosen = [before, after].map((body) =>
    toChoiceIds(body, (body['variant'] ?? {}) as Record<string, string>),
  )
  if (!isSame(chosen[0], chosen[1])) patch['variant'] = { set: chosen[1] }
  return { ...patch, ...diffRows(readRows(before), readRows(after)) }
}

const ROW_FIELDS = ['sku', 'barcode', 'price', 'listPrice', 'picture']

function diffRows(
  before: Map<string, Row> | undefined,
  after: Map<string, Row> | undefined,
): Patch {
  if (!after) return before ? { variants: { unset: true } } : {}
  if (!before) return { variants: { set: [...after.values()] } }
  const patch: Patch = {}
  for (const [choice, row] of after) {
    const former = before.get(choice)
    if (!former) patch[`variants.${choice}`] = { set: row }
    else
      for (const name of ROW_FIELDS)
        if (!isSame(former[name], row[name]))
          patch[`variants.${choice}.${name}`] = toPatched(row[name])
  }
  for (const choice of before.keys())
    if (!after.has(choice)) patch[`variants.${choice}`] = { unset: true }
  return patch
}

const isProduct = (id: string, products: ReadonlySet<string>): boolean =>
  id.startsWith('new-') || products.has(id)

async function listProductIds(db: Kysely<unknown>): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from product`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

interface LiveLaunch {
  id: string
  name: string
  batch_id: string
  published_at: number
}

/**
 * Gives records their own values again: a new version without the fields that a live launch changed, if they still
 * have its values. A field that a person has changed since stays, and leaves the patch.
 * @returns the patches, by launch and record.
 */
async function takeOffLiveLaunches(db: Kysely<unknown>, names: Names): Promise<Map<string, Patch>> {
  const patches = new Map<string, Patch>()
  // The last one that started lies on top.
  const { rows: launches } = await sql<LiveLaunch>`select id, name, batch_id, published_at
    from launch where published_at is not null and undone_at is null
    order by published_at desc, created_at desc, id desc`.execute(db)
  const bases = new Map<string, { kind: Kind; base: Version }>()
  for (const { id: launchId, name, batch_id, published_at } of launches) {
    for (const kind of [PRODUCTS, CONTENTS]) {
      const { rows } = await sql<{ id: string; revision: number; action: string }>`
        select ${sql.ref(kind.record)} as id, revision, action from ${sql.table(kind.versions)}
        where batch_id = ${batch_id} order by 1`.execute(db)
      for (const { id, revision, action } of rows) {
        const saved = await findVersion(db, kind, id, revision, names)
        if (!saved) continue
        const former = await findVersion(db, kind, id, revision - 1, names)
        const isCreated = action === 'create' && !former
        const isFirst = revision === 1 && kind === CONTENTS && isOfShop(id)
        const first = isCreated ? { body: saved.body, archived: true } : NO_FIELDS
        const before = isCreated || isFirst ? first : former
        if (!before) continue
        const base = bases.get(id)?.base ?? (await findLatest(db, kind, id, names))
        if (!base) continue
        const peeled = peel(base, saved, before, kind === PRODUCTS)
        // A record that a person has saved since stays as it is.
        const isSaved = before === NO_FIELDS && hasFields(peeled.rest)
        const { patch, rest } = isSaved ? { patch: {}, rest: base } : peeled
        bases.set(id, { kind, base: rest })
        patches.set(`${launchId} ${id}`, patch)
        await sql`insert into launch_effect (record_id, launch_id, name, patch, from_at)
          values (${id}, ${launchId}, ${name}, ${JSON.stringify(patch)}, ${published_at})`.execute(
          db,
        )
      }
    }
    await sql`update batch set undone_at = ${published_at} where id = ${batch_id}`.execute(db)
  }
  for (const [id, { kind, base }] of bases)
    await (hasFields(base) ? insertBase(db, kind, id, base) : restoreText(db, id))
  return patches
}

async function findLatest(
  db: Kysely<unknown>,
  kind: Kind,
  id: string,
  names: Names,
): Promise<Version | undefined> {
  const { rows } = await sql<{ revision: number }>`select max(revision) as revision
    from ${sql.table(kind.versions)} where ${sql.ref(kind.record)} = ${id}`.execute(db)
  return await findVersion(db, kind, id, Number(rows[0]?.revision ?? 0), names)
}

/** Splits a record into the patch of a launch and what lies under it. */
function peel(
  current: Version,
  saved: Version,
  before: Version,
  ofProduct: boolean,
): { patch: Patch; rest: Version } {
  const patch: Patch = {}
  const body = { ...current.body }
  const currentRows = ofProduct ? readRows(current.body) : undefined
  const beforeRows = ofProduct ? readRows(before.body) : undefined
  const savedRows = ofProduct ? readRows(saved.body) : undefined
  let rows = currentRows && new Map(currentRows)
  for (const [field, value] of Object.entries(diffBodies(before.body, saved.body, ofProduct))) {
    if (!ofProduct || !field.startsWith('variants')) {
      if (!isSame(current.body[field], saved.body[field])) continue
      patch[field] = value
      if (before.body[field] === undefined) delete body[field]
      else body[field] = before.body[field]
      continue
    }
    const [, choice = '', name] = /^variants\.(\{.*\})(?:\.(\w+))?$/s.exec(field) ?? []
    if (choice === '') {
      patch[field] = value
      rows = beforeRows && new Map(beforeRows)
    } else if (name === undefined) {
      const former = beforeRows?.get(choice)
      if (former) rows?.set(choice, former)
      else rows?.delete(choice)
      patch[field] = value
    } else {
      const row = rows?.get(choice)
      if (!row || !isSame(row[name], savedRows?.get(choice)?.[name])) continue
      patch[field] = value
      const { [name]: _, ...others } = row
      const own = beforeRows?.get(choice)?.[name]
      rows?.set(choice, {
        ...others,
        choice: row.choice,
        ...(own !== undefined && { [name]: own }),
      })
    }
  }
  if (ofProduct) {
    if (rows) body['variants'] = [...rows.values()].map((row) => showRow(body, row))
    else delete body['variants']
  }
  const isArchivedByLaunch =
    saved.archived !== before.archived && current.archived === saved.archived
  if (isArchivedByLaunch) patch['archived'] = { set: saved.archived }
  const archived = isArchivedByLaunch ? before.archived : current.archived
  return { patch, rest: { body, archived } }
}

/** Names the choice of a variant as the options do. */
function showRow(body: Body, row: Row): Row {
  const options = (body['options'] ?? []) as (Option & { values: string[] })[]
  const choice = Object.entries(row.choice).map(([id, value]): [string, string] => {
    const option = options.find((known) => (known.id ?? known.name) === id)
    const name = option?.values.find((known) => (option.ids?.[known] ?? known) === value)
    return [option?.name ?? id, name ?? value]
  })
  return { ...row, choice: Object.fromEntries(choice) }
}

/** Makes the text that comes with the shop the base of a record again: it is the one without a version. */
async function restoreText(db: Kysely<unknown>, id: string): Promise<void> {
  await sql`delete from content_version where record_id = ${id}`.execute(db)
  await sql`update content_record set revision = 0 where id = ${id}`.execute(db)
}

/** Adds the version that is the base of a record from now on. */
async function insertBase(
  db: Kysely<unknown>,
  { versions, record, json }: Kind,
  id: string,
  { body, archived }: Version,
): Promise<void> {
  const isOfProduct = json === 'entry'
  const table = sql.table(isOfProduct ? 'product' : 'content_record')
  const { rows } = await sql<{ revision: number; updated_at: number }>`update ${table}
    set revision = revision + 1, updated_at = updated_at + 1
    where id = ${id} returning revision, updated_at`.execute(db)
  const [row] = rows
  if (!row) return
  const text = JSON.stringify(body)
  await sql`insert into ${sql.table(versions)}
    (${sql.ref(record)}, revision, action, saved_at, ${sql.ref(json)}, archived)
    values (${id}, ${row.revision}, 'update', ${row.updated_at}, ${text}, ${archived ? 1 : 0})`.execute(
    db,
  )
  if (isOfProduct)
    await sql`update product_version set counted = '[]'
    where product_id = ${id} and revision = ${row.revision}`.execute(db)
  const pictures = sql.table(isOfProduct ? 'product_version_picture' : 'content_version_picture')
  for (const hash of await listPictures(db, text))
    await sql`insert into ${pictures} (${sql.ref(record)}, revision, picture_hash)
      values (${id}, ${row.revision}, ${hash})`.execute(db)
}

/** Lists the pictures in a text that exist. */
async function listPictures(db: Kysely<unknown>, json: string): Promise<string[]> {
  const hashes = [...new Set([...json.matchAll(/"([\da-f]{32})"/g)].map(([, hash = '']) => hash))]
  if (hashes.length === 0) return []
  const { rows } = await sql<{ hash: string }>`select hash from picture
    where hash in (${sql.join(hashes)})`.execute(db)
  return rows.map(({ hash }) => hash)
}

async function convertDrafts(
  db: Kysely<unknown>,
  names: Names,
  live: ReadonlyMap<string, Patch>,
): Promise<void> {
  const products = await listProductIds(db)
  const { rows: drafts } = await sql<OldDraft>`select launch_id, record_id, body, based_on,
    revision, saved_at, editor_id, action from launch_item`.execute(db)
  for (const draft of drafts) {
    const { launch_id, record_id } = draft
    const known = live.get(`${launch_id} ${record_id}`)
    const { patch, problem } = known
      ? { patch: known, problem: '' }
      : await toPatch(db, draft, isProduct(record_id, products), names)
    await sql`insert into overlay (launch_id, record_id, patch, revision, saved_at, editor_id, problem)
      values (${launch_id}, ${record_id}, ${JSON.stringify(patch)}, ${draft.revision},
        ${draft.saved_at}, ${draft.editor_id}, ${problem})`.execute(db)
  }
  await sql`insert into overlay_picture (launch_id, record_id, picture_hash)
    select launch_id, record_id, picture_hash from launch_item_picture`.execute(db)
}

/** Returns what a draft changes of the version that it was made from. */
async function toPatch(
  db: Kysely<unknown>,
  { record_id: id, body: json, based_on, action }: OldDraft,
  ofProduct: boolean,
  names: Names,
): Promise<{ patch: Patch; problem: string }> {
  const stored = JSON.parse(json) as Body
  const body = ofProduct ? withIds(names, stored) : stored
  const archived: Patch = action === 'update' ? {} : { archived: { set: action === 'archive' } }
  const { stock, variant, variants: _, ...fields } = body
  const all: Patch = ofProduct
    ? {
        ...Object.fromEntries(Object.entries(fields).map(([name, set]) => [name, { set }])),
        variant: { set: toChoiceIds(body, (variant ?? {}) as Record<string, string>) },
        ...diffRows(undefined, readRows(body)),
      }
    : Object.fromEntries(Object.entries(body).map(([name, set]) => [name, { set }]))
  const isNew = id.startsWith('new-')
  const isText = based_on === 0 && !ofProduct && isOfShop(id)
  // The draft has all fields of a text that no one has saved.
  if (isText && !(await findLatest(db, CONTENTS, id, names)))
    return { patch: { ...all, ...archived }, problem: '' }
  if (isNew || (based_on === 0 && !isText))
    return {
      patch: { ...all, ...(isNew && { stock: { set: stock } }), archived: { set: false } },
      problem: '',
    }
  const kind = ofProduct ? PRODUCTS : CONTENTS
  const base =
    (await findVersion(db, kind, id, based_on, names)) ??
    (ofProduct ? await findSeeded(db, id, based_on) : undefined)
  return base
    ? { patch: { ...diffBodies(base.body, body, ofProduct), ...archived }, problem: '' }
    : { patch: { ...all, ...archived }, problem: PRUNED }
}

/** A product that no one has saved since the seed has no version: its row is the first. */
async function findSeeded(
  db: Kysely<unknown>,
  id: string,
  revision: number,
): Promise<Version | undefined> {
  const { rows } = await sql<Body & { detail: string; revision: number }>`select * from product
    where id = ${id}`.execute(db)
  const [row] = rows
  if (!row || row.revision !== revision) return undefined
  const { base, ...detail } = JSON.parse(row.detail) as Body & {
    base?: { price: number; listPrice?: number }
  }
  const { rows: pictures } = await sql<{
    picture_hash: string
    alt: string
    focus_x: number
    focus_y: number
    zoom: number | null
    worn: number
  }>`select picture_hash, alt, focus_x, focus_y, zoom, worn from product_picture
    where product_id = ${id} order by position`.execute(db)
  const price = Number(row['price_paise']) / 100
  const listPrice = Number(row['list_price_paise']) / 100
  const shown = base ?? { price, ...(listPrice > price && { listPrice }) }
  const body = {
    ...detail,
    ...shown,
    slug: row['slug'],
    title: row['title'],
    category: row['category'],
    publishedAt: new Date(Number(row['published_at'])).toISOString(),
    pictures: pictures.map(({ picture_hash, alt, focus_x, focus_y, zoom, worn }) => ({
      file: picture_hash,
      alt,
      ...((focus_x !== 50 || focus_y !== 50) && { focus: { x: focus_x, y: focus_y } }),
      ...(zoom !== null && { zoom }),
      ...(worn === 1 && { worn: true }),
    })),
  }
  return { body, archived: row['archived_at'] !== null }
}

async function dropFormer(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('launch_item_picture').execute()
  await db.schema.dropTable('launch_item').execute()
  await db.schema.dropIndex('launch_of_batch').execute()
  await db.schema.alterTable('launch').dropColumn('batch_id').execute()
  await db.schema.alterTable('batch').dropColumn('launch_id').execute()
  await db.schema.alterTable('batch').dropColumn('undoes').execute()
}
