import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { PAYOUT_FIELDS } from '#src/contract/form-limits.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#src/contract/values.ts'
import { GSTIN_PATTERN } from '#src/rules/orders/gstin.ts'
import { parseS3Url, type S3Location } from './s3-url.ts'
import { StartupError } from './startup-error.ts'

// What a setting must be, as a noun phrase that completes "PORT must be …".
const expected = (error: string) => ({ error })

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, expected(`${values.slice(0, -1).join(', ')} or ${values.at(-1)}`))

const trueOrFalse = z.enum(['true', 'false', '1', '0'], expected('true or false'))

const flag = (fallback: boolean) =>
  trueOrFalse
    .default(fallback ? 'true' : 'false')
    .transform((value) => value === 'true' || value === '1')

const url = (protocol: RegExp, error: string) => z.url({ protocol, hostname: /./, error })

/** A name or an address of a host, without a scheme or a port. */
const HOST_PATTERN = /^(?:[\w.-]+|\[?[\da-f:.]+\]?(?:%\w+)?)$/i

const pathOrUrl = z
  .string()
  .regex(
    /^(?:\/(?!\/)|https?:\/\/[^\s/])\S*$/,
    expected('a path such as /api, or an address such as https://kairavi.example/api'),
  )

/** A mailbox, with or without a name before it. */
const mailbox = z
  .string()
  .regex(
    /^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    expected('an email address, e.g. Kairavi <care@kairavi.example>'),
  )

const origin = url(/^https?$/, 'an address such as https://kairavi.example').transform(
  (value) => new URL(value).origin,
)

const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )

const origins = list.pipe(z.array(origin))

function range(min: number, max: number) {
  const error = expected(`a whole number from ${min} to ${max}`)
  return z
    .string()
    .regex(/^\d+$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error))
}

const number = (min: number, max: number, fallback: number) =>
  range(min, max).prefault(String(fallback))

const atLeast = (length: number) =>
  z.string().min(length, expected(`a text of ${length} characters or more`))

const email = z.email(expected('an email address'))

const optional = z
  .string()
  .optional()
  .transform((value) => value || undefined)

const phone = optional.pipe(
  z
    .string()
    .regex(/^\+\d[\d ]{6,18}$/, expected('a number such as +91 98290 12345'))
    .optional(),
)

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/

/** Whether only this machine reaches the host, a name or an address. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK.test(host)

function toS3Location(value: string | undefined, context: z.RefinementCtx): S3Location | undefined {
  const location = value === undefined ? undefined : parseS3Url(value)
  if (value !== undefined && !location)
    context.addIssue('s3://bucket/prefix?endpoint=https://…&region=…')
  return location
}

/** @returns the methods in the order of the checkout. */
function toPaymentMethods(value: string, context: z.RefinementCtx): PaymentMethod[] {
  const names = value.split(',').map((name) => name.trim())
  if (value.trim() === '') return []
  const isKnown = names.every((name) => (PAYMENT_METHODS as readonly string[]).includes(name))
  if (!isKnown) context.addIssue(`empty, or some of ${PAYMENT_METHODS.join(', ')}`)
  return PAYMENT_METHODS.filter((method) => names.includes(method))
}

/** OWASP's minimum for argon2id with two passes, in KiB. */
const MIN_HASH_MEMORY = 19_456
/**
 * glibc's malloc maps blocks of 32 MiB and returns them when they are freed. Of smaller ones each
 * thread keeps some: ten logins with 19 MiB left the process 130 MB larger.
 */
const DEFAULT_HASH_MEMORY = 32_768

