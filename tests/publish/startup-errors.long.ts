import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { CatalogError, fetchCatalog } from '#src/catalog/load-catalog.ts'
import { seedDemoAccounts } from '#src/preview/demo-accounts.ts'
import { migrate } from '#src/server/db/migrate.ts'
import { openDatabase } from '#src/server/db/open-database.ts'
import { findFreePort, listen, serve } from '#tests/helpers/http-server.ts'
import { type ExitResult, runCommand } from '#tests/helpers/site-process.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const START = 'src/run/start.js'
const BUILD = 'src/run/build.ts'

/** Exit code 1 and one sentence with a remedy after the warnings, without a stack. */
function expectOneSentence({ code, stderr }: ExitResult, sentence: RegExp): void {
  const lines = stderr
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('Warning: '))
  expect(lines, 'lines on stderr').toEqual([expect.stringMatching(sentence)])
  expect(stderr).not.toMatch(/\n\s+at |Error:|node:internal/)
  expect(code).toBe(1)
}

const start = async (env: Record<string, string>): Promise<ExitResult> =>
  runCommand(START, { PORT: String(await findFreePort()), MEDIA_WARM: 'false', ...env }).exited

describe.concurrent(
  'npm start with bad input (each: one sentence, exit code 1)',
  { timeout: 600_000 },
  () => {
    test('rejects a taken port', async () => {
      using folder = createTempDir()
      const server = createServer()
      const port = await listen(server)
      const ended = await start({ PORT: String(port), DATA_DIR: folder.path })
      server.close()
      expectOneSentence(
        ended,
        new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken: .* set PORT to another\\.$`),
      )
    })

    test.each([
      [
        'mysql://root@localhost/shop',
        /^DATABASE_URL must start with sqlite: or postgres:\/\/, got "mysql:"\.$/,
      ],
      ['kairavi', /^DATABASE_URL must start with sqlite: or postgres:\/\/, got no scheme\.$/],
      [
        'postgres://u:secret@127.0.0.1:9/x',
        /^PostgreSQL at 127\.0\.0\.1:9 does not let us in .*: start it, or mend DATABASE_URL\.$/,
      ],
    ])('rejects DATABASE_URL=%s', async (url, sentence) => {
      using folder = createTempDir()
      const ended = await start({ DATA_DIR: folder.path, DATABASE_URL: url })
      expectOneSentence(ended, sentence)
      expect(ended.stderr).not.toContain('secret')
    })

    test('rejects a data folder without write access', async () => {
      using folder = createTempDir()
      const file = join(folder.path, 'a-file')
      writeFileSync(file, '')
      const ended = await start({ DATA_DIR: join(file, 'data') })
      expectOneSentence(ended, /^The folder .*a-file\/data cannot be written to: .* DATA_DIR .*\.$/)
    })

    test('rejects a database of a newer schema', async () => {
      using folder = createTempDir()
      const { db } = await openDatabase(`sqlite:${folder.path}/kairavi.db`)
      await migrate(db)
      await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')`.execute(
        db,
      )
      await db.destroy()
      const ended = await start({ DATA_DIR: folder.path })
      expectOneSentence(ended, /^The database is of a newer schema \(it has "9999-later"\): .*\.$/)
    })

    test('rejects a database file that is not SQLite', async () => {
      using folder = createTempDir()
      writeFileSync(join(folder.path, 'kairavi.db'), 'a letter, not a database'.repeat(100))
      const ended = await start({ DATA_DIR: folder.path })
      expectOneSentence(ended, /^The database file .*kairavi\.db cannot be opened: .*\.$/)
    })

    test('names every invalid variable', async () => {
      using folder = createTempDir()
      const ended = await start({ DATA_DIR: folder.path, PASSWORD_MIN: '3', SITE_URL: 'my shop' })
      expectOneSentence(ended, /^The environment is not right\. .*SITE_URL.*PASSWORD_MIN.*\.$/)
    })

    test('rejects unsafe settings in production, and npm run doctor lists them with the rest', async () => {
      using folder = createTempDir()
      const env = {
        NODE_ENV: 'production',
        SITE_URL: 'http://kairavi.example',
        LIMITS: 'false',
        DATA_DIR: folder.path,
      }
      const ended = await start(env)
      expectOneSentence(ended, /^LIMITS=false .* SITE_URL is http:.* https address\.$/)
      expect(ended.stderr).toMatch(/^Warning: SMTP_URL is empty/m)
      expect(ended.stdout).not.toContain('Warning')
      const smtp = { SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}` }
      const doctor = await runCommand('src/run/doctor.ts', { ...env, ...smtp }).exited
      expect([doctor.code, doctor.stderr]).toEqual([1, ''])
      const findings = [
        /^error +LIMITS=false/m,
        /^error +SITE_URL is http:/m,
        /^ok +DATA_DIR=/m,
        /^ok +The database .* does not exist/m,
        /^warning There is no built site yet/m,
        /^error +The mail server of SMTP_URL does not let us in \(ESOCKET\)/m,
      ]
      for (const line of findings) expect(doctor.stdout).toMatch(line)
    })

    test("rejects a preview's demo accounts in production", async () => {
      using folder = createTempDir()
      const preview = await createTestApp({}, `sqlite:${folder.path}/kairavi.db`)
      await seedDemoAccounts(preview.deps)
      await preview[Symbol.asyncDispose]()
      const env = { NODE_ENV: 'production', DATA_DIR: folder.path }
      expectOneSentence(await start(env), /^The database has the preview's demo accounts, .*\.$/)
      const doctor = await runCommand('src/run/doctor.ts', env).exited
      expect([doctor.code, doctor.stdout]).toEqual([
        1,
        expect.stringMatching(/^ok +The database \(sqlite\).*\nerror +The database has the prev/m),
      ])
    })

    test('rejects npm run serve before the first build', async () => {
      using folder = createTempDir()
      const port = String(await findFreePort())
      const env = { PORT: port, DATA_DIR: folder.path, MEDIA_WARM: 'false' }
      const ended = await runCommand(START, env, ['--no-build']).exited
      expectOneSentence(ended, /^There is no built site yet: npm start builds one and serves it\.$/)
    })
  },
)

const json: RequestListener = (_, response) =>
  void response.setHeader('content-type', 'application/json')
const respondWith =
  (status: number, type: string, body: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body)

describe.concurrent('a build with a faulty API (F1)', { timeout: 600_000 }, () => {
  test.each<[string, RequestListener, RegExp]>([
    [
      'answers 500',
      respondWith(500, 'application/json', '{}'),
      /^The product API answered 500 at http.*: fix the API, then build again\.$/,
    ],
    [
      'answers HTML',
      respondWith(200, 'text/html', '<h1>Hello</h1>'),
      /^The product API answered no JSON at http.* \(text\/html\): check that API_URL names the API and not the site\.$/,
    ],
    [
      'answers half of its JSON',
      respondWith(200, 'application/json', '{"products":[{"id":"1"'),
      /^The product API answered no JSON at .*: its JSON is broken or cut short: .*\.$/,
    ],
    [
      'hangs up in the middle',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
        response.write('{"products":[')
        setTimeout(() => response.destroy(), 50)
      },
      /^The product API broke off in the middle of its answer at .*\.$/,
    ],
    [
      'has no products',
      respondWith(200, 'application/json', '{"products":[],"revision":1}'),
      /^The product API at .* has no products: seed the catalogue .*\.$/,
    ],
    [
      'answers something else',
      respondWith(200, 'application/json', '{"products":"many"}'),
      /^The product API's answer at .* breaks the contract at products \(.*\): .*\.$/,
    ],
    [
      'has an entry that breaks the contract',
      respondWith(200, 'application/json', '{"products":[{"offers":[],"price":-1}],"revision":1}'),
      /^The product API's answer at .* breaks the contract at products\.0\..*\.$/,
    ],
  ])('%s', async (_, listener, sentence) => {
    await using api = await serve(listener)
    // The publisher ends with the sentence of a CatalogError: see "is down" below.
    const answer = fetchCatalog(api.url)
    await expect(answer).rejects.toBeInstanceOf(CatalogError)
    await expect(answer).rejects.toThrow(sentence)
  })

  test('is down', async () => {
    using folder = createTempDir()
    const url = `http://127.0.0.1:${await findFreePort()}/api`
    const ended = await runCommand(BUILD, { DATA_DIR: folder.path, API_URL: url }).exited
    expectOneSentence(
      ended,
      /^The product API cannot be reached at http.* \(ECONNREFUSED\): start it, or point API_URL at one that runs\.$/,
    )
  })

  test('is slow: 30 s', async () => {
    using folder = createTempDir()
    await using api = await serve((request, response) => {
      json(request, response)
      setTimeout(() => response.end('{"products":[]}'), 30_000).unref()
    })
    // The sentence proves the limit: without it the build would end with the API's empty catalogue.
    const ended = await runCommand(BUILD, { DATA_DIR: folder.path, API_URL: api.url }).exited
    expectOneSentence(
      ended,
      /^The product API did not answer within 15 s at http.*: .* build again\.$/,
    )
  }, 600_000)
})
