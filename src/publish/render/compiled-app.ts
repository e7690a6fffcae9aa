import { createApp } from 'astro/app/entrypoint'

/** Entry of the compiled site, which renders any of its pages. */
export const app = createApp({ streaming: false })
