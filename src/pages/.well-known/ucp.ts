import { PUBLIC_API_URL } from 'astro:env/client'
import type { APIRoute } from 'astro'
import { toUcpProfile } from '#src/assistants/ucp-profile.ts'

/** The profile of the Universal Commerce Protocol. */
export const GET: APIRoute = ({ site }) =>
  Response.json(toUcpProfile(new URL(PUBLIC_API_URL, site).href.replace(/\/$/, '')))
