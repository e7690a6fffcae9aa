import type { ListingItem } from '#src/contract/catalog.ts'
import { RENDITION_WIDTHS } from '#src/contract/values.ts'
import { formatRupees } from '#src/rules/money.ts'
import { renditionUrl } from '#src/rules/pictures.ts'
import type { SearchIndex } from '#src/rules/search.ts'
import {
  type Suggestion,
  type SuggestionGroup,
  suggest,
  suggestRecent,
} from '#src/rules/suggestions.ts'
import { fetchCards } from '#src/stores/product-cards.ts'
import {
  $recentProducts,
  $recentSearches,
  addRecentSearch,
  clearRecent,
} from '#src/stores/recent-searches.ts'
import { fetchSearchIndex } from '#src/stores/search-index.ts'

// Suggestions of a search field: the ARIA combobox pattern with a list that is navigated by
// aria-activedescendant. Loaded when a search field gets the focus.

/** Time after the last key until pictures are fetched, in milliseconds. */
const PICTURE_DELAY_MS = 150

/** Products that the API is asked for, of which the best are shown. */
const MAX_CANDIDATES = 100

/** Settles once the next frame is painted. */
const nextPaint = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

const cards = new Map<string, ListingItem>()

function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  text = '',
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  return element
}

function createOption(suggestion: Suggestion, id: string): HTMLAnchorElement {
  const { label, href, note, product } = suggestion
  const option = createElement('a', 'suggestion')
  option.id = id
  option.href = href
  option.role = 'option'
  option.tabIndex = -1
  option.ariaSelected = 'false'
  if (product) {
    const picture = createElement('span', 'suggestion-picture')
    picture.dataset['slug'] = product.slug
    option.append(picture)
  }
  option.append(createElement('span', 'suggestion-label', label))
  const detail = product ? formatRupees(product.price) : note
  if (detail) option.append(createElement('span', 'suggestion-note', detail))
  return option
}

/** Shows the pictures of products whose cards are known. */
function fillPictures(list: HTMLElement): void {
  for (const place of list.querySelectorAll<HTMLElement>('[data-slug]')) {
    const picture = cards.get(place.dataset['slug'] ?? '')?.pictures[0]
    if (!picture || place.childElementCount > 0) continue
    const image = new Image(48, 60)
    image.alt = ''
    image.src = renditionUrl(picture.base, Math.min(picture.width, RENDITION_WIDTHS[0]), 'webp')
    place.append(image)
  }
}

async function loadPictures(list: HTMLElement): Promise<void> {
  const slugs = [...list.querySelectorAll<HTMLElement>('[data-slug]')]
    .map(({ dataset }) => dataset['slug'] ?? '')
    .filter((slug) => !cards.has(slug))
  if (slugs.length > 0)
    for (const item of (await fetchCards(slugs)).items) cards.set(item.slug, item)
  fillPictures(list)
}

/** Adds suggestions to the form of a search field. */
export function addSuggestions(input: HTMLInputElement): void {
  const form = input.form
  if (!form || input.role === 'combobox') return
  const list = createElement('div', 'suggestions')
  list.id = `${input.id}-suggestions`
  list.role = 'listbox'
  list.ariaLabel = 'Suggestions'
  list.hidden = true
  const status = createElement('p', 'sr-only')
  status.role = 'status'
  form.after(list, status)
  input.role = 'combobox'
  input.ariaAutoComplete = 'list'
  input.ariaExpanded = 'false'
  input.setAttribute('aria-controls', list.id)

  let index: SearchIndex | null = null
  let active = -1
  let timer: ReturnType<typeof setTimeout> | undefined
  const listOptions = () => [...list.querySelectorAll<HTMLAnchorElement>('[role=option]')]

  function setActive(at: number): void {
    active = at
    for (const [index, option] of listOptions().entries()) {
      option.ariaSelected = String(index === at)
      if (index !== at) continue
      input.setAttribute('aria-activedescendant', option.id)
      option.scrollIntoView({ block: 'nearest' })
    }
    if (at < 0) input.removeAttribute('aria-activedescendant')
  }

  function close(): void {
    list.hidden = true
    input.ariaExpanded = 'false'
    setActive(-1)
  }

  function show(groups: SuggestionGroup[]): void {
    let count = 0
    list.replaceChildren(
      ...groups.map(({ title, suggestions }, at) => {
        const group = createElement('div', 'suggestion-group')
        const heading = createElement('p', 'label text-muted', title)
        heading.id = `${list.id}-${at}`
        group.role = 'group'
        group.setAttribute('aria-labelledby', heading.id)
        group.append(heading)
        for (const suggestion of suggestions)
          group.append(createOption(suggestion, `${list.id}-option-${count++}`))
        return group
      }),
    )
    setActive(-1)
    list.hidden = count === 0
    input.ariaExpanded = String(count > 0)
    status.textContent = count === 0 ? '' : `${count} ${count === 1 ? 'suggestion' : 'suggestions'}`
    fillPictures(list)
    clearTimeout(timer)
    timer = setTimeout(() => void loadPictures(list), PICTURE_DELAY_MS)
  }

  /** @param ready what the suggestions wait for beside their index. */
  async function load(ready?: Promise<void>): Promise<void> {
    const text = input.value
    const recent = $recentProducts.get().join()
    const query = new URLSearchParams(
      text.trim() === ''
        ? recent && { slugs: recent }
        : { filters: `?${new URLSearchParams({ search: text })}`, limit: String(MAX_CANDIDATES) },
    )
    const found = await fetchSearchIndex(String(query))
    await ready
    if (input.value !== text) return
    index = found
    update()
  }

  function update(): void {
    if (input.value.trim() === '') {
      show(suggestRecent(index, $recentSearches.get(), $recentProducts.get()))
      if (!list.hidden) list.append(createClearButton())
    } else if (index) show(suggest(index, input.value))
  }

  function createClearButton(): HTMLButtonElement {
    const button = createElement('button', 'suggestion-clear link', 'Clear history')
    button.type = 'button'
    button.addEventListener('click', () => {
      clearRecent()
      update()
      input.focus()
    })
    return button
  }

  // A letter is painted before its suggestions are worked out.
  input.addEventListener('input', () => void load(nextPaint()))
  input.addEventListener('focus', update)
  form.addEventListener('submit', () => addRecentSearch(input.value.trim()))
  list.addEventListener('click', () => {
    const term = input.value.trim()
    if (term !== '') addRecentSearch(term)
  })
  input.addEventListener('keydown', (event) => {
    const options = listOptions()
    if (event.isComposing || list.hidden || options.length === 0) return
    switch (event.key) {
      case 'ArrowDown':
        setActive(active + 1 < options.length ? active + 1 : -1)
        break
      case 'ArrowUp':
        setActive(active < 0 ? options.length - 1 : active - 1)
        break
      case 'Enter':
        if (active < 0) return
        options[active]?.click()
        break
      case 'Escape':
        return close()
      default:
        return
    }
    event.preventDefault()
  })
  update()
  void load()
}
