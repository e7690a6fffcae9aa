import { fileURLToPath } from 'node:url'
import react from '@astrojs/react'
import tailwind from '@tailwindcss/vite'
import { defineConfig, envField } from 'astro/config'
import { createContentSecurityPolicy } from './config/content-security-policy.ts'
import { inlineScripts } from './config/inline-scripts.ts'
import { orderPage } from './config/order-page.ts'
import { scriptGroups } from './config/script-groups.ts'

const site = process.env['SITE_URL'] ?? 'http://localhost:4321'

export default defineConfig({
  site,
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never', concurrency: 4 },
  devToolbar: { enabled: false },
  markdown: { syntaxHighlight: false },
  integrations: [
    {
      name: 'kairavi:react-renderer',
      hooks: {
        // Before that of @astrojs/react: the first renderer that takes a component renders it.
        'astro:config:setup': ({ addRenderer }) =>
          addRenderer({
            name: 'kairavi:react',
            clientEntrypoint: fileURLToPath(new URL('config/react-client.ts', import.meta.url)),
            serverEntrypoint: fileURLToPath(new URL('config/react-renderer.ts', import.meta.url)),
          }),
      },
    },
    // Nothing suspends, and a stream for each island doubles the time of a page.
    react({ experimentalDisableStreaming: true }),
    orderPage(process.env),
    {
      name: 'kairavi:client-painted',
      hooks: {
        'astro:config:setup': ({ addClientDirective }) =>
          addClientDirective({
            name: 'painted',
            entrypoint: './src/page-scripts/painted-directive.ts',
          }),
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
      /** Numbers and a page by which shoppers reach a person; empty ones are not offered. */
      PUBLIC_ADVICE_PHONE: envField.string({ context: 'client', access: 'public', default: '' }),
      PUBLIC_ADVICE_WHATSAPP: envField.string({ context: 'client', access: 'public', default: '' }),
      PUBLIC_ADVICE_APPOINTMENT_URL: envField.string({
        context: 'client',
        access: 'public',
        default: '',
      }),
      /** Minimum length of a new password that the sign-up form names; the server enforces its own. */
      PUBLIC_PASSWORD_MIN: envField.number({ context: 'client', access: 'public', default: 8 }),
      /** Countries to which the shop delivers, with commas (DELIVERY_COUNTRIES). */
      PUBLIC_DELIVERY_COUNTRIES: envField.string({
        context: 'client',
        access: 'public',
        default: 'India',
      }),
      /** JSON of `PaymentLimits` (src/rules/orders/payment-methods.ts). */
      PUBLIC_PAYMENT_LIMITS: envField.string({
        context: 'client',
        access: 'public',
        default: '{}',
      }),
    },
  },
  vite: {
    define: {
      // Payment methods that place an order, with commas (ORDERS); empty where the checkout places none. Replaced before
      // imports are followed: what is below `if (import.meta.env.PUBLIC_ORDERS)` is not in the scripts of such a shop.
      'import.meta.env.PUBLIC_ORDERS': JSON.stringify(process.env['PUBLIC_ORDERS'] ?? ''),
      // Not empty where orders have a page: they are taken, or were.
      'import.meta.env.PUBLIC_ORDER_PAGE': JSON.stringify(process.env['PUBLIC_ORDER_PAGE'] ?? ''),
    },
    plugins: [tailwind(), inlineScripts],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // Few larger files: on a slow line, thirty small ones take several round trips.
              codeSplitting: { groups: scriptGroups },
            },
          },
        },
      },
    },
    build: {
      assetsInlineLimit: 0,
      // What is imported late has few imports of its own, and every page would carry their lists.
      modulePreload: false,
      // Newer than Vite's default, so that light-dark() is not compiled away.
      cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    },
  },
})
