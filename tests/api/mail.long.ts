import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { startJob } from '#src/server/core/job.ts'
import { accountDeletedMail } from '#src/server/core/mail/account-mails.ts'
import { enqueueMail } from '#src/server/core/mail/enqueue-mail.ts'
import { mailJob } from '#src/server/core/mail/outbox.ts'
import { test } from '#tests/helpers/api-test.ts'
import { isNightly } from '#tests/helpers/nightly.ts'
import { publishSmallRelease } from '#tools/cluster.ts'
import { findFreePort, listen } from '#tools/http-server.ts'
import { startMailServer } from '#tools/mail-server.ts'
import { addProducts } from '#tools/products.ts'
import { runCommand } from '#tools/site-process.ts'
import { createTestApp } from '#tools/test-app.ts'
import { createDatabase } from '#tools/worker-database.ts'

const LEASE_MS = 2 * 60_000
/** What the documents promise. */
const MAX_EXIT_MS = 10_000

/** Answers of a mail server, by the beginning of what the client sends. */
const ANSWERS: Record<string, string> = {
  connection: '220 ready',
  EHLO: '250 ready',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  '.': '250 accepted',
}

/** In `npm test` the step at which the server may have accepted the mail. */
const STEPS = isNightly ? Object.keys(ANSWERS) : ['.']

/**
 * Each start takes ten mails. Some must be left for the last one, or it waits until their lease ends. TORTURE_MAILS=1000
 * makes more of them.
 */
const MAILS = Number(process.env['TORTURE_MAILS'] ?? 10 * (STEPS.length + 1))

/** A mail server that sends no answer to `step`, and none to what follows. */
async function startStalledServer(step: string) {
  const stalled = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    const answer = (line: string) => {
      if (line === step) stalled.resolve()
      else if (ANSWERS[line] !== undefined) socket.write(`${ANSWERS[line]}\r\n`)
    }
    answer('connection')
    createInterface(socket).on('line', (line) => answer(line.split(' ', 1)[0] ?? ''))
  })
  const port = await listen(server)
  return {
    url: `smtp://127.0.0.1:${port}`,
    stalled: stalled.promise,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('SIGTERM during a stalled mail: each mail is sent once', async ({ folder }) => {
  const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])
  const url = onPostgres ? await createDatabase() : `sqlite:${join(folder, 'kairavi.db')}`
  await publishSmallRelease(join(folder, 'releases'), '20261121-093000-1a2b3c4d')
  await using shop = await createTestApp({ DATA_DIR: folder }, url)
  const { db, env } = shop.deps
  // Into an empty database, the first process would import the catalogue.
  await addProducts(shop, { slug: 'ring' })
  const recipients = Array.from({ length: MAILS }, (_, index) => `shopper-${index}@example.com`)
  for (const to of recipients)
    await enqueueMail(shop.deps, db, { to, now: shop.deps.now() }, accountDeletedMail('Asha'))
  const settings = { NODE_ENV: 'test', MEDIA_WARM: 'false', DATA_DIR: folder, DATABASE_URL: url }

  for (const step of STEPS) {
    using server = await startStalledServer(step)
    const PORT = String(await findFreePort())
    const input = { ...settings, PORT, SMTP_URL: server.url }
    const running = runCommand('src/run/start.js', input, ['--no-build'])
    await Promise.race([
      Promise.all([running.waitForOutput(/is open at/), server.stalled]),
      running.exited.then(({ stderr }) => Promise.reject(new Error(stderr))),
    ])
    const since = performance.now()
    running.child.kill('SIGTERM')
    const timer = setTimeout(() => running.child.kill('SIGKILL'), MAX_EXIT_MS)
    const { code, signal } = await running.exited
    clearTimeout(timer)
    expect([code, signal], `${step} after ${performance.now() - since} ms`).toEqual([0, null])
  }

  await using server = await startMailServer()
  shop.advanceTime(LEASE_MS + 60_000)
  const sender = startJob({ ...shop.deps, env: { ...env, SMTP_URL: server.url } }, mailJob)
  await expect.poll(() => server.mails.length, { timeout: 120_000 }).toBe(MAILS)
  await sender.stop()
  expect(server.mails.flatMap(({ to }) => to).toSorted()).toEqual(recipients.toSorted())
  const unsent = db.selectFrom('outbox').select('id').where('sent_at', 'is', null)
  expect(await unsent.execute()).toEqual([])
}, 600_000)
