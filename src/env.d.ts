/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** Payment methods that place an order, with commas; a constant of the build (astro.config.mjs). */
  readonly PUBLIC_ORDERS: string
  /** Not empty where orders have a page: they are taken, or were. */
  readonly PUBLIC_ORDER_PAGE: string
}

interface Document {
  /** Speculation rules; not in TypeScript's library yet. */
  readonly prerendering?: boolean
  /** WebMCP, in browsers with an assistant: https://webmachinelearning.github.io/webmcp/ */
  readonly modelContext?: {
    registerTool(tool: import('#src/assistants/browser/model-context.ts').Tool): Promise<void>
  }
}

interface SubmitEvent {
  /** WebMCP: an assistant has filled the form in. */
  readonly agentInvoked?: boolean
}

/** Resolves when scripts may load (src/page-scripts/after-paint.js). */
declare var whenPainted: Promise<void>

declare namespace Astro {
  interface ClientDirectives {
    'client:painted'?: boolean
  }
}

/** https://globalprivacycontrol.org */
interface Navigator {
  readonly globalPrivacyControl?: boolean
}

/** `astro check` reads .astro files; this is for tsc, which does not. */
declare module '*.astro' {
  const Component: import('astro/runtime/server/index.js').AstroComponentFactory
  // biome-ignore lint/style/noDefaultExport: components are default exports
  export default Component
}

declare namespace App {
  interface Locals {
    /** Both are set by the publisher (src/publish/render/render-thread.ts). */
    readInput?: import('#src/catalog/inputs.ts').ReadInput
    /** HTML that is the same on several pages, by name (src/components/chrome/RenderOnce.astro). */
    rendered?: Map<string, string>
  }
}
