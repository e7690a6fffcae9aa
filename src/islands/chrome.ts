// Islands of every page, in one file for both.
export { PageFrame } from './PageFrame.tsx'
export { SiteHeader } from './SiteHeader.tsx'
