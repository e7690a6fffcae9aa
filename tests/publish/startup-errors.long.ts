import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { CatalogError, fetchCatalog } from '#src/catalog/load-catalog.ts'
import { seedDemoAccounts } from '#src/preview/demo-accounts.ts'
import { openBackend } from '#src/run/backend.ts'
import { toErrorMessage } from '#src/run/console-output.ts'
import { migrate } from '#src/server/core/db/migrate.ts'
import { openDatabase } from '#src/server/core/db/open-database.ts'
import { readEnv } from '#src/server/core/env.ts'
import { findFreePort, listen, serve } from '#tools/http-server.ts'
import { addProducts } from '#tools/products.ts'
import { startRazorpayStandIn } from '#tools/razorpay-stand-in.ts'
import { type ExitResult, runCommand } from '#tools/site-process.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { createTestApp } from '#tools/test-app.ts'

/** Exit code 1 and one sentence with a remedy after the warnings, without a stack. */
function expectOneSentence({ code, stderr }: ExitResult, sentence: RegExp): void {
  const lines = stderr.trim().split('\n')
  const others = lines.filter((line) => !line.startsWith('Warning: '))
  expect(others, 'lines on stderr').toEqual([expect.stringMatching(sentence)])
  expect(stderr).not.toMatch(/\n\s+at |Error:|node:internal/)
  expect(code).toBe(1)
}

const start = async (env: Record<string, string>, args: string[] = []): Promise<ExitResult> => {
  const PORT = String(await findFreePort())
  return runCommand('src/run/start.js', { PORT, MEDIA_WARM: 'false', ...env }, args).exited
}

/** Opens a shop whose start imports no catalogue once it has a product. */
const openShop = (folder: string) => createTestApp({}, `sqlite:${folder}/kairavi.db`)

/** The sentence with which a start fails. */
const getStartError = async (variables: Record<string, string>): Promise<string> => {
  const opened = (async () => openBackend(readEnv(variables), () => {}, 'all'))()
  return toErrorMessage(await opened.catch((error: unknown) => error))
}

// The processes below show that a sentence ends the start.
test.each<[what: string, variables: Record<string, string>, sentence: RegExp]>([
  ['a database of another kind', { DATABASE_URL: 'mysql://a/b' }, /^DATABASE_URL .*"mysql:"\.$/],
  ['a database without a scheme', { DATABASE_URL: 'kairavi' }, /^DATABASE_URL .*no scheme\.$/],
  [
    'a database that cannot be reached, without its password',
    { DATABASE_URL: 'postgres://u:secret@127.0.0.1:9/x' },
    /^PostgreSQL at 127\.0\.0\.1:9 refuses the connection(?!.*secret).*: .* correct DATABASE_URL\.$/,
  ],
  [
    'a data folder without write access',
    { DATA_DIR: join(import.meta.filename, 'data') },
    /^The folder .*data cannot be written to: .* DATA_DIR .*\.$/,
  ],
  [
    'invalid variables, each of which it names',
    { PASSWORD_MIN: '3', SITE_URL: 'my shop' },
    /^SITE_URL must be .*\. PASSWORD_MIN must be .*\.$/,
  ],
])('a start rejects %s with a sentence', async (_, variables, sentence) => {
  using folder = createTempDir()
  expect(await getStartError({ DATA_DIR: folder.path, ...variables })).toMatch(sentence)
})

test('a start rejects a file that is no database, and a newer schema, with a sentence', async () => {
  using folder = createTempDir()
  const variables = { DATA_DIR: folder.path }
  const file = join(folder.path, 'kairavi.db')
  writeFileSync(file, 'a letter, not a database'.repeat(100))
  const unreadable = /^The database file .*kairavi\.db cannot be opened: .*\.$/
  expect(await getStartError(variables)).toMatch(unreadable)
  rmSync(file)
  const { db } = await openDatabase(`sqlite:${file}`)
  await migrate(db)
  await sql`insert into kysely_migration values ('9999-later', '2099')`.execute(db)
  await db.destroy()
  expect(await getStartError(variables)).toMatch(/^The database is of a newer .*"9999-later".*\.$/)
})

