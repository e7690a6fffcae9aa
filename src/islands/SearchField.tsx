import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { MAX_SEARCH_LENGTH, SEARCH_EXAMPLES } from '#src/rules/constants.ts'
import { paths, searchPath } from '#src/rules/paths.ts'
import { navigate } from '#src/stores/navigation.ts'
import { addRecentSearch } from '#src/stores/recent-searches.ts'
import { IconButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { arrowRightIcon } from '#src/ui/icons.ts'

interface Props {
  id: string
  /** Takes the focus when the popover around it opens. */
  autoFocus?: boolean
  /** Hidden without JavaScript, because nothing would open it. */
  scriptingOnly?: boolean
}

/** Loads the suggestions; null if that fails. The form still searches without them. */
export const loadSuggestions = () => import('./search/SearchSuggestions.tsx').catch(() => null)

function closeAround(form: HTMLFormElement): void {
  form.closest<HTMLElement>('[popover]')?.hidePopover()
  form.closest('dialog')?.close()
}

/** The list may have another term now, but the typed text stays. */
function fillIn(input: RefObject<HTMLInputElement | null>, filledIn: RefObject<string>): void {
  const field = input.current
  if (field?.value === filledIn.current)
    field.value = filledIn.current = new URLSearchParams(location.search).get('search') ?? ''
}

/** A form that searches the shop. Its suggestions are loaded when it gets the focus. */
export function SearchField({ id, autoFocus = false, scriptingOnly = false }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [suggestions, setSuggestions] = useState<Awaited<ReturnType<typeof loadSuggestions>>>(null)
  const [comboboxProps, setComboboxProps] = useState<ComponentProps<'input'>>({})
  const Suggestions = suggestions?.SearchSuggestions

  const filledIn = useRef('')

  // The field may have the focus before it is hydrated.
  useEffect(() => {
    fillIn(input, filledIn)
    if (document.activeElement === input.current) void loadSuggestions().then(setSuggestions)
  }, [])

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    // The browser answers the assistant with the next page.
    if (event.nativeEvent.agentInvoked) return
    event.preventDefault()
    const { currentTarget: form } = event
    const term = input.current?.value.trim()
    if (!term) return
    addRecentSearch(term)
    closeAround(form)
    navigate(searchPath(term))
  }

  /**
   * By default the first Escape in a search field only clears it. Here it closes the popover with its list. In the
   * menu it closes the list first.
   */
  function handleKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
    const { key, defaultPrevented, currentTarget: form } = event
    if (key !== 'Escape' || !form.closest(defaultPrevented ? '[popover]' : '[popover], dialog'))
      return
    event.preventDefault()
    closeAround(form)
  }

  return (
    <search>
      <form
        action={paths.shop}
        className="search-field"
        onSubmit={handleSubmit}
        onKeyDown={handleKeyDown}
        onPointerEnter={() => void loadSuggestions()}
      >
        <label htmlFor={id} className="sr-only">
          Search the shop
        </label>
        <input
          ref={input}
          id={id}
          type="search"
          name="search"
          placeholder={`Search ${SEARCH_EXAMPLES.join(', ')}`}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: it has an effect only when a popover opens
          autoFocus={autoFocus}
          enterKeyHint="search"
          maxLength={MAX_SEARCH_LENGTH}
          className="min-h-12 w-full min-w-0"
          onFocus={async () => {
            fillIn(input, filledIn)
            setSuggestions(await loadSuggestions())
          }}
          {...comboboxProps}
        />
        {!scriptingOnly && (
          <noscript>
            <input type="hidden" name="scripts" value="off" />
          </noscript>
        )}
        <IconButton type="submit" label="Search">
          <Icon path={arrowRightIcon} />
        </IconButton>
      </form>
      {Suggestions && <Suggestions fieldId={id} input={input} onInputProps={setComboboxProps} />}
    </search>
  )
}
