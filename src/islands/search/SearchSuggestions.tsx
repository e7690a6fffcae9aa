import { useStore } from '@nanostores/react'
import { type UseComboboxProps, useCombobox } from 'downshift'
import {
  type ComponentProps,
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ListingItem } from '#src/contract/catalog.ts'
import { RENDITION_WIDTHS } from '#src/contract/values.ts'
import { count } from '#src/rules/count.ts'
import { formatRupees } from '#src/rules/money.ts'
import { renditionUrl } from '#src/rules/pictures.ts'
import type { SearchIndex } from '#src/rules/search/search-index.ts'
import { type Suggestion, suggest, suggestRecent } from '#src/rules/search/suggestions.ts'
import { untilPainted } from '#src/rules/yield-to-main.ts'
import { navigate } from '#src/stores/navigation.ts'
import {
  $recentProducts,
  $recentSearches,
  addRecentSearch,
  clearRecent,
} from '#src/stores/recent-searches.ts'
import { fetchSearchIndex } from '#src/stores/search-index.ts'
import { PlainButton } from '#src/ui/Button.tsx'
import { useCards } from '../hooks/use-cards.ts'

/** Time from new suggestions until their pictures are fetched, in milliseconds. */
const PICTURE_DELAY_MS = 150

/** Candidates from the API, of which the best are shown. */
const MAX_CANDIDATES = 100

/** Returns the query of the index for the suggestions of a text. */
const toIndexQuery = (text: string, recentProducts: readonly string[]): string =>
  String(
    new URLSearchParams(
      text.trim() !== ''
        ? { filters: `?${new URLSearchParams({ search: text })}`, limit: String(MAX_CANDIDATES) }
        : recentProducts.length > 0
          ? { slugs: recentProducts.join() }
          : '',
    ),
  )

const { stateChangeTypes: change } = useCombobox

/**
 * Arrow keys reach the text between the last option and the first. Escape closes the list, and a focus elsewhere;
 * a press of something without a focus does not.
 */
const stateReducer: NonNullable<UseComboboxProps<Suggestion>['stateReducer']> = (
  state,
  { type, changes, props: { items } },
) => {
  switch (type) {
    case change.InputKeyDownArrowDown:
      return state.highlightedIndex === items.length - 1
        ? { ...changes, highlightedIndex: -1 }
        : changes
    case change.InputKeyDownArrowUp:
      return state.highlightedIndex === 0 ? { ...changes, highlightedIndex: -1 } : changes
    case change.InputClick:
      return { ...state, isOpen: true }
    case change.InputBlur:
    case change.ItemClick:
    case change.ItemMouseMove:
    case change.MenuMouseLeave:
      return state
    default:
      return changes
  }
}

interface Props {
  fieldId: string
  input: RefObject<HTMLInputElement | null>
  /** Called with the props that make the field the combobox of the list. The element stays the same. */
  onInputProps: (props: ComponentProps<'input'>) => void
}

