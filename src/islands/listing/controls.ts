// Controls that are loaded with the first use of a filter.
export { FacetMenu } from './FacetMenu.tsx'
export { FilterPanel } from './FilterPanel.tsx'
