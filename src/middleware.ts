import { defineMiddleware } from 'astro:middleware'
import { markLateScripts } from '#src/rules/page-scripts.ts'

/** Marks late scripts in `astro build`; the publisher does it itself, where it reads the page anyway. */
export const onRequest = defineMiddleware(async ({ locals }, next) => {
  const response = await next()
  const isHtml = response.headers.get('content-type')?.startsWith('text/html')
  if (import.meta.env.DEV || locals.readInput || !isHtml) return response
  return new Response(markLateScripts(await response.text()), {
    status: response.status,
    headers: response.headers,
  })
})
