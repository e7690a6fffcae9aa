import { PUBLIC_API_URL } from 'astro:env/client'
import type { APIRoute } from 'astro'
import { toUcpProfile, UCP_PROFILES } from '#src/channels/ucp-profile.ts'

export const getStaticPaths = () => [...UCP_PROFILES.keys()].map((name) => ({ params: { name } }))

/** The profiles of the Universal Commerce Protocol. */
export const GET: APIRoute = ({ site, params }) => {
  const version = UCP_PROFILES.get(params['name'] ?? '')
  if (!version) return new Response(null, { status: 404 })
  const apiUrl = new URL(PUBLIC_API_URL, site).href.replace(/\/$/, '')
  return Response.json(toUcpProfile(version, site, apiUrl))
}
