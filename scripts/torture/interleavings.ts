import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { cartResponse } from '#src/contract/cart.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import {
  type Call,
  createPostgresDatabase,
  createSender,
  endShop,
  type ShopProcess,
  startShop,
} from './shop-process.ts'

const USERS = 16
const START = 5
/** Changes of one round: no order of them leaves the quantities 1 to 10. */
const CHANGES = 4

const oneOf = <T>(choices: readonly T[]): T => {
  const choice = choices[Math.floor(Math.random() * choices.length)]
  if (choice === undefined) throw new Error('There is no choice.')
  return choice
}

/**
 * Sends random changes of one line at once, each twice with its idempotency key and to any process,
 * and compares the cart with what was acknowledged.
 * @returns what is wrong; undefined when nothing is.
 */
async function runRound(
  send: (call: Call) => Promise<{ status: number; body: string }>,
  cookie: string,
  productId: string,
): Promise<string | undefined> {
  const getCart = async () =>
    cartResponse.parse(JSON.parse((await send({ method: 'GET', path: '/cart', cookie })).body)).cart
  for (const { id } of await getCart())
    await send({ method: 'DELETE', path: `/cart/${id}`, cookie })
  const body = { productId, quantity: START }
  await send({ method: 'POST', path: '/cart', cookie, key: randomUUID(), body })
  const [line] = await getCart()
  if (line?.quantity !== START) return `a new line has ${line?.quantity} pieces`
  const changes = Array.from({ length: CHANGES }, () => {
    const delta = Math.random() < 0.5 ? 1 : -1
    const isAddition = delta === 1 && Math.random() < 0.5
    const call: Call = isAddition
      ? { method: 'POST', path: '/cart', cookie, key: randomUUID(), body: { productId } }
      : {
          method: 'PATCH',
          path: `/cart/${line.id}`,
          cookie,
          key: randomUUID(),
          body: { change: delta },
        }
    return { delta, call }
  })
  const answers = await Promise.all(
    [...changes, ...changes]
      .toSorted(() => Math.random() - 0.5)
      .map(async ({ call }) => ({ key: call.key, answer: await send(call) })),
  )
  const failed = answers.find(({ answer }) => answer.status !== 200)
  if (failed) return `a change was answered with ${failed.answer.status}: ${failed.answer.body}`
  const expected = changes.reduce((sum, { delta }) => sum + delta, START)
  const [after] = await getCart()
  const removals = await Promise.all(
    [1, 2].map(() => send({ method: 'DELETE', path: `/cart/${line.id}`, cookie })),
  )
  if (after?.quantity !== expected) return `${after?.quantity} pieces instead of ${expected}`
  const statuses = removals.map(({ status }) => status).toSorted((a, b) => a - b)
  if (statuses.join() !== '200,404') return `two removals were answered with ${statuses.join()}`
  return undefined
}

/** Of one call. */
const MAX_TRIES = 3

async function countMismatches(
  processes: ShopProcess[],
  rounds: number,
): Promise<{ rounds: number; mismatches: string[] }> {
  const [first] = processes
  if (!first) throw new Error('There is no process.')
  // An idle connection may be closed while a request is on its way, which then has no answer.
  const { send, close } = createSender(USERS * CHANGES, false)
  /**
   * Sends again what a slow machine did not get to the server in time. What is refused at each try
   * is a mismatch.
   */
  const sendUntilAnswered = async (call: Call) => {
    let answer = await send(oneOf(processes).port, call)
    for (let tries = 1; tries < MAX_TRIES && [408, 503].includes(answer.status); tries += 1)
      answer = await send(oneOf(processes).port, call)
    return answer
  }
  const mismatches: string[] = []
  let left = rounds
  await Promise.all(
    first.cookies.map(async (cookie) => {
      while (left-- > 0) {
        const wrong = await runRound(sendUntilAnswered, cookie, oneOf(first.products))
        if (wrong !== undefined) mismatches.push(wrong)
      }
    }),
  )
  close()
  return { rounds, mismatches }
}

export async function interleaveOnSqlite(rounds: number) {
  using folder = createTempDir()
  const shop = await startShop(`sqlite:${join(folder.path, 'shop.db')}`, USERS)
  try {
    return await countMismatches([shop], rounds)
  } finally {
    await endShop(shop)
  }
}

/** Two processes that share a database. */
export async function interleaveOnPostgres(rounds: number) {
  await using postgres = await createPostgresDatabase()
  const processes = [await startShop(postgres.url, USERS)]
  try {
    processes.push(await startShop(postgres.url, 0))
    return await countMismatches(processes, rounds)
  } finally {
    await Promise.all(processes.map(endShop))
  }
}
