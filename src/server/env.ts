import { z } from 'zod'
import { StartupError } from './startup-error.ts'

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0', ''])
    .default(fallback ? 'true' : 'false')
    .transform((given) => given === 'true' || given === '1')

const origin = z.url({ protocol: /^https?$/ }).transform((given) => new URL(given).origin)

const origins = z
  .string()
  .default('')
  .transform((given) =>
    given
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  )
  .pipe(z.array(origin))

const number = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback)

const optional = z
  .string()
  .optional()
  .transform((given) => given || undefined)

const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])$/

/** Every variable of the server; `.env.example` gives the meaning of each. */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: number(0, 65_535, 4321),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: optional,
  SITE_URL: origin.optional(),
  PUBLIC_API_URL: z.string().min(1).default('/api'),
  MEDIA_ORIGIN: optional.pipe(origin.optional()),
  CORS_ORIGINS: origins,
  COOKIE_CROSS_SITE: flag(false),
  TRUSTED_PROXIES: number(0, 10, 0),
  PASSWORD_MIN: number(8, 64, 8),
  SMTP_URL: optional,
  MAIL_FROM: z.string().min(3).default('Kairavi <care@kairavi.example>'),
  MAIL_TO: z.string().min(3).default('care@kairavi.example'),
  PUBLIC_GOOGLE_CLIENT_ID: optional,
  OIDC_ISSUER: z.string().default('https://accounts.google.com'),
  OIDC_JWKS_URL: z.url().default('https://www.googleapis.com/oauth2/v3/certs'),
  PREVIEW: z.enum(['true', 'false', '1', '0']).optional(),
  PREVIEW_OIDC: flag(false),
  PREVIEW_OIDC_PORT: number(1, 65_535, 4322),
  LIMITS: flag(true),
  MEDIA_WARM: flag(true),
  LOG_LEVEL: z.enum(['info', 'warn', 'error']).default('warn'),
  API_URL: optional.pipe(z.url({ protocol: /^https?$/ }).optional()),
  ACCEPT_FEWER: flag(false),
})

export type ServerEnv = Omit<z.output<typeof schema>, 'PREVIEW'> & {
  /** Demo accounts, the inbox and the banner; never in production. */
  PREVIEW: boolean
  /** Always set: the embedded database below DATA_DIR unless DATABASE_URL says otherwise. */
  DATABASE_URL: string
}

/**
 * Reads the environment once, at start.
 * @throws StartupError naming every bad variable and what it should be.
 */
export function readEnv(from: Record<string, string | undefined>): ServerEnv {
  const given = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (!result.success) {
    const wrong = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new StartupError(`The environment is not right. ${wrong.join('; ')}.`)
  }
  const env = result.data
  return {
    ...env,
    PREVIEW: isPreview(env),
    DATABASE_URL: env.DATABASE_URL ?? `sqlite:${env.DATA_DIR}/kairavi.db`,
  }
}

/** Unless it is asked for, a shop that the world can reach is none. */
function isPreview({ NODE_ENV, PREVIEW, SITE_URL }: z.output<typeof schema>): boolean {
  if (NODE_ENV === 'production') return false
  if (PREVIEW !== undefined) return PREVIEW === 'true' || PREVIEW === '1'
  return SITE_URL === undefined || LOOPBACK.test(new URL(SITE_URL).hostname)
}
