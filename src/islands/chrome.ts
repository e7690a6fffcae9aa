// The islands of every page, which fetches one file for both.
export { PageFrame } from './PageFrame.tsx'
export { SiteHeader } from './SiteHeader.tsx'
