import type { ContentBody } from '#src/contract/content.ts'
import type { MenuLink } from '#src/rules/navigation.ts'
import { pagePath } from '#src/rules/paths.ts'
import type { CatalogIndex } from './catalog-index.ts'

type Page = ContentBody<'page'>
type Records = Pick<CatalogIndex, 'content'>

const PREFIX = 'page:'

/** Links to editors' pages in the side menu and the footer. */
export interface PageLinks {
  menu: MenuLink[]
  /** By the index of the column. */
  footer: MenuLink[][]
}

/** Lists the pages of editors by name below `/pages`. */
const listPages = ({ content }: Records): [name: string, body: Page][] =>
  [...content.values()].flatMap(({ id, body }) =>
    // The server has validated the body.
    id.startsWith(PREFIX) ? [[id.slice(PREFIX.length), body as Page]] : [],
  )

export const listOwnPages = (index: Records): string[] => listPages(index).map(([name]) => name)

/** Lists the links to pages, with their current titles. */
export function listPageLinks(index: Records): PageLinks {
  const links = listPages(index).map(([key, { name, places }]) => ({
    ...places,
    link: { label: name, href: pagePath(key) },
  }))
  const toColumn = (column: Page['places']['footer']): MenuLink[] =>
    links.filter(({ footer }) => footer === column).map(({ link }) => link)
  return {
    menu: links.filter(({ menu }) => menu === 'yes').map(({ link }) => link),
    footer: [toColumn('first'), toColumn('second'), toColumn('third')],
  }
}

/** Adds links to the footer columns. Links of a missing column go to the last one. */
export function addPageLinks<Column extends { links: MenuLink[] }>(
  columns: Column[],
  { footer }: PageLinks,
): Column[] {
  const last = columns.length - 1
  return columns.map((column, index) => ({
    ...column,
    links: [...column.links, ...(index < last ? (footer[index] ?? []) : footer.slice(last).flat())],
  }))
}