/** The suggestions of a search field: an ARIA combobox whose options are links. */
export const SearchSuggestions = memo(function SearchSuggestions({
  fieldId,
  input,
  onInputProps,
}: Props) {
  const id = `${fieldId}-suggestions`
  const [text, setText] = useState(input.current?.value ?? '')
  const [found, setFound] = useState<{ text: string; index: SearchIndex | null }>({
    text,
    index: null,
  })
  const recentSearches = useStore($recentSearches)
  const recentProducts = useStore($recentProducts)
  const query = toIndexQuery(text, recentProducts)

  useEffect(() => {
    let current = true
    // A letter is painted before its suggestions are computed.
    void Promise.all([fetchSearchIndex(query), untilPainted()]).then(([index]) => {
      if (current) setFound({ text, index })
    })
    return () => {
      current = false
    }
  }, [query, text])

  const groups = useMemo(() => {
    if (found.text.trim() === '') return suggestRecent(found.index, recentSearches, recentProducts)
    return found.index ? suggest(found.index, found.text) : []
  }, [found, recentSearches, recentProducts])
  const items = useMemo(() => groups.flatMap(({ suggestions }) => suggestions), [groups])
  const [highlight, setHighlight] = useState({ items, index: -1 })
  const cards = useCards(
    items.flatMap(({ product }) => product?.slug ?? []),
    { delayMs: PICTURE_DELAY_MS },
  )

  // In another list, that place has another option.
  const highlightedIndex = highlight.items === items ? highlight.index : -1
  const { isOpen, openMenu, closeMenu, ...combobox } = useCombobox({
    id,
    inputId: fieldId,
    menuId: id,
    items,
    inputValue: text,
    highlightedIndex,
    onHighlightedIndexChange: (to) => setHighlight({ items, index: to.highlightedIndex }),
    initialIsOpen: document.activeElement === input.current,
    stateReducer,
    scrollIntoView: (option) => option.scrollIntoView({ block: 'nearest' }),
  })
  const visible = isOpen && items.length > 0
  const popup = useRef<HTMLDivElement>(null)
  const closeFromOutside = useEffectEvent(({ target }: FocusEvent) => {
    if (target instanceof Node && target !== input.current && !popup.current?.contains(target))
      closeMenu()
  })
  useEffect(() => {
    const handleFocus = (event: FocusEvent) => closeFromOutside(event)
    addEventListener('focusin', handleFocus)
    return () => removeEventListener('focusin', handleFocus)
  }, [])

  function handleKeyDown(event: KeyboardEvent): void {
    const { key, nativeEvent } = event
    const active = items[highlightedIndex]
    if (key === 'Enter' && visible && active && !nativeEvent.isComposing) {
      event.preventDefault()
      addRecentSearch(text.trim())
      navigate(active.href)
    }
    // The field handles other keys itself, and Escape once the list is closed.
    const moves = (key === 'ArrowDown' || key === 'ArrowUp') && items.length > 0
    const closes = key === 'Escape' && visible
    if (nativeEvent.isComposing || !(moves || closes))
      Object.assign(nativeEvent, { preventDownshiftDefault: true })
  }

  const inputProps = combobox.getInputProps(
    {
      ref: input,
      // The field keeps its own value and its label.
      value: undefined,
      'aria-labelledby': undefined,
      'aria-expanded': visible,
      'aria-activedescendant':
        visible && highlightedIndex >= 0 ? `${id}-item-${highlightedIndex}` : undefined,
      onChange: (event) => setText(event.currentTarget.value),
      onFocus: openMenu,
      onKeyDown: handleKeyDown,
    },
    { suppressRefError: true },
  )
  // Runs in the commit of the list, so that a screen reader gets matching values of both.
  useLayoutEffect(() => onInputProps(inputProps))

  return (
    <>
      <div ref={popup} className="suggestions" hidden={!visible}>
        <div {...combobox.getMenuProps({ 'aria-label': 'Suggestions' })} className="grid gap-6">
          {groups.map(({ title, suggestions }, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox has no fieldset
            <div
              key={title}
              role="group"
              aria-labelledby={`${id}-${index}`}
              className="suggestion-group"
            >
              <p id={`${id}-${index}`} className="label text-muted">
                {title}
              </p>
              {suggestions.map((suggestion) => (
                <a
                  key={suggestion.href}
                  href={suggestion.href}
                  tabIndex={-1}
                  className="suggestion"
                  {...combobox.getItemProps({
                    item: suggestion,
                    onClick: () => addRecentSearch(text.trim()),
                  })}
                >
                  <SuggestionContent
                    {...suggestion}
                    card={cards.get(suggestion.product?.slug ?? '')}
                  />
                </a>
              ))}
            </div>
          ))}
        </div>
        {found.text.trim() === '' && recentSearches.length + recentProducts.length > 0 && (
          <PlainButton
            className="suggestion-clear link"
            onClick={() => {
              clearRecent()
              input.current?.focus()
            }}
          >
            Clear history
          </PlainButton>
        )}
      </div>
      <p className="sr-only" role="status">
        {items.length > 0 && count(items.length, 'suggestion')}
      </p>
    </>
  )
})

function SuggestionContent({
  label,
  note,
  product,
  card,
}: Suggestion & { card: ListingItem | null | undefined }) {
  const picture = card?.pictures[0]
  const detail = product ? (product.isFrom ? 'From ' : '') + formatRupees(product.price) : note
  return (
    <>
      {product && (
        <span className="suggestion-picture">
          {picture && (
            <img
              src={renditionUrl(picture.base, Math.min(picture.width, RENDITION_WIDTHS[0]), 'webp')}
              width="48"
              height="60"
              alt=""
            />
          )}
        </span>
      )}
      <span className="suggestion-label">{label}</span>
      {detail && <span className="suggestion-note">{detail}</span>}
    </>
  )
}
