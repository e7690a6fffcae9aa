import { randomUUID } from 'node:crypto'
import type { EditorProduct } from '#src/contract/editor.ts'
import { MAX_QUANTITY } from '#src/rules/constants.ts'
import type { ApiClient, JsonResponse } from '#tools/api-client.ts'
import type { Random } from '#tools/random.ts'
import { type CartLine, toOrder } from './order-calls.ts'

/** Products by the changes that race for them. Their ids are derived from their slugs. */
export interface RacedProducts {
  /** For saves, imports and launches of editors. */
  saved: { id: string; slug: string }[]
  /** For orders and counts; one has a single item in stock. */
  sold: string[]
  /** For carts and wishlists; never sold out. */
  plenty: string
  /** Stock of each product before the run. */
  counted: ReadonlyMap<string, number>
}

/** Creates the record of acknowledged changes, each of which must be stored exactly once after the run. */
export const createNotes = () => ({
  /** Tagline of each save of a product, by id and revision; undefined if the save was a count. */
  saves: new Map<string, string | undefined>(),
  /** Refused taglines, prices and subtitles. */
  refused: new Set<string>(),
  /** Prices by the batch id of their import. */
  imports: new Map<string, number>(),
  /** Subtitles by the id of the launch that published them. */
  launches: new Map<string, string>(),
  /** Orders by number. */
  orders: new Set<string>(),
  /** Messages by number. */
  messages: new Map<string, string>(),
  replies: new Set<string>(),
  /** A sentence for each answer that contradicts another one. */
  wrong: [] as string[],
})
export type Notes = ReturnType<typeof createNotes>

/** One of the competing callers. */
export interface Racer {
  random: Random
  products: RacedProducts
  notes: Notes
  /** Only this caller uses the account, in several tabs at once. */
  shopper: ApiClient
  /** Other callers use the account too. */
  editor: ApiClient
}

type Call = () => Promise<JsonResponse>
type Step = (racer: Racer) => Promise<void>

const withKey = (key: string = randomUUID()) => ({ 'Idempotency-Key': key })
const pick = <T>({ whole }: Random, list: readonly T[]): T => list[whole(0, list.length - 1)] as T
const countOk = (answers: JsonResponse[]): number =>
  answers.filter(({ status }) => status < 300).length
const repeat = (times: number, call: Call): Call[] => Array.from({ length: times }, () => call)
const runAll = (calls: Call[]): Promise<JsonResponse[]> => Promise.all(calls.map((call) => call()))

/** Records a failed expectation. */
function expectThat({ notes }: Racer, fact: boolean, sentence: string): void {
  if (!fact) notes.wrong.push(sentence)
}

const readProduct = async ({ editor }: Racer, id: string): Promise<EditorProduct> =>
  (await editor.get(`/editor/products/${id}`)).body.product

/** Saves a product over the version that was read, and records the answer. */
async function save(racer: Racer, { id, revision, entry }: EditorProduct): Promise<boolean> {
  const { editor, notes } = racer
  const tagline = randomUUID()
  const { status, body } = await editor.put(`/editor/products/${id}`, {
    ...entry,
    tagline,
    revision,
    seenCounts: { stock: entry.stock },
  })
  if (status === 200) noteSave(racer, body.product, tagline)
  else notes.refused.add(tagline)
  return status === 200
}

function noteSave(racer: Racer, { id, revision }: EditorProduct, tagline?: string): void {
  const key = `${id} ${revision}`
  expectThat(racer, !racer.notes.saves.has(key), `Two saves were answered with ${key}.`)
  racer.notes.saves.set(key, tagline)
}

const saveAtOnce: Step = async (racer) => {
  const { random, products } = racer
  const ids = [...products.saved.map(({ id }) => id), ...products.sold]
  const product = await readProduct(racer, pick(random, ids))
  const saved = await Promise.all([1, 2, 3].map(() => save(racer, product)))
  const count = saved.filter(Boolean).length
  expectThat(racer, count <= 1, `${count} saves over one version of ${product.id} were accepted.`)
}

const countPieces: Step = async (racer) => {
  const { editor, random, products } = racer
  const id = pick(random, products.sold)
  const { revision, entry } = await readProduct(racer, id)
  const patches = [1, 3].map(
    (more) => () =>
      editor.patch(`/editor/products/${id}`, {
        revision,
        seenStock: entry.stock,
        stock: entry.stock + (entry.stock > 20 ? -more : more),
      }),
  )
  // If a sale has already changed the count to the editor's value, nothing is saved.
  for (const { status, body } of await runAll(patches))
    if (status === 200 && body.product.revision > revision) noteSave(racer, body.product)
}

