import { createApp } from 'astro/app/entrypoint'

/** The entry of the compiled site: renders any of its pages. */
export const app = createApp({ streaming: false })
