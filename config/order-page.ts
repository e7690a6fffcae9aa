import type { AstroIntegration } from 'astro'
import { ORDER_PATH } from '../src/rules/paths.ts'

/** Adds the page of an order to a shop that takes orders, or has taken some; any other has neither it nor its scripts. */
export const orderPage = (env: NodeJS.ProcessEnv): AstroIntegration => ({
  name: 'kairavi:order-page',
  hooks: {
    'astro:config:setup': ({ injectRoute }) => {
      if (env['PUBLIC_ORDER_PAGE'])
        injectRoute({ pattern: ORDER_PATH, entrypoint: './src/pages/_order.astro' })
    },
  },
})