describe.concurrent('npm start ends with a sentence and exit code 1', { timeout: 600_000 }, () => {
  test('when the port is taken', async () => {
    using folder = createTempDir()
    const server = createServer()
    const port = await listen(server)
    const ended = await start({ PORT: String(port), DATA_DIR: folder.path })
    server.close()
    expectOneSentence(
      ended,
      new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken: .* PORT .*\\.$`),
    )
  })

  test('without a release for npm run serve', async () => {
    using folder = createTempDir()
    await using shop = await openShop(folder.path)
    await addProducts(shop, { slug: 'ring' })
    const ended = await start({ DATA_DIR: folder.path }, ['--no-build'])
    expectOneSentence(
      ended,
      /^There is no release in .*releases yet: npm start publishes one there, .*\.$/,
    )
  })

  test('with unsafe settings in production, which npm run doctor lists with the rest', async () => {
    using folder = createTempDir()
    const unsafe = { SITE_URL: 'http://kairavi.example', LIMITS: 'false' }
    const env = { NODE_ENV: 'production', DATA_DIR: folder.path, ...unsafe }
    const ended = await start(env)
    expectOneSentence(ended, /^LIMITS=false .* SITE_URL is http:.* https address\.$/)
    expect(ended.stderr).toMatch(/^Warning: SMTP_URL is empty/m)
    expect(ended.stdout).not.toContain('Warning')
    const preview = await openShop(folder.path)
    await addProducts(preview, { slug: 'ring' })
    await seedDemoAccounts(preview.deps)
    await preview[Symbol.asyncDispose]()
    const smtp = { SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}` }
    const doctor = await runCommand('src/run/doctor.ts', { ...env, ...smtp }).exited
    expect([doctor.code, doctor.stderr]).toEqual([1, ''])
    for (const line of [
      /^error +LIMITS=false/m,
      /^ok +DATA_DIR=/m,
      /^ok +The database \(sqlite\).*\nerror +The database has the preview's demo accounts/m,
      /^warning There is no built site yet/m,
      /^error +The mail server of SMTP_URL refuses the connection \(ESOCKET\)/m,
    ])
      expect(doctor.stdout).toMatch(line)
    // With safe settings, the accounts end the start, and also a process that does not build.
    const safe = { ...env, SITE_URL: 'https://kairavi.example', LIMITS: 'true' }
    for (const args of [[], ['--no-build']])
      expectOneSentence(
        await start(safe, args),
        /^The database has the preview's demo accounts, .*/,
      )
  })

  test('when the API that a build reads is down (F1)', async () => {
    using folder = createTempDir()
    const API_URL = `http://127.0.0.1:${await findFreePort()}/api`
    const ended = await runCommand('src/run/build.ts', { DATA_DIR: folder.path, API_URL }).exited
    expectOneSentence(
      ended,
      /^The product API cannot be reached .* \(ECONNREFUSED\): .* API_URL .*\.$/,
    )
  })
})

test('npm run doctor tells whether the payment provider accepts the keys', async () => {
  using folder = createTempDir()
  await using provider = await startRazorpayStandIn()
  const env = { DATA_DIR: folder.path, ...provider.env }
  const runDoctor = async () => (await runCommand('src/run/doctor.ts', env).exited).stdout
  expect(await runDoctor()).toMatch(/^ok +The payment provider razorpay accepts the keys\.$/m)
  provider.faults.findLink = ['unauthorized']
  expect(await runDoctor()).toMatch(/^error +The payment provider razorpay refuses the keys/m)
  provider.faults.findLink = ['fail']
  expect(await runDoctor()).toMatch(/^warning The payment provider razorpay does not answer/m)
  expect(provider.calls.findLink).toBe(3)
})

const respondWith =
  (body: string, status = 200, type = 'application/json'): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body)

test.concurrent.each<[string, RequestListener, RegExp]>([
  ['answers 500', respondWith('{}', 500), /answered 500 at .*: fix the API/],
  [
    'answers HTML',
    respondWith('<p>', 200, 'text/html'),
    /no JSON at .* \(text\/html\): .* API_URL/,
  ],
  ['answers half of its JSON', respondWith('{"products":[{'), /its JSON is broken or cut short: /],
  [
    'hangs up in the middle',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
      response.write('{"products":[', () => response.destroy())
    },
    /broke off in the middle of its answer at /,
  ],
  ['has no products', respondWith('{"products":[]}'), /has no products: seed the catalogue/],
  [
    'answers something else',
    respondWith('{"products":"many"}'),
    /the contract at products \(.*\): /,
  ],
  [
    'has an entry that breaks the contract',
    respondWith('{"products":[{"offers":[],"price":-1}],"revision":1}'),
    /breaks the contract at products\.0\./,
  ],
  ['does not answer', () => {}, /did not answer within 15 s at .* build again/],
])('a build ends with a sentence when the API %s (F1)', async (_, listener, reason) => {
  await using api = await serve(listener)
  const error = await fetchCatalog(api.url).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(CatalogError)
  expect(error).toHaveProperty('message', expect.stringMatching(/^The product API.*\.$/))
  expect(error).toHaveProperty('message', expect.stringMatching(reason))
})