const changeCart: Step = async (racer) => {
  const { shopper, random, products } = racer
  const productId = products.plenty
  await emptyCart(shopper)
  // Enough for any order of the changes below, so that no change removes the last item.
  const adds = random.whole(3, 5)
  const add = (key: string) => () => shopper.post('/cart', { productId }, withKey(key))
  const keys = Array.from({ length: adds }, () => randomUUID())
  // Two presses of a button share a key.
  await runAll([...keys, keys[0] ?? ''].map(add))
  const [line] = await readCart(racer, adds)
  if (!line) return
  const change = (by: number) => () => shopper.patch(`/cart/${line.id}`, { change: by }, withKey())
  await runAll([1, 1, -1, 1, -1].map(change))
  await readCart(racer, Math.min(adds + 1, MAX_QUANTITY))
  await runAll([...repeat(2, () => shopper.delete(`/cart/${line.id}`)), add(randomUUID())])
}

async function readCart(racer: Racer, quantity: number): Promise<CartLine[]> {
  const cart = (await racer.shopper.get('/cart')).body.cart as CartLine[]
  const found = cart.map((line) => line.quantity).join(' and ')
  expectThat(racer, found === String(quantity), `A cart has ${found} in place of ${quantity}.`)
  return cart
}

async function emptyCart(shopper: ApiClient): Promise<void> {
  const { cart, withdrawn } = (await shopper.get('/cart')).body
  for (const { id } of [...cart, ...withdrawn]) await shopper.delete(`/cart/${id}`)
}

const likePiece: Step = async (racer) => {
  const { shopper, products } = racer
  const productId = products.plenty
  const count = async (): Promise<number> => (await shopper.get('/wishlist/')).body.wishlist.length
  await runAll(repeat(3, () => shopper.post('/wishlist/', { productId })))
  expectThat(racer, (await count()) === 1, 'A wishlist does not have its piece once.')
  await runAll(repeat(2, () => shopper.delete(`/wishlist/${productId}`)))
  expectThat(racer, (await count()) === 0, 'A wishlist has a piece that was removed.')
}

const orderPieces: Step = async (racer) => {
  const { shopper, editor, random, products, notes } = racer
  await emptyCart(shopper)
  const productIds = new Set([pick(random, products.sold), pick(random, products.sold)])
  await runAll([...productIds].map((productId) => () => shopper.post('/cart', { productId })))
  const { cart } = (await shopper.get('/cart')).body as { cart: (CartLine & { state: string })[] }
  if (cart.length === 0) return
  const isOnePress = random.whole(0, 1) === 0
  const key = randomUUID()
  const answers = await runAll(
    repeat(2, () =>
      shopper.post('/orders', toOrder(cart, 'cod'), withKey(isOnePress ? key : randomUUID())),
    ),
  )
  const numbers = answers.flatMap(({ status, body }) =>
    status === 201 ? (body.order.number as string) : [],
  )
  const [number] = numbers
  expectThat(racer, new Set(numbers).size <= 1, `One cart became the orders ${numbers.join()}.`)
  if (number === undefined) return
  notes.orders.add(number)
  if (random.whole(0, 3) === 0) return
  const steps = await runAll([
    () => shopper.post(`/orders/${number}/cancel`, { reason: 'I changed my mind' }, withKey()),
    () => editor.post(`/editor/orders/${number}/dispatch`, { carrier: 'By hand' }),
    () => editor.post(`/editor/orders/${number}/cancel`, { reason: 'A piece is out of stock' }),
  ])
  expectThat(racer, countOk(steps) === 1, `${countOk(steps)} ends of ${number} were accepted.`)
}

const launchPieces: Step = async (racer) => {
  const { editor, random, products, notes } = racer
  const subtitle = randomUUID()
  const { launch } = (await editor.post('/editor/launches', { name: subtitle })).body
  const path = `/editor/launches/${launch.id}`
  const read = await Promise.all(products.saved.map(({ id }) => readProduct(racer, id)))
  for (const { id, revision, entry } of read)
    await editor.put(`${path}/draft`, {
      record: id,
      revision: 0,
      basedOn: revision,
      body: { ...entry, subtitle },
    })
  const [starts] = await Promise.all([
    runAll(repeat(2, () => editor.post(`${path}/publish`))),
    save(racer, pick(random, read)),
  ])
  expectThat(racer, countOk(starts) <= 1, `${subtitle} has gone live ${countOk(starts)} times.`)
  if (countOk(starts) === 0) notes.refused.add(subtitle)
  else notes.launches.set(launch.id, subtitle)
  if (countOk(starts) === 0 || random.whole(0, 1) === 0) return
  const [ends] = await Promise.all([
    runAll(repeat(2, () => editor.post(`${path}/end`))),
    save(racer, await readProduct(racer, pick(random, read).id)),
  ])
  expectThat(racer, countOk(ends) <= 1, `${subtitle} has ended ${countOk(ends)} times.`)
}