/** Every variable of the server; `.env.example` documents each. */
const schema = z.object({
  NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
  HOST: z
    .string()
    .regex(HOST_PATTERN, expected('a name or an address such as 0.0.0.0, without a port'))
    .default('127.0.0.1'),
  PORT: number(0, 65_535, 4321),
  METRICS_PORT: range(1, 65_535).optional(),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: optional,
  SITE_URL: origin.optional(),
  PUBLIC_API_URL: pathOrUrl.default('/api'),
  MEDIA_STORE: optional.transform(toS3Location),
  AWS_ACCESS_KEY_ID: optional,
  AWS_SECRET_ACCESS_KEY: optional,
  MEDIA_ORIGIN: optional.pipe(origin.optional()),
  CORS_ORIGINS: origins,
  COOKIE_CROSS_SITE: flag(false),
  TRUSTED_PROXIES: number(0, 10, 0),
  PASSWORD_MIN: number(8, 64, 8),
  PASSWORD_HASH_MEMORY: number(8, 1_048_576, DEFAULT_HASH_MEMORY),
  SMTP_URL: optional.pipe(
    url(/^smtps?$/, 'an address such as smtp://user:password@host:587').optional(),
  ),
  MAIL_FROM: mailbox.default('Kairavi <care@kairavi.example>'),
  MAIL_TO: mailbox.default('care@kairavi.example'),
  LEGAL_NAME: optional,
  LEGAL_NUMBERS: optional,
  GRIEVANCE_OFFICER: optional,
  GRIEVANCE_EMAIL: optional.pipe(email.optional()),
  ADVICE_PHONE: phone,
  ADVICE_WHATSAPP: phone,
  ADVICE_APPOINTMENT_URL: optional.pipe(url(/^https$/, 'an https address').optional()),
  LEGAL_ADDRESS: optional,
  GSTIN: optional.pipe(
    z.string().regex(GSTIN_PATTERN, expected('a number such as 08AABCK1234M1ZK')).optional(),
  ),
  ORDERS: z.string().default('').transform(toPaymentMethods),
  RAZORPAY_KEY_ID: optional,
  RAZORPAY_KEY_SECRET: optional,
  RAZORPAY_WEBHOOK_SECRET: optional,
  RAZORPAY_FORMER_WEBHOOK_SECRET: optional,
  RAZORPAY_MAX: number(1, 100_000_000, 500_000),
  RAZORPAY_URL: url(/^https?$/, 'an address').default('https://api.razorpay.com/v1'),
  BANK_ACCOUNT_NAME: optional,
  BANK_ACCOUNT_NUMBER: optional,
  BANK_IFSC: optional.pipe(
    z.string().regex(PAYOUT_FIELDS.ifsc.pattern, expected('a code such as HDFC0001234')).optional(),
  ),
  PUBLIC_COD_LIMIT: number(1, 100_000_000, 200_000),
  CASH_EXCLUDED_PINCODES: list.pipe(
    z.array(z.string().regex(/^[1-9]\d{0,5}$/, expected('pincodes or their first digits'))),
  ),
  DELIVERY_COUNTRIES: list.transform((names) => (names.length > 0 ? names : ['India'])),
  PUBLIC_PAN_FROM: number(1, 100_000_000, 200_000),
  PUBLIC_GOOGLE_CLIENT_ID: optional,
  OIDC_ISSUER: url(/^https?$/, 'an address').default('https://accounts.google.com'),
  PUBLIC_OIDC_AUTHORIZE_URL: url(/^https?$/, 'an address').default(
    'https://accounts.google.com/o/oauth2/v2/auth',
  ),
  PUBLIC_ANALYTICS_URL: optional.pipe(pathOrUrl.optional()),
  OIDC_JWKS_URL: url(/^https?$/, 'an address').default(
    'https://www.googleapis.com/oauth2/v3/certs',
  ),
  PREVIEW: trueOrFalse.optional(),
  PREVIEW_OIDC: flag(false),
  PREVIEW_OIDC_PORT: number(1, 65_535, 4322),
  INBOX_KEY: atLeast(16).default(() => randomBytes(18).toString('base64url')),
  LIMITS: flag(true),
  MEDIA_WARM: flag(true),
  LOG_LEVEL: oneOf(['info', 'warn', 'error']).default('warn'),
  API_URL: optional.pipe(
    url(/^https?$/, 'an address such as https://kairavi.example/api').optional(),
  ),
  ACCEPT_FEWER: flag(false),
  SITE_FOLDER: flag(false),
  PUBLISH_SECRET: optional.pipe(atLeast(32).optional()),
  STAFF_SECOND_FACTOR: flag(false),
  SECOND_FACTOR_KEY: optional.pipe(atLeast(32).optional()),
  PAN_KEY: optional.pipe(atLeast(32).optional()),
  BACKUP_DIR: optional,
  BACKUP_KEEP: number(1, 1_000, 14),
  ADMIN_EMAIL: optional.pipe(email.optional()),
})

/** Settings that a payment method needs, and where their values are found. */
const METHOD_SETTINGS = {
  razorpay: {
    names: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
    source: 'with the value of the dashboard of Razorpay',
  },
  cod: { names: [], source: '' },
  transfer: {
    names: ['BANK_ACCOUNT_NAME', 'BANK_ACCOUNT_NUMBER', 'BANK_IFSC'],
    source: 'with the account to which shoppers transfer',
  },
} as const satisfies Record<PaymentMethod, object>

