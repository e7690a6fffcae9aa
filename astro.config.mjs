import react from '@astrojs/react'
import tailwind from '@tailwindcss/vite'
import { defineConfig, envField, fontProviders } from 'astro/config'
import { chunks } from './config/chunks.ts'
import { createContentSecurityPolicy } from './config/content-security-policy.ts'

const site = process.env['SITE_URL'] ?? 'http://localhost:4321'

/** The characters of the files that scripts/fonts.ts writes. */
const BASIC_LATIN = [
  'U+20-7E',
  'U+A0',
  'U+A9',
  'U+B0',
  'U+B7',
  'U+D7',
  'U+E8-E9',
  'U+2013-2014',
  'U+2018-2019',
  'U+201A',
  'U+201C-201E',
  'U+2022',
  'U+2026',
  'U+2122',
  'U+2190-2193',
  'U+2212',
]
const OTHER_LATIN = [
  'U+A1-A8',
  'U+AA-AF',
  'U+B1-B6',
  'U+B8-D6',
  'U+D8-E7',
  'U+EA-FF',
  'U+131',
  'U+152-153',
]

const toPackageFile = (name) =>
  `./node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`

/** A variable font whose characters are in several files; the first has those of the first view. */
const createFont = (name, cssVariable, fallbacks, files) => ({
  provider: fontProviders.local(),
  name,
  cssVariable,
  fallbacks,
  options: {
    // The metrics of the fallback face come from the first file.
    variants: files.map(([src, unicodeRange]) => ({
      src: [src],
      weight: '400 600',
      style: 'normal',
      unicodeRange,
    })),
  },
})

export default defineConfig({
  site,
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never', concurrency: 4 },
  devToolbar: { enabled: false },
  markdown: { syntaxHighlight: false },
  integrations: [
    // Nothing suspends, and a stream for each island doubles the time of a page.
    react({ experimentalDisableStreaming: true }),
    {
      name: 'kairavi:client-painted',
      hooks: {
        'astro:config:setup': ({ addClientDirective }) =>
          addClientDirective({
            name: 'painted',
            entrypoint: './src/components/chrome/painted-directive.ts',
          }),
      },
    },
  ],
  fonts: [
    createFont(
      'Cormorant',
      '--font-cormorant',
      ['Georgia', 'serif'],
      [
        ['./src/assets/fonts/cormorant.woff2', BASIC_LATIN],
        [toPackageFile('cormorant'), OTHER_LATIN],
      ],
    ),
    createFont(
      'Figtree',
      '--font-figtree',
      ['Arial', 'sans-serif'],
      [
        ['./src/assets/fonts/figtree.woff2', BASIC_LATIN],
        ['./src/assets/fonts/figtree-rupee.woff2', ['U+20B9']],
        [toPackageFile('figtree'), OTHER_LATIN],
      ],
    ),
  ],
  security: { csp: createContentSecurityPolicy(process.env) },
  env: {
    schema: {
      /** Root of the API as browsers reach it, without a trailing slash. */
      PUBLIC_API_URL: envField.string({ context: 'client', access: 'public', default: '/api' }),
      /** Whether pages show the preview banner. */
      PUBLIC_PREVIEW: envField.boolean({ context: 'client', access: 'public', default: false }),
      /** Where page views are sent; empty means the shop's own API. */
      PUBLIC_ANALYTICS_URL: envField.string({ context: 'client', access: 'public', default: '' }),
      /** Client id at the OpenID provider; empty turns social sign-in off. */
      PUBLIC_GOOGLE_CLIENT_ID: envField.string({
        context: 'client',
        access: 'public',
        default: '',
      }),
      /** The provider's sign-in page. */
      PUBLIC_OIDC_AUTHORIZE_URL: envField.string({
        context: 'client',
        access: 'public',
        default: 'https://accounts.google.com/o/oauth2/v2/auth',
      }),
      /** The company that sells; empty means the brand's name. */
      PUBLIC_LEGAL_NAME: envField.string({ context: 'client', access: 'public', default: '' }),
      /** Its company and tax numbers. */
      PUBLIC_LEGAL_NUMBERS: envField.string({ context: 'client', access: 'public', default: '' }),
      /** Name of the Grievance Officer. */
      PUBLIC_GRIEVANCE_OFFICER: envField.string({
        context: 'client',
        access: 'public',
        default: '',
      }),
      /** Where complaints are sent; empty means the brand's address. */
      PUBLIC_GRIEVANCE_EMAIL: envField.string({ context: 'client', access: 'public', default: '' }),
      /** Minimum length of a new password that the sign-up form names; the server enforces its own. */
      PUBLIC_PASSWORD_MIN: envField.number({ context: 'client', access: 'public', default: 8 }),
      /** Total in rupees from which cash on delivery cannot be chosen. */
      PUBLIC_COD_LIMIT: envField.number({ context: 'client', access: 'public', default: 200_000 }),
      /** Total in rupees from which the checkout asks for a PAN. */
      PUBLIC_PAN_FROM: envField.number({ context: 'client', access: 'public', default: 200_000 }),
    },
  },
  vite: {
    plugins: [tailwind()],
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
    },
    build: {
      assetsInlineLimit: 0,
      // One style sheet for all pages: the first view waits for one request, later ones for none.
      cssCodeSplit: false,
      // Newer than Vite's default, so that light-dark() is not compiled away.
      cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    },
  },
})
