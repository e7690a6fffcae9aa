/// <reference types="astro/client" />

/** Speculation rules; not in TypeScript's library yet. */
interface Document {
  readonly prerendering?: boolean
}

/** https://globalprivacycontrol.org */
interface Navigator {
  readonly globalPrivacyControl?: boolean
}
