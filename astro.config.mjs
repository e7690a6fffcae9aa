import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import react from '@astrojs/react'
import sitemap from '@astrojs/sitemap'
import tailwind from '@tailwindcss/vite'
import { defineConfig, envField, fontProviders } from 'astro/config'
import { digestOnce } from './scripts/vite-csp-once.ts'
import { reactInOneGo } from './scripts/vite-react-ssr.ts'
import { sonnerCss } from './scripts/vite-sonner-css.ts'
import { parallelRender } from './src/publish/prerender/parallel-render.ts'
import { isPublicPath } from './src/rules/paths.ts'
import { toThemeScript } from './src/rules/theme.ts'

const site = process.env['SITE_URL'] ?? 'http://localhost:4321'

const chrome = (file) =>
  readFileSync(new URL(`./src/components/chrome/${file}`, import.meta.url), 'utf8')
const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** The inline scripts of every page; Astro hashes its own but not `is:inline` ones. */
const inlineScripts = [
  toThemeScript(chrome('theme-first-paint.js')),
  chrome('ignore-transition-errors.js'),
  chrome('replay-early-clicks.js'),
  chrome('speculation-rules.json'),
]

/** Origins beside our own that pages may call and take pictures from, e.g. a separate API host. */
const originsOf = (...urls) => [
  ...new Set(urls.flatMap((url) => (URL.canParse(url ?? '') ? [new URL(url).origin] : []))),
]
const elsewhere = originsOf(
  process.env['PUBLIC_API_URL'],
  process.env['MEDIA_ORIGIN'],
  process.env['PUBLIC_ANALYTICS_URL'],
).join(' ')

/** Photos of shoppers who came by way of Google; anyone else's photo falls back to our drawing. */
const photos = process.env['PUBLIC_GOOGLE_CLIENT_ID'] ? 'https://*.googleusercontent.com' : ''

const figtree = './node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'
const cormorant =
  './node_modules/@fontsource-variable/cormorant/files/cormorant-latin-wght-normal.woff2'

/**
 * What every page loads comes in three files: React, the islands of the header with all that they
 * need, and the scripts of the header. Left to itself the bundler makes some forty small ones, which
 * compress badly and are fetched one by one. The scripts look for their elements when they run, so
 * that no island may bring them along: islands are imported while the page is still being read.
 */
const codeSplitting = {
  groups: [
    { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 2 },
    {
      name: 'shared',
      test: /src\/islands\/(?:CartBadge|AccountMenu|WishlistLink|Toasts|AddToCartButton|BuyNowButton|WishlistButton)\.tsx$|src\/rules\/(?:constants|paths|theme)\.ts$|src\/ui\/control-class\.ts$/,
      priority: 1,
    },
    {
      name: 'chrome',
      test: /src\/components\/chrome\/(?!offline-retry)/,
      priority: 0,
    },
  ],
}

export default defineConfig({
  site,
  output: 'static',
  trailingSlash: 'never',
  outDir: process.env['KAIRAVI_OUT_DIR'] ?? './dist',
  build: { format: 'file', inlineStylesheets: 'never', concurrency: 4 },
  devToolbar: { enabled: false },
  markdown: { syntaxHighlight: false },
  integrations: [
    react(),
    parallelRender(),
    sitemap({
      filter: (page) => isPublicPath(new URL(page).pathname),
      serialize: (item) => ({ ...item, url: item.url.replace(/\/$/, '') || item.url }),
    }),
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
        // The first file gives the metrics of the fallback face.
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
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        `img-src 'self' data: blob: ${elsewhere} ${photos}`.trim(),
        `connect-src 'self' ${elsewhere}`.trim(),
        "font-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
      ],
      scriptDirective: { hashes: inlineScripts.map(hashOf) },
      styleDirective: { hashes: [hashOf(chrome('view-transition.css'))] },
    },
  },
  env: {
    schema: {
      /** Root of the API as browsers reach it, without a closing slash. */
      PUBLIC_API_URL: envField.string({ context: 'client', access: 'public', default: '/api' }),
      /** Built for the embedded preview API: pages carry the preview banner. */
      PUBLIC_PREVIEW: envField.boolean({ context: 'client', access: 'public', default: false }),
      /** Where page views go; empty sends them to our own API. */
      PUBLIC_ANALYTICS_URL: envField.string({ context: 'client', access: 'public', default: '' }),
      /** Client id at the OpenID provider; without one there is no social sign-in. */
      PUBLIC_GOOGLE_CLIENT_ID: envField.string({
        context: 'client',
        access: 'public',
        default: '',
      }),
      /** The provider's own sign-in page. */
      PUBLIC_OIDC_AUTHORIZE_URL: envField.string({
        context: 'client',
        access: 'public',
        default: 'https://accounts.google.com/o/oauth2/v2/auth',
      }),
      /** Least length of a new password, as the sign-up form says it; the server's is what counts. */
      PUBLIC_PASSWORD_MIN: envField.number({ context: 'client', access: 'public', default: 8 }),
    },
  },
  vite: {
    plugins: [tailwind(), sonnerCss(), reactInOneGo(), digestOnce()],
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
    build: {
      assetsInlineLimit: 0,
      // Newer than Vite's default, so that light-dark() stays as written.
      cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    },
  },
})
