import react from '@astrojs/react'
import tailwind from '@tailwindcss/vite'
import { defineConfig, envField, fontProviders } from 'astro/config'
import { chunks } from './config/chunks.ts'
import { createContentSecurityPolicy } from './config/content-security-policy.ts'

const site = process.env['SITE_URL'] ?? 'http://localhost:4321'

const figtree = './node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'
const cormorant =
  './node_modules/@fontsource-variable/cormorant/files/cormorant-latin-wght-normal.woff2'

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
  ],
  fonts: [
    {
      provider: fontProviders.local(),
      name: 'Cormorant',
      cssVariable: '--font-cormorant',
      fallbacks: ['Georgia', 'serif'],
      options: { variants: [{ src: [cormorant], weight: '300 700', style: 'normal' }] },
    },
    {
      provider: fontProviders.local(),
      name: 'Figtree',
      cssVariable: '--font-figtree',
      fallbacks: ['Arial', 'sans-serif'],
      options: {
        // The metrics of the fallback face come from the first file.
        variants: [
          {
            src: [figtree],
            weight: '300 900',
            style: 'normal',
            unicodeRange: ['U+0000-00FF', 'U+2000-206F', 'U+2122', 'U+2190-2193', 'U+2212'],
          },
          {
            src: ['./src/assets/fonts/figtree-rupee.woff2'],
            weight: '300 900',
            style: 'normal',
            unicodeRange: ['U+20B9'],
          },
        ],
      },
    },
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
      /** Minimum length of a new password that the sign-up form names; the server enforces its own. */
      PUBLIC_PASSWORD_MIN: envField.number({ context: 'client', access: 'public', default: 8 }),
    },
  },
  vite: {
    plugins: [tailwind()],
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
    },
    build: {
      assetsInlineLimit: 0,
      // Newer than Vite's default, so that light-dark() is not compiled away.
      cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    },
  },
})
