import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createShopProduct, openTab, type Tab } from '#tests/helpers/tab.ts'
import { addProducts } from '#tools/products.ts'

/** The outcome of one call of the cart, in the order of the calls. */
const answer = fc.constantFrom(
  ...(['ok', 'ok', 'ok', 'rejected', 'lost', 'offline', 'late', 'doubled'] as const),
)
type Answer = ReturnType<typeof answer.generate>['value']

const slug = fc.constantFrom('ruby', 'pearl')
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('add' as const), slug }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('press' as const),
      presses: fc.array(fc.constantFrom(1, -1), { minLength: 1, maxLength: 4 }),
    }),
  },
  fc.record({ do: fc.constant('otherTab' as const), quantity: fc.integer({ min: 1, max: 5 }) }),
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...(['remove', 'wait', 'wait', 'release', 'restore', 'reload'] as const),
        ...(['signOut', 'signIn'] as const),
      ),
    }),
  },
)
type Step = ReturnType<typeof step.generate>['value']

const product = (name: string) => createShopProduct(name, { stock: 8 })

async function openPage() {
  const page = {
    ...(await import('#src/stores/session.ts')),
    ...(await import('#src/stores/cart.ts')),
    ...(await import('#src/stores/cart-lines.ts')),
  }
  page.$cartCount.listen((count) => expect(count).toBeGreaterThanOrEqual(0))
  page.$cart.listen(({ lines }) => {
    for (const { quantity } of lines) expect(quantity).toBeGreaterThan(0)
  })
  return page
}

/** Lets promises and 1 s of timers run: longer than a burst and a retry. */
async function advance(): Promise<void> {
  for (let slice = 0; slice < 20; slice++) {
    await vi.advanceTimersByTimeAsync(50)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Answers the tab's cart calls as planned, and checks that each key takes effect once. */
function planAnswers(tab: Tab, answers: Answer[]) {
  const late: (() => void)[] = []
  const applied = new Set<string>()
  const total = async () => {
    const rows = await tab.app.deps.db.selectFrom('cart_item').select('quantity').execute()
    return rows.reduce((sum, { quantity }) => sum + quantity, 0)
  }
  tab.intercept(/\/cart/, async (request, send) => {
    const planned = answers.shift() ?? 'ok'
    if (planned === 'offline') throw new TypeError('Failed to fetch')
    if (planned === 'rejected') return Response.json({ success: false }, { status: 409 })
    const key = request.headers.get('idempotency-key')
    const before = await total()
    const response = await send()
    if (planned === 'doubled') await send()
    if (key && (await total()) !== before) {
      expect(applied).not.toContain(key)
      applied.add(key)
    }
    if (planned === 'lost') throw new TypeError('Failed to fetch')
    if (planned === 'late') await new Promise<void>((resolve) => late.push(resolve))
    return response
  })
  const release = () => {
    for (const answerNow of late.splice(0).reverse()) answerNow()
  }
  return { release, end: () => answers.splice(0) }
}

async function run(steps: Step[], answers: Answer[]): Promise<void> {
  await using tab = await openTab('/cart')
  await addProducts(tab.app, { slug: 'ruby', stock: 8 }, { slug: 'pearl', stock: 8 })
  const { db } = tab.app.deps
  let uid: string | null = await tab.signIn()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const calls = planAnswers(tab, answers)
  let page = await openPage()
  await advance()

  for (const action of steps) {
    const [line] = page.$cart.get().lines
    switch (action.do) {
      case 'add':
        void page.addToCart(product(action.slug))
        break
      case 'press':
        for (const press of action.presses) if (line) await page.changeQuantity(line, press)
        break
      case 'remove':
        if (line) void page.removeLine(line)
        break
      case 'wait':
        await advance()
        break
      case 'release':
        calls.release()
        break
      case 'otherTab':
        await db.updateTable('cart_item').set({ quantity: action.quantity }).execute()
        new BroadcastChannel('kairavi').postMessage('cart')
        break
      case 'restore':
        tab.dispatch(Object.assign(new Event('pageshow'), { persisted: true }))
        break
      case 'reload':
        tab.navigate('/cart')
        page = await openPage()
        break
      case 'signOut':
        if (uid) await page.signOut()
        uid = page.$user.get()?.uid ?? null
        break
      case 'signIn':
        uid = await tab.signIn()
        await page.refreshUser()
        break
    }
  }

  calls.end()
  await advance()
  tab.dispatch(Object.assign(new Event('pageshow'), { persisted: true }))
  await advance()
  // The oldest answers come last.
  calls.release()
  await advance()
  await advance()

  const rows = await db
    .selectFrom('cart_item')
    .select(['id', 'quantity'])
    .where('user_id', '=', uid ?? '')
    .execute()
  const byId = (quantities: { id: string; quantity: number }[]) =>
    Object.fromEntries(quantities.map(({ id, quantity }) => [id, quantity]))
  expect(byId(page.$cart.get().lines)).toEqual(byId(rows))
  expect(page.$cartCount.get()).toBe(rows.reduce((sum, { quantity }) => sum + quantity, 0))
  expect(page.cart.$pending.get()).toEqual([])
}

// Bounded by count: the same sequences on every machine.
test('the view equals the server’s cart after any sequence of changes and answers', async () => {
  const steps = fc.array(step, { minLength: 1, maxLength: 12 })
  const answers = fc.array(answer, { maxLength: 16 })
  await fc.assert(fc.asyncProperty(steps, answers, run), { numRuns: 40, seed: 8 })
}, 300_000)