let lastPrice = 1_000

const importPrices: Step = async (racer) => {
  const { editor, random, products, notes } = racer
  const price = ++lastPrice
  const file = ['slug,price', ...products.saved.map(({ slug }) => `${slug},${price}`)].join('\n')
  const type = { 'Content-Type': 'text/csv' }
  const before = await readProduct(racer, pick(random, products.saved).id)
  const [{ status, body }] = await Promise.all([
    editor.post('/editor/import?dryRun=false', file, type),
    save(racer, before),
  ])
  if (status !== 200 || !body.batch) {
    notes.refused.add(String(price))
    return
  }
  notes.imports.set(body.batch, price)
  if (random.whole(0, 2) > 0) return
  const undone = await runAll(repeat(2, () => editor.post(`/editor/batches/${body.batch}/undo`)))
  expectThat(racer, countOk(undone) <= 1, `An import was undone ${countOk(undone)} times.`)
}

const sendMessage: Step = async (racer) => {
  const { shopper, notes } = racer
  const message = randomUUID()
  const body = { firstName: 'Asha', lastName: 'Rao', email: shopper.email, message }
  const key = randomUUID()
  const answers = await runAll(repeat(3, () => shopper.post('/contact', body, withKey(key))))
  const numbers = new Set(answers.map((answer) => answer.body.number as string))
  expectThat(racer, numbers.size === 1, `One message has the numbers ${[...numbers].join()}.`)
  for (const number of numbers) notes.messages.set(number, message)
}

const answerMessage: Step = async (racer) => {
  const { editor, random, notes } = racer
  const { messages } = (await editor.get('/editor/messages')).body
  if (messages.length === 0) return
  const path = `/editor/messages/${pick(random, messages as { id: string }[]).id}`
  const text = randomUUID()
  const key = randomUUID()
  const [one, other] = await runAll([
    ...repeat(2, () => editor.post(`${path}/replies`, { text }, withKey(key))),
    () => editor.put(path, { state: 'open' }),
    () => editor.put(path, { note: text }),
  ])
  if (one?.status === 200 || other?.status === 200) notes.replies.add(text)
}

const changeAddresses: Step = async (racer) => {
  const { shopper, random } = racer
  const toList = (count: number) => {
    const address = randomUUID()
    const place = { city: 'Jaipur', state: 'Rajasthan', pincode: '302002', country: 'India' }
    return Array.from({ length: count }, (_, index) => ({
      ...place,
      address,
      isDefault: index === 0,
    }))
  }
  const lists = [random.whole(1, 3), random.whole(1, 3)].map(toList)
  await runAll(
    lists.map(
      (addresses) => () => shopper.put('/users/update', { displayName: 'Asha Rao', addresses }),
    ),
  )
  const { addresses } = (await shopper.get('/users/getUserProfile')).body.user as {
    addresses: { address: string; isDefault: boolean }[]
  }
  const sent = lists.find((list) => list[0]?.address === addresses[0]?.address)
  const isOne =
    sent?.length === addresses.length &&
    addresses.every(({ address }) => address === sent[0]?.address) &&
    addresses.filter(({ isDefault }) => isDefault).length === 1
  expectThat(racer, isOne, `Addresses are mixed: ${JSON.stringify(addresses)}.`)
}

const reviewPiece: Step = async (racer) => {
  const { shopper, products } = racer
  const productId = products.plenty
  const review = { stars: 5, title: 'Fine', text: 'A fine piece.' }
  const own = (await shopper.get(`/reviews/own?productId=${productId}`)).body.review
  if (own === null) {
    const written = await runAll(
      repeat(3, () => shopper.post('/reviews', { productId, ...review }, withKey())),
    )
    expectThat(racer, countOk(written) === 1, `${countOk(written)} reviews of one were accepted.`)
  } else
    await runAll([
      () => shopper.put(`/reviews/${own.id}`, review),
      ...repeat(2, () => shopper.delete(`/reviews/${own.id}`)),
    ])
}

/** Steps that each caller takes in random order. A step that is repeated here is taken more often. */
export const RACE_STEPS: readonly Step[] = [
  ...[saveAtOnce, saveAtOnce, countPieces, countPieces, changeCart, changeCart, likePiece],
  ...[orderPieces, orderPieces, orderPieces, launchPieces, importPrices, importPrices],
  ...[sendMessage, answerMessage, changeAddresses, reviewPiece],
]
