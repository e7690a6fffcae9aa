import fc from 'fast-check'
import { disturbDatabase } from '#tests/helpers/disturbed-database.ts'
import { test } from '#tests/helpers/payment-test.ts'
import { playRandomly, randomPlay } from '#tests/helpers/random-payments.ts'

// PAYMENT_PLAYS=10000 takes an hour. PAYMENT_SEED and PAYMENT_PATH repeat a play that failed.

const { PAYMENT_PLAYS = '300', PAYMENT_SEED = '20261129', PAYMENT_PATH } = process.env
const PLAYS = Number(PAYMENT_PLAYS)
/** The time for one play on a busy machine. */
const PLAY_MS = 12_000

test(`money and stock of ${PLAYS} orders add up whatever happens to them`, {
  timeout: 60_000 + PLAYS * PLAY_MS,
}, async ({ shop, provider, asha, editor }) => {
  shop.freezeTime()
  const rival = await shop.createSignedInUser()
  const database = disturbDatabase(shop.deps)
  const scene = { shop, provider, asha, rival, editor, database }
  const play = fc.asyncProperty(randomPlay, (moves) => playRandomly(scene, moves))
  const options = { numRuns: PLAYS, seed: Number(PAYMENT_SEED) }
  await fc.assert(play, PAYMENT_PATH === undefined ? options : { ...options, path: PAYMENT_PATH })
})