const validSchema = schema
  .refine(
    ({ NODE_ENV, PASSWORD_HASH_MEMORY }) =>
      NODE_ENV === 'test' || PASSWORD_HASH_MEMORY >= MIN_HASH_MEMORY,
    { path: ['PASSWORD_HASH_MEMORY'], error: `${MIN_HASH_MEMORY} or more` },
  )
  .refine(({ PORT, METRICS_PORT }) => METRICS_PORT !== PORT, {
    path: ['METRICS_PORT'],
    error: 'another port than PORT',
  })

  .refine(({ GSTIN, LEGAL_NAME }) => !GSTIN || LEGAL_NAME, {
    path: ['LEGAL_NAME'],
    error: 'set where GSTIN is, since an invoice names the seller',
  })
  .refine(({ GSTIN, LEGAL_ADDRESS }) => !GSTIN || LEGAL_ADDRESS, {
    path: ['LEGAL_ADDRESS'],
    error: 'set where GSTIN is, since an invoice has the address of the seller',
  })
  .superRefine((env, context) => {
    for (const method of env.ORDERS) {
      const { names, source } = METHOD_SETTINGS[method]
      for (const name of names)
        if (!env[name])
          context.addIssue({
            code: 'custom',
            path: [name],
            message: `set where ORDERS has ${method}, ${source}`,
          })
    }
  })

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(schema.shape)

/** Settings whose values may have a password. */
const SECRET = /KEY|SECRET|SMTP_URL/

export type ServerEnv = Omit<z.output<typeof schema>, 'PREVIEW'> & {
  /** Enables demo accounts, the inbox and the banner; false in production. */
  PREVIEW: boolean
  /** Whether cookies are `Secure` and named `__Host-`. */
  SECURE_COOKIES: boolean
  /** By default an SQLite file below DATA_DIR. */
  DATABASE_URL: string
}

/**
 * Parses the environment.
 * @throws StartupError with a sentence for each invalid variable.
 */
export function readEnv(variables: Record<string, string | undefined>): ServerEnv {
  // A blank at the end of a line of `.env` is not seen.
  const trimmed = Object.entries(variables).map(([name, value]) => [name, value?.trim()] as const)
  const nonEmpty = Object.fromEntries(trimmed.filter(([, value]) => value !== ''))
  const result = validSchema.safeParse(nonEmpty)
  if (!result.success) {
    const sentences = result.error.issues.map(({ path: [name], message }) => {
      const text = nonEmpty[String(name)]
      const isHidden = text === undefined || SECRET.test(String(name))
      const value = isHidden ? '' : `, not “${text}”`
      return `${String(name)} must be ${message}${value}.`
    })
    throw new StartupError(sentences.join(' '))
  }
  const env = result.data
  return {
    ...env,
    PREVIEW: isPreview(env),
    SECURE_COOKIES: hasSecureCookies(env),
    DATABASE_URL: env.DATABASE_URL ?? `sqlite:${env.DATA_DIR}/kairavi.db`,
  }
}

/** Preview mode is off by default when other machines reach the shop, and always off in production. */
function isPreview({ NODE_ENV, PREVIEW, ...address }: z.output<typeof schema>): boolean {
  if (NODE_ENV === 'production') return false
  if (PREVIEW !== undefined) return PREVIEW === 'true' || PREVIEW === '1'
  return !isPublic(address)
}

/**
 * Cookies are plain only for http on this machine: Safari stores no `Secure` cookie there. Decided once, so that no
 * request can choose the name that is read.
 */
function hasSecureCookies(env: z.output<typeof schema>): boolean {
  const { protocol, hostname } = getSiteUrl(env)
  const isPlain = protocol === 'http:' && isLoopbackHost(hostname)
  return env.NODE_ENV === 'production' || env.COOKIE_CROSS_SITE || !isPlain
}

/** The address of the site, on this machine where SITE_URL gives none. */
export const getSiteUrl = ({
  SITE_URL,
  HOST,
  PORT,
}: Pick<ServerEnv, 'SITE_URL' | 'HOST' | 'PORT'>): URL =>
  new URL(SITE_URL ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`)

/** Whether other machines reach the shop: HOST or SITE_URL is not of this machine. */
export const isPublic = ({ HOST, SITE_URL }: Pick<ServerEnv, 'HOST' | 'SITE_URL'>): boolean =>
  !isLoopbackHost(HOST) || (SITE_URL !== undefined && !isLoopbackHost(new URL(SITE_URL).hostname))
