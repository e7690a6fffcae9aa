import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { checkSettings } from '#src/run/startup-checks.ts'
import { readEnv, SETTING_NAMES } from '#src/server/core/env.ts'
import { closeServer, listen } from '#tools/http-server.ts'
import { projectRoot } from '#tools/site-process.ts'

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')

interface Service {
  image?: string
  build?: { context: string; dockerfile: string }
  command?: string[]
  env_file?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  ports?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  mem_limit?: string
}

interface Compose {
  services: Record<string, Service>
  volumes: Record<string, null>
}

const compose: Compose = parse(read('deploy/compose.yaml'), { merge: true })
const services = Object.entries(compose.services)
const shops = services.filter(([, { build }]) => build)
const dockerfile = read('deploy/Dockerfile')

/** What the operator writes: a copy of the example with the address of the site and a password. */
const ENV_FILE = {
  ...parseEnv(read('.env.example')),
  SITE_URL: 'https://kairavi.example',
  POSTGRES_PASSWORD: 'password',
}

const fillIn = (value: string, variables: Record<string, string | undefined>): string =>
  value.replaceAll(/\$\{(\w+):\?[^}]+\}/g, (_, name: string) => variables[name] ?? '')

/** The environment of a container: of the image, then of `.env`, then of compose.yaml. */
function toContainerEnv({ environment = {} }: Service): Record<string, string | undefined> {
  const [, image = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? []
  const own = Object.entries(environment).map(([name, value]) => [name, fillIn(value, ENV_FILE)])
  return { ...parseEnv(image.replaceAll(' ', '\n')), ...ENV_FILE, ...Object.fromEntries(own) }
}

/** The names of the volumes that a service may write, and may only read. */
const listVolumes = ({ volumes = [] }: Service, isReadOnly: boolean): string[] =>
  volumes
    .filter((volume) => volume.endsWith(':ro') === isReadOnly && !volume.startsWith('.'))
    .map((volume) => volume.split(':')[0] ?? '')

describe('deploy/compose.yaml', () => {
  test.each(services)('gives %s no rights beyond those that it names', (_, service) => {
    expect(service).toMatchObject({
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
    })
    const volumes = [...listVolumes(service, false), ...listVolumes(service, true)]
    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(volumes))
    for (const name of Object.keys(service.depends_on ?? {}))
      expect(compose.services[name]?.healthcheck, name).toBeDefined()
  })

  test.each(shops)('passes every setting on to %s', (_, shop) => {
    expect(shop.env_file).toEqual(['../.env'])
    const { environment = {} } = shop
    const overruled = Object.keys(environment).toSorted()
    expect(SETTING_NAMES).toEqual(expect.arrayContaining(overruled))
    expect(overruled).toEqual(
      [
        ...['NODE_ENV', 'HOST', 'PORT', 'METRICS_PORT', 'DATA_DIR', 'BACKUP_DIR', 'SITE_URL'],
        ...['DATABASE_URL', 'TRUSTED_PROXIES', 'SITE_FOLDER'],
      ].toSorted(),
    )
    // An empty default would overrule what .env has.
    const values = Object.values(environment).join('\n')
    expect(fillIn(values, { SITE_URL: 'x', POSTGRES_PASSWORD: 'x' })).not.toContain('$')
    const env = readEnv(toContainerEnv(shop))
    expect(env.NODE_ENV).toBe('production')
    expect(env.PREVIEW).toBe(false)
    expect(env.DATABASE_URL).toBe('postgres://kairavi:password@postgres:5432/kairavi')
    expect(checkSettings(env).filter(({ level }) => level === 'error')).toEqual([])
  })

  test('trusts two proxies only if another machine reaches none', () => {
    const published = services.flatMap(([, { ports = [] }]) => ports)
    expect(published).toEqual(['127.0.0.1:8080:80'])
    expect(shops.map(([, shop]) => readEnv(toContainerEnv(shop)).TRUSTED_PROXIES)).toEqual([
      2, 2, 2,
    ])
  })

  test('lets the publisher alone write releases', () => {
    const writers = services.filter(([, service]) =>
      listVolumes(service, false).includes('releases'),
    )
    expect(writers.map(([name]) => name)).toEqual(['publisher'])
  })

  test('has a PostgreSQL client of the version of the server, and the Node of the project', () => {
    const [, server] = compose.services['postgres']?.image?.split(':') ?? []
    const [, client] = /postgresql-client-(\d+)/.exec(dockerfile) ?? []
    expect(client).toBe(server)
    const { dependencies } = JSON.parse(read('package.json'))
    expect(dockerfile).toMatch(new RegExp(`^FROM node:${dependencies.node}-`, 'm'))
  })

  test('calls a shop healthy while it is ready', async () => {
    let status = 200
    const server = createServer((_, response) => response.writeHead(status).end())
    const port = await listen(server)
    const [kind, command, ...args] = shops[0]?.[1].healthcheck?.test ?? []
    expect([kind, command]).toEqual(['CMD', 'node'])
    for (const [, shop] of shops) expect(shop.healthcheck).toEqual(shops[0]?.[1].healthcheck)
    const check = async () => {
      const own = args.map((arg) => arg.replace(':4321/', `:${port}/`))
      const [code] = await once(spawn(process.execPath, own, { stdio: 'ignore' }), 'exit')
      return code
    }
    expect(await check()).toBe(0)
    status = 503
    expect(await check()).toBe(1)
    await closeServer(server)
    expect(await check()).toBe(1)
  })
})
